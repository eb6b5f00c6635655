import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { api } from './api.ts';
import { calendarReply, csvReply, type Endpoint, zipReply } from './endpoint.ts';
import { AUDITED_ITEMS } from './project-parts.ts';

const endpoints = Object.entries(api) as [string, Endpoint][];

/** Every call of specification section 7, for any caller. */
const SPECIFIED = `
GET /me
GET /username-available
POST /profile
POST /me/sync-email
GET /onboarding/me
POST /onboarding/save
POST /onboarding/submit
DELETE /onboarding/draft
GET /onboarding/list
POST /contact/create
GET /contact/contacts
PATCH /contact/:id/status
GET /portal/:id/contract
POST /portal/:id/contract/accept
POST /portal/:id/contract/request-change
GET /portal/:id/milestones
POST /portal/:id/milestones/:milestoneId/status
GET /portal/:id/messages
POST /portal/:id/messages
GET /portal/:id/files
DELETE /portal/:id
GET /admin/ping
GET /admin/users
GET /admin/projects
GET /admin/projects/:id
DELETE /admin/projects/:id
GET /admin/portal/:id/messages
POST /admin/portal/:id/messages
GET /admin/portal/:id/milestones
POST /admin/portal/:id/milestones
PATCH /admin/portal/:id/milestones/:milestoneId
DELETE /admin/portal/:id/milestones/:milestoneId
POST /admin/portal/:id/milestones/:milestoneId/status
PATCH /admin/portal/:id/milestones/reorder`
  .trim()
  .split('\n');

const calls = endpoints.map(([, endpoint]) => `${endpoint.method} ${endpoint.path}`);

it('the endpoint table declares every call of the specification exactly once', () => {
  expect(SPECIFIED.filter((call) => !calls.includes(call))).toEqual([]);
  expect(new Set(calls).size).toBe(calls.length);
});

describe.each(endpoints)('endpoint %s', (_name, endpoint) => {
  it('has a schema for exactly the parameters of its path', () => {
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(named);
  });

  it('names the part of a project that the audit records', () => {
    const params: string[] = Object.values(AUDITED_ITEMS).map(({ param }) => param);
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].flatMap((match) => match[1] ?? []);
    // The audit names the file that these are of.
    const ofFile = named.includes('fileId') ? ['version', 'commentId'] : [];
    // A file that no message has yet is its sender's alone.
    const unnamed = ['id', 'attachmentId', 'replyFileId', ...ofFile];
    const others = endpoint.audit ? named.filter((name) => !unnamed.includes(name)) : [];
    expect(others.filter((name) => !params.includes(name))).toEqual([]);
  });

  it('takes a body only with POST or PATCH, and has a summary', () => {
    if (endpoint.body) expect(['POST', 'PATCH']).toContain(endpoint.method);
    expect(endpoint.summary).toMatch(/^\S.*\.$/);
  });

  it('requires admin access under /admin, and project access wherever it names a project', () => {
    if (endpoint.path.startsWith('/admin')) expect(endpoint.access).toBe('admin');
    if (endpoint.path.startsWith('/portal/:id'))
      expect(['project', 'project-client']).toContain(endpoint.access);
  });

  it('replies with an object or an array that JSON schema can describe, or with a file', () => {
    const files: readonly unknown[] = [csvReply, zipReply, calendarReply];
    const kinds = files.includes(endpoint.reply) ? ['string'] : ['object', 'array'];
    expect(kinds).toContain(z.toJSONSchema(endpoint.reply, { io: 'output' }).type);
  });
});

test('the endpoint table opens exactly these calls to anyone', () => {
  const open = endpoints.filter(([, endpoint]) => endpoint.access === 'public').map(([name]) => name);
  expect(open.sort()).toEqual([
    'cancelOwnBooking',
    'checkUsername',
    'confirmOwnBooking',
    'createBooking',
    'createEnquiry',
    'decide',
    'findDecision',
    'findOwnBooking',
    'getApiDocument',
    'listOfferedTimes',
    'moveOwnBooking',
    'readCalendarFeed',
    'receiveCardEvent',
  ]);
});

/** Texts that a caller can fill with words: not ids, keys, or one of a few values. */
function freeTexts(schema: z.core.JSONSchema._JSONSchema, name = ''): string[] {
  if (typeof schema === 'boolean' || /^(?:id|key|hash|replyTo|files|upTo|seen)$/.test(name)) return [];
  const isFree = schema.type === 'string' && !schema.enum && !schema.format && !schema.pattern;
  const inner = Object.entries(schema.properties ?? {}).flatMap(([inside, each]) => freeTexts(each, inside));
  const items =
    typeof schema.items === 'object' && !Array.isArray(schema.items) ? freeTexts(schema.items, name) : [];
  const others = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => list ?? []);
  return [...(isFree ? [name] : []), ...inner, ...items, ...others.flatMap((each) => freeTexts(each, name))];
}

/** A typed name, once for what the studio sent: an acceptance is never refused for want of room. */
const ACCEPTANCES = ['acceptContract', 'acceptChangeOrder'];

describe('the words that clients write', () => {
  const calls = endpoints.filter(
    ([, { method, access }]) => method !== 'GET' && access !== 'admin' && access !== 'public',
  );

  it.each(calls)('%s says whether it takes any', (name, { body, clientWords }) => {
    const json = body ? z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) : {};
    expect(clientWords !== undefined).toBe(freeTexts(json).length > 0 && !ACCEPTANCES.includes(name));
  });

  it('replace earlier ones only where there is one of them: a draft, a title, an address of bills', () => {
    const replacing = endpoints.filter(([, { clientWords }]) => clientWords === 'replaced');
    expect(replacing.map(([name]) => name).sort()).toEqual([
      'renameProject',
      'saveBilling',
      'saveOnboarding',
    ]);
  });
});
