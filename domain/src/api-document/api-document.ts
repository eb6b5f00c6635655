import { API_PREFIX } from '../api.ts';
import { RECENT_SIGN_IN_SECONDS } from '../auth/rules.ts';
import type { Access, CallLimit, Endpoint, Method, RecentSignIn } from '../endpoint.ts';
import { errorStatus } from '../errors.ts';
import { errorReplySchema, type JsonSchema, ShapeCollector } from './shapes.ts';

interface Media {
  content: Record<string, { schema: JsonSchema }>;
}

export interface ApiParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
}

type ApiReply =
  | { $ref: string }
  | ({ description: string; headers?: Record<string, unknown> } & Partial<Media>);

/** An OpenAPI operation. Members that begin with `x-` are ours. */
export interface ApiOperation {
  operationId: string;
  tags: [Access];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: ApiParameter[];
  requestBody?: Media & { required: boolean };
  responses: Record<string, ApiReply>;
  'x-access': Access;
  'x-rate-limit'?: CallLimit;
  'x-recent-sign-in-seconds'?: number;
}

/** The parts of an OpenAPI 3.1 document used here. */
export interface ApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  tags: { name: Access; description: string }[];
  paths: Record<string, Partial<Record<Lowercase<Method>, ApiOperation>>>;
  components: {
    securitySchemes: Record<string, Record<string, string>>;
    responses: Record<string, ApiReply>;
    schemas: Record<string, JsonSchema>;
  };
}

const WHO: Record<Access, string> = {
  public: 'anybody',
  'signed-in': 'any account',
  project: 'the client of the project, or an admin; it does not exist for anybody else',
  'project-client': 'the client of the project alone',
  admin: 'admins',
};

const INTRO = `JSON goes in and comes out; the token travels as \`Authorization: Bearer …\`. Ids are UUIDs, times
ISO-8601 in UTC. Lengths of texts count after control characters and outer white space are removed. The sign-in has a
protocol of its own, under \`/auth/v1\`.`;

/** The name of the only authentication scheme. */
const TOKEN = 'token';
const JSON_TYPE = 'application/json';

/** Describes a table of endpoints as an OpenAPI document. */
export function describeApi(endpoints: Readonly<Record<string, Endpoint>>): ApiDocument {
  const shapes = new ShapeCollector();
  const statuses = new Set(Object.values(endpoints).flatMap(refusalsOf));
  const responses = describeRefusals(statuses, shapes);
  const paths: ApiDocument['paths'] = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const method = endpoint.method.toLowerCase() as Lowercase<Method>;
    paths[path] = { ...paths[path], [method]: describeCall(name, endpoint, shapes) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Atelier', version: '1', description: INTRO },
    servers: [{ url: API_PREFIX, description: 'This server' }],
    tags: (Object.keys(WHO) as Access[]).map((name) => ({ name, description: `For ${WHO[name]}.` })),
    paths,
    components: {
      securitySchemes: {
        [TOKEN]: { type: 'http', scheme: 'bearer', description: 'The access token of a session.' },
      },
      responses,
      schemas: shapes.named,
    },
  };
}

