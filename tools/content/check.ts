import { findErrors } from './errors.ts';
import { readSite } from './site.ts';
import { findWarnings } from './warnings.ts';

/** What is missing in `content/` or at odds with itself, and what is only worth a look: a sentence each. */
export function checkContent(): { errors: string[]; warnings: string[] } {
  const site = readSite();
  return { errors: findErrors(site), warnings: findWarnings(site, new Date()) };
}

if (import.meta.main) {
  const { errors, warnings } = checkContent();
  for (const error of errors) console.error(error);
  for (const warning of warnings) console.log(`Worth a look: ${warning}`);
  process.exitCode = errors.length === 0 ? 0 : 1;
}
