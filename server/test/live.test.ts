import type { ChangeUser } from '@atelier/domain/accounts/schema.ts';
import { api } from '@atelier/domain/api.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishLive } from '../src/core/projects/live-events.ts';
import { ACCESS_TOKEN_SECONDS } from '../src/features/auth/tokens/access-token.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { transaction } from '../src/platform/db/transaction.ts';
import { type Child, databaseEnv, startNode } from './harness/child.ts';
import { createTestLocation, describeEachEngine } from './harness/database.ts';
import { chosenEngines } from './harness/engines.ts';
import { type LiveClient, openLive } from './harness/live-client.ts';
import { sampleBrief } from './harness/sample-calls.ts';
import { createTestServer, type TestServer } from './harness/server.ts';
import { createTestStreams } from './harness/streams.ts';
import { callWith, createTestApp, type TestApp, type TestUser } from './harness/test-app.ts';

const clients: LiveClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

/** Opens a stream; the first thing on it is that everything is to be asked for. */
async function open(origin: string, { token }: Pick<TestUser, 'token'>): Promise<LiveClient> {
  const client = await openLive(origin, token);
  clients.push(client);
  expect((await client.next()).kind).toBe('resync');
  return client;
}

let briefs = 0;
async function submit(person: TestUser): Promise<string> {
  briefs += 1;
  const final = { ...sampleBrief, goals: `Goal ${briefs}` };
  return (await person.call(api.submitOnboarding, { body: { final } })).body.id;
}
const write = (person: TestUser, id: string, body = 'Hello') =>
  person.call(api.sendMessage, { params: { id }, body: { body } });
const publish = (app: TestApp, news: Parameters<typeof publishLive>[2], isUndone = false) =>
  transaction(app.db, async (trx) => {
    await publishLive(trx, app.instance.platform.events, news);
    if (isUndone) throw new Error('undone');
  });

