import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@atelier/domain/api.ts';
import {
  type ApiDocument,
  type ApiOperation,
  describeApi,
} from '@atelier/domain/api-document/api-document.ts';
import type { JsonSchema } from '@atelier/domain/api-document/shapes.ts';
import { errorStatus } from '@atelier/domain/errors.ts';
import { describeShape } from './json-shape.ts';

const ERRORS_INTRO = `# Errors

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

const CALLS_INTRO = `Every call of the product, made from the document that the server gives at \`/api/openapi.json\`.`;

const NOTATION = `A part marked \`?\` may be left out. What goes wrong is in [errors.md](errors.md).

Who may call what is asked in one place, before anything else is looked at, and proved for every call by
\`server/test/access-matrix.test.ts\`.
`;

/** The page that lists every call of the API's document with its shapes. */
export function describeEndpoints(document: ApiDocument = describeApi(api)): string {
  const prefix = document.servers[0]?.url ?? '';
  const sections = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const address = `${prefix}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      return describeCall(`${method.toUpperCase()} ${address}`, operation);
    }),
  );
  const shapes = Object.entries(document.components.schemas).map(
    ([name, shape]) => `### ${name}\n\n\`\`\`\n${describeShape(shape)}\n\`\`\`\n`,
  );
  return [
    '# Endpoints\n',
    CALLS_INTRO,
    document.info.description,
    NOTATION,
    ...sections,
    '## Shapes\n',
    ...shapes,
    'Generated from `domain/src/api.ts` by `npm run docs`.\n',
  ].join('\n');
}

function describeCall(title: string, operation: ApiOperation): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const lines = [
    ...describeQuery(parameters),
    ...describeContent('body', requestBody?.content ?? {}),
    ...Object.entries(responses).flatMap(([status, reply]) =>
      'content' in reply ? describeContent(status, reply.content ?? {}) : [],
    ),
  ];
  return `## ${title}\n\n${summary} ${description}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`;
}

function describeQuery(parameters: NonNullable<ApiOperation['parameters']>): string[] {
  const asked = parameters.filter((parameter) => parameter.in === 'query');
  if (asked.length === 0) return [];
  const properties = Object.fromEntries(asked.map(({ name, schema }) => [name, schema]));
  const required = asked.filter((each) => each.required).map(({ name }) => name);
  return [line('query', describeShape({ properties, required }))];
}

function describeContent(title: string, content: Record<string, { schema: JsonSchema }>): string[] {
  return Object.entries(content).map(([type, { schema }]) => {
    const shape = describeShape(schema);
    const isPlain = type === 'application/json' || type === schema.contentMediaType;
    return line(title, isPlain ? shape : `${type}: ${shape}`);
  });
}

function line(title: string, text: string): string {
  return `${title.padEnd(6)} ${text}`;
}

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