function describeCall(name: string, endpoint: Endpoint, shapes: ShapeCollector): ApiOperation {
  const { access, limit } = endpoint;
  const parameters = [
    ...describeParameters('path', endpoint.params, shapes),
    ...describeParameters('query', endpoint.query, shapes),
  ];
  const requestBody = describeBody(endpoint, shapes);
  return {
    operationId: name,
    tags: [access],
    summary: endpoint.summary,
    description: describeRules(endpoint),
    security: access === 'public' ? [] : [{ [TOKEN]: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      [endpoint.status ?? 200]: describeReply(endpoint, shapes),
      ...Object.fromEntries(refusalsOf(endpoint).map((status) => [status, refusalReference(status)])),
      default: refusalReference('default'),
    },
    'x-access': access,
    ...(limit ? { 'x-rate-limit': { max: limit.max, seconds: limit.seconds, per: limit.per } } : {}),
    ...(endpoint.needsRecentSignIn
      ? {
          'x-recent-sign-in-seconds': RECENT_SIGN_IN_SECONDS,
          ...(endpoint.needsRecentSignIn !== true && { 'x-recent-sign-in-for': endpoint.needsRecentSignIn }),
        }
      : {}),
  };
}

function describeRules({ access, limit, needsRecentSignIn }: Endpoint): string {
  return [
    `For ${WHO[access]}.`,
    ...(limit ? [`At most ${limit.max} in ${limit.seconds} s for each ${limit.per}.`] : []),
    ...(needsRecentSignIn
      ? [`Only within ${RECENT_SIGN_IN_SECONDS / 60} minutes of signing in${conditionOf(needsRecentSignIn)}.`]
      : []),
  ].join(' ');
}

/** For which bodies a recent sign-in is needed; empty for all. */
function conditionOf(rule: RecentSignIn): string {
  if (typeof rule === 'boolean') return '';
  const members = Object.entries(rule).map(
    ([name, values]) => `\`${name}\` is ${values.map((value) => `\`${value}\``).join(' or ')}`,
  );
  return ` if ${members.join(' or ')}`;
}

function describeParameters(
  place: ApiParameter['in'],
  schema: Endpoint['params'],
  shapes: ShapeCollector,
): ApiParameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = shapes.describe(schema, 'input');
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape as JsonSchema,
  }));
}

function describeBody({ body, upload }: Endpoint, shapes: ShapeCollector): ApiOperation['requestBody'] {
  if (upload) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' } as const;
    const schema: JsonSchema = { type: 'object', properties: { file }, required: ['file'] };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!body) return undefined;
  const schema = shapes.describe(body, 'input');
  return { required: true, content: { [schema.contentMediaType ?? JSON_TYPE]: { schema } } };
}

function describeReply({ reply, isStream }: Endpoint, shapes: ShapeCollector): ApiReply {
  const schema = shapes.describe(reply, 'output');
  if (isStream) {
    const description = 'Server-sent events without an end; the data of each has this shape.';
    return { description, content: { 'text/event-stream': { schema } } };
  }
  return { description: 'Done.', content: { [schema.contentMediaType ?? JSON_TYPE]: { schema } } };
}

/** The statuses of refusals before the handler, and of conflicts. */
function refusalsOf({ access, method, params, query, body, upload }: Endpoint): number[] {
  const isWritten = body !== undefined || upload === true;
  return [
    ...(query || isWritten ? [400] : []),
    ...(access === 'public' ? [] : [401, 403]),
    ...(params ? [404] : []),
    ...(method === 'GET' ? [] : [409]),
    ...(isWritten ? [413, 415] : []),
    429,
  ];
}

function refusalReference(status: number | 'default'): ApiReply {
  return { $ref: `#/components/responses/${refusalName(status)}` };
}

function refusalName(status: number | 'default'): string {
  return status === 'default' ? 'AnyError' : `Error${status}`;
}

/** One response per status, with its codes, and one for all others. */
function describeRefusals(statuses: ReadonlySet<number>, shapes: ShapeCollector): Record<string, ApiReply> {
  const content = { [JSON_TYPE]: { schema: shapes.describe(errorReplySchema, 'output') } };
  const retryAfter = { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } };
  const codes = Map.groupBy(Object.entries(errorStatus), ([, status]) => status);
  const byStatus = [...codes].filter(([status]) => statuses.has(status));
  return {
    ...Object.fromEntries(
      byStatus.map(([status, entries]): [string, ApiReply] => [
        refusalName(status),
        {
          description: `${entries.map(([code]) => `\`${code}\``).join(', ')}.`,
          ...(status === 429 ? { headers: { 'Retry-After': retryAfter } } : {}),
          content,
        },
      ]),
    ),
    [refusalName('default')]: { description: 'Any other error, by its `code`.', content },
  };
}
