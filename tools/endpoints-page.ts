import { api } from '@atelier/domain/api.ts';
import {
  type ApiDocument,
  type ApiOperation,
  describeApi,
} from '@atelier/domain/api-document/api-document.ts';
import type { JsonSchema } from '@atelier/domain/api-document/shapes.ts';
import { describeShape } from './json-shape.ts';

const INTRO = `Every call of the product, made from the document that the server gives at \`/api/openapi.json\`.`;

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
    INTRO,
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
