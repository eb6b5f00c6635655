import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '../api.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { errorStatus } from '../errors.ts';
import { idParams } from '../ids.ts';
import { finalBriefSchema } from '../onboarding/schema.ts';
import { longText, shortText } from '../text-schema.ts';
import { type ApiOperation, describeApi } from './api-document.ts';
import type { JsonSchema } from './shapes.ts';

const document = describeApi(api);

/** The description of one endpoint in its own table. */
function describeOne(definition: Endpoint): ApiOperation | undefined {
  const { paths } = describeApi({ it: definition });
  return Object.values(Object.values(paths)[0] ?? {})[0];
}

const noted = {
  method: 'POST',
  path: '/notes/:id',
  access: 'signed-in',
  summary: 'Notes.',
  needsRecentSignIn: false,
} as const;
const limit = { max: 3, seconds: 60, per: 'account' } as const;

/** Any length, so that a bot that overfills it learns nothing. */
const UNBOUNDED = ['createEnquiry.botfield', 'createBooking.botfield'];

/** The places in a request where a text or list of any length is allowed. */
function findUnbounded(shape: JsonSchema, place: string): string[] {
  const { $ref } = shape;
  if ($ref) return findUnbounded(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, place);
  const inside = [
    ...(shape.anyOf ?? []).flatMap((each) => findUnbounded(each, place)),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, each]) =>
      findUnbounded(each as JsonSchema, `${place}.${name}`),
    ),
    ...(shape.items ? findUnbounded(shape.items as JsonSchema, `${place}[]`) : []),
  ];
  const { type, maxLength, maxItems, format, pattern, contentMediaType } = shape;
  const isShort = maxLength ?? format ?? pattern ?? contentMediaType ?? shape.enum ?? shape.const;
  if (type === 'string' && isShort === undefined) inside.push(place);
  if (type === 'array' && maxItems === undefined) inside.push(place);
  return inside;
}

describe('describeApi', () => {
  it('describes every endpoint of the table, each under its name', () => {
    const operations = Object.values(document.paths).flatMap((each) => Object.values(each));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(api).sort());
  });

  it('bounds every text and list that a caller may send', () => {
    const unbounded = Object.values(document.paths)
      .flatMap((each) => Object.values(each))
      .flatMap(({ operationId, parameters = [], requestBody }) => [
        ...parameters.flatMap(({ name, schema }) => findUnbounded(schema, `${operationId}?${name}`)),
        ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
          findUnbounded(schema, operationId),
        ),
      ]);
    expect(unbounded).toEqual(UNBOUNDED);
  });

  it('states who may call, how often and how recently they must have signed in', () => {
    const operation = describeOne({
      ...noted,
      params: idParams,
      reply: z.object({}),
      limit,
      needsRecentSignIn: true,
    });
    expect(operation).toMatchObject({
      description:
        'For any account. At most 3 in 60 s for each account. Only within 10 minutes of signing in.',
      security: [{ token: [] }],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      'x-access': 'signed-in',
      'x-rate-limit': limit,
      'x-recent-sign-in-seconds': 600,
    });
  });

  it('states for which bodies a call needs a recent sign-in', () => {
    const operation = describeOne({
      ...noted,
      body: z.object({ role: z.enum(['decides', 'follows']) }),
      reply: z.object({}),
      limit,
      needsRecentSignIn: { role: ['decides'] },
    });
    expect(operation).toMatchObject({
      description:
        'For any account. At most 3 in 60 s for each account. Only within 10 minutes of signing in if `role` is `decides`.',
      'x-recent-sign-in-seconds': 600,
      'x-recent-sign-in-for': { role: ['decides'] },
    });
  });

  it('requires no token for endpoints open to anyone', () => {
    expect(describeOne({ ...noted, access: 'public', reply: z.object({}), limit })?.security).toEqual([]);
  });

  it.each([
    ['a line', shortText(120), { type: 'string', maxLength: 120 }],
    [
      'a text that is not empty',
      longText(5_000).pipe(z.string().min(10)),
      { minLength: 10, maxLength: 5_000 },
    ],
    ['a number', z.number().int().min(1).max(7), { type: 'integer', minimum: 1, maximum: 7 }],
    ['a list', z.array(shortText(40)).max(9), { maxItems: 9, items: { maxLength: 40 } }],
  ])('shows the limits of %s', (_what, schema, shown) => {
    const operation = describeOne({ ...noted, body: z.object({ it: schema }), reply: z.object({}), limit });
    expect(operation?.requestBody?.content['application/json']?.schema.properties?.it).toMatchObject(shown);
  });

  it('names the media type of a reply that isn’t JSON', () => {
    expect(document.paths['/contact/export']?.get?.responses[200]).toHaveProperty('content.text/csv');
    expect(document.paths['/events']?.get?.responses[200]).toHaveProperty('content.text/event-stream');
    const upload = document.paths['/portal/{id}/files']?.post?.requestBody?.content;
    expect(Object.keys(upload ?? {})).toEqual(['multipart/form-data']);
    const pdf = document.paths['/admin/portal/{id}/contract/document']?.post?.requestBody?.content;
    expect(Object.keys(pdf ?? {})).toEqual(['application/pdf']);
  });

  it('gives every error reply the codes of the error table', () => {
    const { ErrorReply, ErrorCode } = document.components.schemas;
    expect(ErrorReply?.properties?.code).toEqual({ $ref: '#/components/schemas/ErrorCode' });
    expect(ErrorCode?.enum).toEqual(Object.keys(errorStatus));
    expect(document.components.responses.Error429).toMatchObject({
      description: '`rate_limited`.',
      headers: { 'Retry-After': {} },
    });
  });

  it('throws for a named schema whose input differs from its output', () => {
    const table = { it: endpoint({ ...noted, body: finalBriefSchema, reply: finalBriefSchema, limit }) };
    expect(() => describeApi(table)).toThrow('FinalBrief is not sent in the shape in which it is replied');
  });
});
