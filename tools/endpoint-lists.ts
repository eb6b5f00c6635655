import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeEndpoints } from './endpoints-page.ts';
import { describeErrors } from './errors-page.ts';

const root = join(import.meta.dirname, '..');

/** The generated pages of `docs/`, by path. */
function generatePages(): Record<string, string> {
  const errorTable = readFileSync(join(root, 'domain/src/errors.ts'), 'utf8');
  return {
    'docs/endpoints.md': describeEndpoints(),
    'docs/errors.md': describeErrors(errorTable),
  };
}

function readPage(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
}

/** Writes the pages, or with `--check` fails when they are not what the code says. */
if (import.meta.main) {
  const pages = Object.entries(generatePages());
  if (process.argv.includes('--check')) {
    const stale = pages.filter(([path, text]) => readPage(path) !== text);
    for (const [path] of stale) console.error(`${path} is not what the code says: run "npm run docs"`);
    if (stale.length > 0) process.exitCode = 1;
    else console.log('Lists: the generated pages are what the code says.');
  } else {
    for (const [path, text] of pages) writeFileSync(join(root, path), text);
    console.log(`Written: ${pages.map(([path]) => path).join(', ')}`);
  }
}
