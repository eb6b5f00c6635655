/*
 * Says what is missing in `content/` or at odds with itself, a sentence a line; and what is only worth a look. Part of every
 * build (tools/build.ts).
 */
import { findFaults } from './faults.ts';
import { findOddities } from './oddities.ts';
import { readSite } from './site.ts';

const site = readSite();
const faults = findFaults(site);
for (const fault of faults) console.error(fault);
for (const oddity of findOddities(site, new Date())) console.log(`Worth a look: ${oddity}`);
process.exitCode = faults.length === 0 ? 0 : 1;