describeEachEngine((engine) => {
  it('begins with what was missed, and with a resync only where that is not known', async () => {
    await using app = await createTestApp({ engine });
    const [ada, eve] = [await app.signIn(), await app.signIn()];
    const [hers, eves] = [await submit(ada), await submit(eve)];
    const origin = await app.listen();
    await open(origin, ada);
    const begun = performance.now();
    await write(eve, eves);
    await write(ada, hers);
    const openAfter = async ({ token }: TestUser, missed = Math.floor(performance.now() - begun)) => {
      const client = await openLive(origin, token, missed);
      clients.push(client);
      return client;
    };
    const [client, stranger] = [await openAfter(ada), await openAfter(eve)];
    expect(await client.next()).toMatchObject({ kind: 'message_sent', projectId: hers });
    expect(await stranger.next()).toMatchObject({ kind: 'message_sent', projectId: eves });
    await write(ada, hers, 'Again');
    expect(await client.next()).toMatchObject({ kind: 'message_sent', projectId: hers });

    expect((await (await openAfter(ada, 60_000)).next()).kind).toBe('resync');
    expect((await openAfter(ada, -1)).status).toBe(400);
  });

  it('tells both sides what happens to a project, and nobody else', async () => {
    await using app = await createTestApp({ engine });
    const [ada, eve, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    const [hers, eves] = [await submit(ada), await submit(eve)];
    const origin = await app.listen();
    const [client, stranger, studio] = [
      await open(origin, ada),
      await open(origin, eve),
      await open(origin, owner),
    ];
    await write(ada, hers);
    const event = { id: expect.any(String), kind: 'message_sent', projectId: hers };
    expect(await client.next()).toEqual(event);
    expect(await studio.next()).toEqual(event);
    // The stranger's stream is alive: the first that it says is of her own.
    await write(eve, eves);
    expect(await stranger.next()).toMatchObject({ projectId: eves });
    expect(await studio.next()).toMatchObject({ projectId: eves });
  });

  it('says nothing of what was undone, of the studio’s drafts and notes to the client, or of reading to others', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const projectId = await submit(ada);
    const origin = await app.listen();
    const [client, studio] = [await open(origin, ada), await open(origin, owner)];
    await expect(publish(app, { projectId, kind: 'contract_sent' }, true)).rejects.toThrow('undone');
    await publish(app, { projectId, kind: 'milestone_added', studioOnly: true });
    const { message } = (await write(ada, projectId)).body;
    const body = { answer: 'not_needed', upTo: message.id } as const;
    // Said twice it is one piece of news.
    for (const _ of [1, 2]) await owner.call(api.noteAnswer, { params: { id: projectId }, body });
    await publish(app, { projectId, kind: 'messages_read', onlyFor: ada.id });
    await publish(app, { projectId, kind: 'file_added' });
    expect((await client.next()).kind).toBe('message_sent');
    expect([(await client.next()).kind, (await client.next()).kind]).toEqual(['messages_read', 'file_added']);
    for (const kind of ['milestone_added', 'message_sent', 'answer_noted', 'file_added']) {
      expect((await studio.next()).kind).toBe(kind);
    }
  });

  it('tells both sides, and nobody else, that a project is gone', async () => {
    await using app = await createTestApp({ engine });
    const [ada, eve, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    const [first, second, eves] = [await submit(ada), await submit(ada), await submit(eve)];
    const origin = await app.listen();
    const [client, stranger, studio] = [
      await open(origin, ada),
      await open(origin, eve),
      await open(origin, owner),
    ];
    const gone = (projectId: string) => ({ id: expect.any(String), kind: 'project_deleted', projectId });
    await owner.call(api.deleteProject, { params: { id: first } });
    expect(await client.next()).toEqual(gone(first));
    expect(await studio.next()).toEqual(gone(first));
    await ada.call(api.deleteOwnProject, { params: { id: second } });
    expect(await client.next()).toEqual(gone(second));
    expect(await studio.next()).toEqual(gone(second));
    // The stranger's stream is alive: the first that it says is of her own.
    await write(eve, eves);
    expect(await stranger.next()).toMatchObject({ projectId: eves });
    expect(await studio.next()).toMatchObject({ projectId: eves });
    await eve.call(api.deleteMyAccount);
    expect(await studio.next()).toEqual(gone(eves));
  });

  it('tells the studio, and nobody else, that an enquiry has come in', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const hers = await submit(ada);
    const origin = await app.listen();
    const [client, studio] = [await open(origin, ada), await open(origin, owner)];
    const body = { name: 'Vera', email: 'vera@visitor.example', message: 'A shop, please.' };
    await owner.call(api.createEnquiry, { body });
    await owner.call(api.createEnquiry, { body: { ...body, botfield: 'a robot' } });
    await write(ada, hers);
    expect(await studio.next()).toEqual({
      id: expect.any(String),
      kind: 'enquiry_received',
      projectId: null,
    });
    expect((await studio.next()).kind).toBe('message_sent');
    // The client's stream is alive: the first that it says is of the project.
    expect((await client.next()).kind).toBe('message_sent');
  });

  it('ends with the session, the token and the role that it was opened with', async () => {
    await using server = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
    const [ada, late, owner] = await signUpAll(server, [
      'ada@a.example',
      'late@a.example',
      'owner@studio.example',
    ]);
    if (!ada || !late || !owner) throw new Error('Nobody came');
    const id = await submit(ada);
    const origin = await server.listen();

    const revoked = await open(origin, ada);
    await server.inject({
      method: 'POST',
      url: '/auth/v1/logout?scope=local',
      headers: { authorization: `Bearer ${ada.token}` },
    });
    const demoted = await open(origin, owner);
    // Another admin, so that the owner can be demoted.
    await server.db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', late.id).execute();
    const admin = await open(origin, late);
    const params = { id: owner.id };
    expect((await late.call(api.changeUser, { params, body: { role: 'client' } })).status).toBe(200);
    const said = await late.call(api.sendMessageAsStudio, { params: { id }, body: { body: 'Anybody?' } });
    expect(said.status).toBe(201);
    expect(await revoked.ended).toEqual([]);
    // The pages of a former admin are told why, so that they empty themselves.
    expect(await demoted.ended).toMatchObject([{ kind: 'account_changed', projectId: null }]);
    expect((await admin.next()).kind).toBe('message_sent');

    server.clock.advance(ACCESS_TOKEN_SECONDS - 1);
    await server.instance.streams.beat();
    expect(server.instance.streams.size).toBe(1);
    server.clock.advance(2);
    await server.instance.streams.beat();
    expect(await admin.ended).toEqual([]);
    expect(server.instance.streams.size).toBe(0);
    expect((await openLive(origin, late.token)).status).toBe(401);
  });

  it('security: streams tell an account at once that an admin changed it, and nobody else', async () => {
    await using app = await createTestApp({ engine });
    const [ada, eve, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    const [hers, eves] = [await submit(ada), await submit(eve)];
    const origin = await app.listen();
    const [first, stranger] = [await open(origin, ada), await open(origin, eve)];
    const params = { id: ada.id };
    const change = (body: ChangeUser) => owner.call(api.changeUser, { params, body });
    const changed = { id: expect.any(String), kind: 'account_changed', projectId: null };

    await change({ subscriptionStatus: 'active' });
    expect(await first.next()).toEqual(changed);
    await write(ada, hers);
    expect((await first.next()).kind).toBe('message_sent');
    // A stream belongs to a role: the next one is the admin's.
    await change({ role: 'admin' });
    expect(await first.ended).toEqual([changed]);
    const second = await open(origin, ada);
    await change({ role: 'client' });
    expect(await second.ended).toEqual([changed]);
    const third = await open(origin, ada);
    await owner.call(api.disableUser, { params });
    for (const { kind } of await third.ended) expect(kind).toBe('account_changed');
    expect([401, 403]).toContain((await openLive(origin, ada.token)).status);
    await write(eve, eves);
    expect(await stranger.next()).toMatchObject({ projectId: eves });
  });

  it('has room for ten of one account, and for the next once one is gone', async () => {
    await using app = await createTestApp({ engine });
    const [ada, eve] = [await app.signIn(), await app.signIn()];
    const origin = await app.listen();
    const own = [];
    for (let number = 1; number <= 10; number += 1) own.push(await open(origin, ada));
    expect((await openLive(origin, ada.token)).status).toBe(429);
    await open(origin, eve);
    own[0]?.close();
    await expect.poll(() => app.instance.streams.size).toBe(10);
    await open(origin, ada);
  });

  it('ends when the server stops, which does not wait for it', async () => {
    const app = await createTestApp({ engine });
    const ada = await app.signIn();
    const client = await open(await app.listen(), ada);
    await app.close();
    expect(await client.ended).toEqual([]);
  });
});

async function signUpAll(server: TestServer, emails: readonly string[]): Promise<TestUser[]> {
  const people: TestUser[] = [];
  for (const email of emails) {
    const reply = await server.inject({
      method: 'POST',
      url: '/auth/v1/signup',
      payload: { email, password: 'a long sentence nobody else uses' },
    });
    const { access_token: token, user } = reply.json();
    const person = { id: user.id, email, token, call: callWith(server, token) };
    await person.call(api.getMe);
    people.push(person);
  }
  return people;
}

describe('a reader who does not read', () => {
  it('is let go of: nothing is kept for them', async () => {
    const reader = createTestStreams();
    await reader.open();
    await reader.streams.beat();
    reader.isFull = true;
    await reader.streams.beat();
    expect(reader.seen).toEqual(['event', 'beat', 'destroyed']);
    reader.streams.close();
  });
});

describe.runIf(chosenEngines(process.env.ENGINES).includes('postgres'))('several processes', () => {
  const children: Child[] = [];
  let location: Awaited<ReturnType<typeof createTestLocation>>;
  beforeEach(async () => {
    location = await createTestLocation('postgres');
  });
  afterEach(async () => {
    for (const { process } of children) process.kill('SIGTERM');
    for (const { ended } of children.splice(0)) expect((await ended).code).toBe(0);
    await location.remove();
  });

  async function startServer(): Promise<string> {
    const child = startNode(['server/src/main.ts'], {
      NODE_ENV: 'test',
      PORT: '0',
      AUTH_AUTOCONFIRM: 'on',
      OWNER_EMAIL: 'owner@studio.example',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'error',
      ...databaseEnv(location.location),
    });
    children.push(child);
    await child.said('Data is in');
    return `http://127.0.0.1:${/\(port (\d+)\)/.exec(child.output())?.[1]}`;
  }

  const send = async (url: string, body: unknown, token?: string) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return reply.json() as Promise<Record<string, string>>;
  };

  it('tell each other, also after the connection between them was cut', async () => {
    const [here, there] = [await startServer(), await startServer()];
    const account = { email: 'ada@client.example', password: 'a long sentence nobody else uses' };
    const { access_token: token = '' } = await send(`${here}/auth/v1/signup`, account);
    const brief = await send(`${here}/api/onboarding/submit`, { final: sampleBrief }, token);
    const [client, neighbour] = [await open(there, { token }), await open(here, { token })];
    const write = (text: string) => send(`${here}/api/portal/${brief.id}/messages`, { body: text }, token);
    await write('one');
    expect((await client.next()).kind).toBe('message_sent');
    expect((await neighbour.next()).kind).toBe('message_sent');

    const database = openDatabase(location.location);
    const { rows } = await sql<{ cut: boolean }>`select pg_terminate_backend(pid) as cut from pg_stat_activity
      where application_name = 'atelier events' and datname = current_database()`.execute(database.db);
    await database.close();
    expect(rows).toEqual([{ cut: true }, { cut: true }]);
    // What happened meanwhile was not heard: both are told to ask again, and hear what happens from then on.
    expect((await client.next()).kind).toBe('resync');
    expect((await neighbour.next()).kind).toBe('resync');
    await write('two');
    expect((await client.next()).kind).toBe('message_sent');
    expect((await neighbour.next()).kind).toBe('message_sent');
  });
});
