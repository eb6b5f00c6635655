import { readLock } from './lock-file.ts';
import { findLicenceFaults, listShippable } from './release/licences.ts';

const { lock } = readLock();
const faults = findLicenceFaults(lock);
for (const fault of faults) console.error(`A release may not contain ${fault}`);
if (faults.length > 0) process.exitCode = 1;
else
  console.log(
    `Licences: each of the ${listShippable(lock).size} packages of server and site may be in a release.`,
  );
