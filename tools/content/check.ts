import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from './site.ts';
import { findTypeErrors } from './type-errors.ts';

const root = join(import.meta.dirname, '../..');

export interface Findings {
  errors: string[];
  /** What is valid but may be a mistake: a build continues. */
  warnings: string[];
}

/**
 * What is missing in `content/` or at odds with itself, and what is only worth a look: a sentence each, with file, line
 * where one is known, and what would be right. Everything that a build needs of the content is checked here.
 */
export async function checkContent(): Promise<Findings> {
  const types = findTypeErrors();
  // Loaded only now: content that can't be read is named like everything else that is wrong with it.
  const found = await readRules().catch((error: unknown) => ({
    // A missing or unknown field is often why the content can't be read, and then says it better.
    errors: types.length > 0 ? [] : [`content/ can’t be read: ${describe(error)}`],
    warnings: [],
  }));
  return {
    errors: [...types, ...found.errors.map((error) => withLine(error, readLines))],
    warnings: found.warnings,
  };
}

async function readRules(): Promise<Findings> {
  const [{ readSite }, { findErrors, findWarnings }, { textFileErrors }] = await Promise.all([
    import('./site.ts'),
    import('./errors.ts'),
    import('./text-files.ts'),
  ]);
  const site: Site = readSite();
  return {
    errors: [...findErrors(site), ...(await textFileErrors(site.texts))],
    warnings: findWarnings(site, new Date()),
  };
}

/** A message with the place in the content that it came from. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.match(/\/(content\/[\w/.-]+\.\w+:\d+)/)?.[1];
  return place ? `${place}: ${error.message}` : error.message;
}

function readLines(file: string): string[] {
  try {
    return readFileSync(join(root, file), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** A sentence about an entry of a file, "content/cases.ts, “oddspoke”: …", with the line on which the entry begins. */
export function withLine(error: string, linesOf: (file: string) => readonly string[]): string {
  const [place, file = '', name = ''] = error.match(/^(content\/[\w/-]+\.ts), “?([\w-]+)”?/) ?? [];
  if (!place) return error;
  const line = linesOf(file).findIndex(
    (text) => text.includes(`'${name}'`) || new RegExp(`^\\s*(['"]?)${name}\\1:`).test(text),
  );
  return line === -1 ? error : `${file}:${line + 1}${error.slice(file.length)}`;
}

if (import.meta.main) {
  const { errors, warnings } = await checkContent();
  for (const error of errors) console.error(error);
  for (const warning of warnings) console.log(`Worth a look: ${warning}`);
  if (errors.length === 0) console.log('The content is whole.');
  process.exitCode = errors.length === 0 ? 0 : 1;
}
