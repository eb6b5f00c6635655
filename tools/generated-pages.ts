import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorStatus } from '@atelier/domain/errors.ts';
import { describeReliability } from './reliability-page.ts';

const ERRORS_INTRO = `# Errors

Every error reply is JSON of this shape, under the status beside its code:

\`\`\`
{ "error": "A sentence for people.", "message": "The same sentence.", "code": "not_found",
  "issues": [{ "path": "final.email", "message": "Enter a valid email." }] }
\`\`\`

Programs read \`code\`: from version 1.0.0 on, codes are never renamed. People read \`error\` or \`message\`.
\`issues\` names the parts of the request that were wrong. A 429 says in \`Retry-After\` how many seconds to wait;
every reply has an \`X-Request-Id\` that is in the server's log, too.
`;

/**
 * The list of error codes. What each means is in the comment above it in the table itself.
 * @param source text of the file that has the table
 * @throws when a code has no comment
 */
export function describeErrors(source: string): string {
  const rows = Object.entries(errorStatus).map(([code, status]) => {
    const meaning = new RegExp(`/\\*\\* ([^*]+) \\*/\\s+${code}: ${status},`).exec(source)?.[1];
    if (!meaning) throw new Error(`The error ${code} has no comment that says what it means`);
    return `| ${status} | \`${code}\` | ${meaning} |`;
  });
  return `${ERRORS_INTRO}\n| status | code | means |\n|---|---|---|\n${rows.join('\n')}\n\nGenerated from \`domain/src/errors.ts\` by \`npm run docs\`.\n`;
}

const root = join(import.meta.dirname, '..');

/** The generated pages of `docs/`, by path. */
function generatePages(): Record<string, string> {
  const errorTable = readFileSync(join(root, 'domain/src/errors.ts'), 'utf8');
  return {
    'docs/errors.md': describeErrors(errorTable),
    'docs/reliability.md': describeReliability(),
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
