import { errorStatus } from '@atelier/domain/errors.ts';

const INTRO = `# Errors

Every error reply is JSON of this shape, under the status beside its code:

\`\`\`
{ "error": "A sentence for people.", "message": "The same sentence.", "code": "not_found",
  "issues": [{ "path": "final.email", "message": "Enter a valid email." }] }
\`\`\`

Programs read \`code\`: codes are never renamed. People read \`error\` or \`message\`. \`issues\` is there where parts of
the request were wrong. A 429 says in \`Retry-After\` how many seconds to wait; every reply has an \`X-Request-Id\`
that the server's log has too.
`;

/**
 * The list of error codes. What each means is said once, in the comment above it in the table itself.
 * @param source text of the file that has the table
 * @throws when a code has no comment
 */
export function describeErrors(source: string): string {
  const rows = Object.entries(errorStatus).map(([code, status]) => {
    const meaning = new RegExp(`/\\*\\* ([^*]+) \\*/\\s+${code}: ${status},`).exec(source)?.[1];
    if (!meaning) throw new Error(`The error ${code} has no comment that says what it means`);
    return `| ${status} | \`${code}\` | ${meaning} |`;
  });
  return `${INTRO}\n| status | code | means |\n|---|---|---|\n${rows.join('\n')}\n\nGenerated from \`domain/src/errors.ts\` by \`npm run docs\`.\n`;
}
