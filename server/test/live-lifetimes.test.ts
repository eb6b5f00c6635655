import type { ChangeUser } from '@atelier/domain/accounts/schema.ts';
import { api } from '@atelier/domain/api.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { ACCESS_TOKEN_SECONDS } from '../src/features/auth/tokens/access-token.ts';
import { describeEachEngine } from './harness/database.ts';
import { closeStreams, openLive, openStream, submitBrief, writeMessage } from './harness/live-client.ts';
import { createTestServer, type TestServer } from './harness/server.ts';
import { createTestStreams } from './harness/streams.ts';
import { callWith, createTestApp, type TestUser } from './harness/test-app.ts';

afterEach(closeStreams);

describeEachEngine((engine) => {
  it('ends a stream when its session, token or role ends', async () => {
    await using server = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
    const [ada, late, owner] = await signUpAll(server, [
      'ada@a.example',
      'late@a.example',
      'owner@studio.example',
    ]);
    if (!ada || !late || !owner) throw new Error('Nobody came');
    const id = await submitBrief(ada);
    const origin = await server.listen();

    const revoked = await openStream(origin, ada);
    await server.inject({
      method: 'POST',
      url: '/auth/v1/logout?scope=local',
      headers: { authorization: `Bearer ${ada.token}` },
    });
    const demoted = await openStream(origin, owner);
    // A second admin, so that the owner can be demoted.
    await server.db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', late.id).execute();
    const admin = await openStream(origin, late);
    const params = { id: owner.id };
    expect((await late.call(api.changeUser, { params, body: { role: 'client' } })).status).toBe(200);
    const sent = await late.call(api.sendMessageAsStudio, { params: { id }, body: { body: 'Anybody?' } });
    expect(sent.status).toBe(201);
    expect(await revoked.ended).toEqual([]);
    // A former admin's pages get the reason, so that they clear themselves.
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

  it('security: streams notify an account immediately, and no other, when an admin changes it', async () => {
    await using app = await createTestApp({ engine });
    const [ada, eve, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    const [hers, eves] = [await submitBrief(ada), await submitBrief(eve)];
    const origin = await app.listen();
    const [first, stranger] = [await openStream(origin, ada), await openStream(origin, eve)];
    const params = { id: ada.id };
    const change = (body: ChangeUser) => owner.call(api.changeUser, { params, body });
    const changed = { id: expect.any(String), kind: 'account_changed', projectId: null };

    await change({ subscriptionStatus: 'active' });
    expect(await first.next()).toEqual(changed);
    await writeMessage(ada, hers);
    expect((await first.next()).kind).toBe('message_sent');
    // A stream belongs to a role: the next one is an admin's.
    await change({ role: 'admin' });
    expect(await first.ended).toEqual([changed]);
    const second = await openStream(origin, ada);
    await change({ role: 'client' });
    expect(await second.ended).toEqual([changed]);
    const third = await openStream(origin, ada);
    await owner.call(api.disableUser, { params });
    for (const { kind } of await third.ended) expect(kind).toBe('account_changed');
    expect([401, 403]).toContain((await openLive(origin, ada.token)).status);
    await writeMessage(eve, eves);
    expect(await stranger.next()).toMatchObject({ projectId: eves });
  });

  it('refuses an eleventh stream of one account until another is closed', async () => {
    await using app = await createTestApp({ engine });
    const [ada, eve] = [await app.signIn(), await app.signIn()];
    const origin = await app.listen();
    const own = [];
    for (let number = 1; number <= 10; number += 1) own.push(await openStream(origin, ada));
    expect((await openLive(origin, ada.token)).status).toBe(429);
    await openStream(origin, eve);
    own[0]?.close();
    await expect.poll(() => app.instance.streams.size).toBe(10);
    await openStream(origin, ada);
  });

  it('ends its streams when the server stops', async () => {
    const app = await createTestApp({ engine });
    const ada = await app.signIn();
    const client = await openStream(await app.listen(), ada);
    await app.close();
    expect(await client.ended).toEqual([]);
  });
});

async function signUpAll(server: TestServer, emails: readonly string[]): Promise<TestUser[]> {
  const users: TestUser[] = [];
  for (const email of emails) {
    const reply = await server.inject({
      method: 'POST',
      url: '/auth/v1/signup',
      payload: { email, password: 'a long sentence nobody else uses' },
    });
    const { access_token: token, user } = reply.json();
    const testUser = { id: user.id, email, token, call: callWith(server, token) };
    await testUser.call(api.getMe);
    users.push(testUser);
  }
  return users;
}

describe('an unread stream', () => {
  it('is closed and buffers nothing', async () => {
    const reader = createTestStreams();
    await reader.open();
    await reader.streams.beat();
    reader.isFull = true;
    await reader.streams.beat();
    expect(reader.seen).toEqual(['event', 'beat', 'destroyed']);
    reader.streams.close();
  });
});
