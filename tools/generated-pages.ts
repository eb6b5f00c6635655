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
import { describeReliability } from './reliability-page.ts';

const WIDTH = 100;

/** A JSON schema in the words of TypeScript's types with its limits behind them, on one line where it fits. */
export function describeShape(shape: JsonSchema, indent = ''): string {
  if (shape.$ref) return shape.$ref.replace(/^.*\//, '');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.anyOf) return [...new Set(shape.anyOf.map((each) => describeShape(each, indent)))].join(' | ');
  if (shape.properties) return describeObject(shape, indent);
  if (shape.type === 'array') {
    const item = describeShape(asSchema(shape.items), indent);
    return `${wrap(item)}[]${describeRange(shape.minItems, shape.maxItems)}`;
  }
  return `${describeType(shape)}${describeRange(...rangeOf(shape))}`;
}

function describeType({ type, format, contentMediaType }: JsonSchema): string {
  if (contentMediaType) return contentMediaType;
  if (format === 'uuid') return 'id';
  if (format === 'date') return 'date';
  return [type ?? 'anything'].flat().join(' | ');
}

/** What bounds it: the length of a text, the value of a number. */
function rangeOf({ type, minLength, maxLength, minimum, maximum }: JsonSchema): [min?: number, max?: number] {
  if (type === 'string') return [minLength, maxLength];
  return [exceptWidest(minimum), exceptWidest(maximum)];
}

/** The end of a range of numbers, unless it is the end of all numbers that JSON can carry. */
function exceptWidest(end: number | undefined): number | undefined {
  return Math.abs(end ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : end;
}

function describeRange(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min ? ` ≥${min}` : '';
  return min ? ` ${min}–${max}` : ` ≤${max}`;
}

function describeObject({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const deeper = `${indent}  `;
  const fields = Object.entries(properties).map(([name, property]) => {
    const field = asSchema(property);
    const optional = required.includes(name) ? '' : '?';
    const fallback =
      field.default === undefined || field.default === '' ? '' : ` = ${JSON.stringify(field.default)}`;
    return `${name}${optional}: ${describeShape(field, deeper)}${fallback}`;
  });
  if (fields.length === 0) return '{}';
  const line = `{ ${fields.join(', ')} }`;
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line;
  return `{\n${fields.map((field) => `${deeper}${field}`).join('\n')}\n${indent}}`;
}

/** A schema may be written as a truth value, which bounds nothing, or as a list, which we have nowhere. */
function asSchema(schema: JsonSchema['items']): JsonSchema {
  return typeof schema === 'object' && !Array.isArray(schema) ? schema : {};
}

/** Brackets around a choice or a range, so that what follows counts for all of it. */
function wrap(text: string): string {
  return text.includes(' | ') || / [≤≥\d]\S*$/.test(text) ? `(${text})` : text;
}

const ERRORS_INTRO = `# Errors

Every error reply is JSON of this shape, under the status beside its code:

\`\`\`
{ "error": "A sentence for people.", "message": "The same sentence.", "code": "not_found",
  "issues": [{ "path": "final.email", "message": "Enter a valid email." }] }
\`\`\`

Programs read \`code\`: from version 1.0.0 on, codes are never renamed. People read \`error\` or \`message\`. \`issues\` is there where parts of
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
\`prove/matrix.proof.ts\`.
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
