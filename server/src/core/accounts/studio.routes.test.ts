import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../test/harness/server.ts';
import { callWith } from '../../../test/harness/test-app.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import { newId } from '../../platform/ids.ts';

const PASSWORD = 'a long sentence nobody else uses';

async function signIn(server: TestServer, email: string) {
  return server.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=password',
    payload: { email, password: PASSWORD },
  });
}

/** A user with a real account of the embedded provider. */
async function join(server: TestServer, email: string) {
  const reply = await server.inject({
    method: 'POST',
    url: '/auth/v1/signup',
    payload: { email, password: PASSWORD },
  });
  const { access_token: token, user } = reply.json();
  const call = callWith(server, token);
  await call(api.getMe);
  return { id: user.id as string, email, call, params: { id: user.id as string } };
}

const openStudio = async (engine: 'sqlite' | 'postgres') => {
  const server = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
  return { server, owner: await join(server, 'owner@studio.example') };
};

describeAnyEngine((engine) => {
  it('a user’s page lists their projects', async () => {
    const { server, owner } = await openStudio(engine);
    await using _ = server;
    const ada = await join(server, 'ada@client.example');
    await ada.call(api.submitOnboarding, { body: { final: sampleBrief } });
    const { body } = await owner.call(api.getUser, { params: ada.params });
    expect(body.user).toMatchObject({ email: ada.email, role: 'client', disabledAt: null });
    expect(body.projects.map((project: { company: string }) => project.company)).toEqual(['Acme']);
    expect((await owner.call(api.getUser, { params: { id: newId() } })).status).toBe(404);
  });

  it('a promotion and a demotion apply from the user’s next call', async () => {
    const { server, owner } = await openStudio(engine);
    await using _ = server;
    const ada = await join(server, 'ada@client.example');
    expect((await ada.call(api.pingAdmin)).status).toBe(403);
    const made = await owner.call(api.changeUser, { params: ada.params, body: { role: 'admin' } });
    expect(made.body.user.role).toBe('admin');
    expect((await ada.call(api.pingAdmin)).status).toBe(200);
    // A new session's token carries the role too: it must not outlive the demotion.
    const token = (await signIn(server, ada.email)).json().access_token;
    const later = callWith(server, token);
    await owner.call(api.changeUser, { params: ada.params, body: { role: 'client' } });
    expect((await ada.call(api.pingAdmin)).status).toBe(403);
    expect((await later(api.pingAdmin)).status).toBe(403);
  });

  it('changing the subscription leaves the role unchanged', async () => {
    const { server, owner } = await openStudio(engine);
    await using _ = server;
    const body = { subscriptionStatus: 'past_due' } as const;
    const changed = await owner.call(api.changeUser, { params: owner.params, body });
    expect(changed.body.user).toMatchObject({ role: 'admin', subscriptionStatus: 'past_due' });
    const refused = await owner.call(api.changeUser, {
      params: owner.params,
      body: { role: 'king' as 'admin' },
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
  });

  it('one admin remains when two demote each other concurrently', async () => {
    const { server, owner } = await openStudio(engine);
    await using _ = server;
    const demote = { role: 'client' } as const;
    for (const reply of [
      await owner.call(api.changeUser, { params: owner.params, body: demote }),
      await owner.call(api.disableUser, { params: owner.params }),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'last_admin']);
    }
    const ada = await join(server, 'ada@client.example');
    await owner.call(api.changeUser, { params: ada.params, body: { role: 'admin' } });
    const replies = await Promise.all([
      owner.call(api.changeUser, { params: ada.params, body: demote }),
      ada.call(api.changeUser, { params: owner.params, body: demote }),
    ]);
    const statuses = replies.map((reply) => reply.status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const admins = await server.db.selectFrom('accounts').selectAll().where('role', '=', 'admin').execute();
    expect(admins).toHaveLength(1);
  });

  it('an account is disabled immediately, and enabled again with all its data', async () => {
    const { server, owner } = await openStudio(engine);
    await using _ = server;
    const ada = await join(server, 'ada@client.example');
    await ada.call(api.submitOnboarding, { body: { final: sampleBrief } });
    const closed = await owner.call(api.disableUser, { params: ada.params });
    expect(closed.body.user.disabledAt).toBe(server.clock.now().toISOString());
    expect((await ada.call(api.getMe)).status).toBe(401);
    expect((await signIn(server, ada.email)).json().error_code).toBe('user_banned');
    server.clock.advance(60);
    const again = await owner.call(api.disableUser, { params: ada.params });
    expect(again.body.user.disabledAt).toBe(closed.body.user.disabledAt);

    await owner.call(api.enableUser, { params: ada.params });
    const back = callWith(server, (await signIn(server, ada.email)).json().access_token);
    expect((await back(api.listMyProjects)).body.total).toBe(1);
  });

  it('a disabled account’s token is refused on every non-public call', async () => {
    const { server, owner } = await openStudio(engine);
    await using _ = server;
    const ada = await join(server, 'ada@client.example');
    await server.db
      .updateTable('accounts')
      .set({ disabled_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', ada.id)
      .execute();
    for (const endpoint of [api.getMe, api.listMyProjects, api.pingAdmin]) {
      const reply = await ada.call(endpoint);
      expect([reply.status, reply.body.code]).toEqual([403, 'account_disabled']);
    }
    const question = { name: 'Ada', email: ada.email, message: 'Why is my account closed?' };
    expect((await ada.call(api.createEnquiry, { body: question })).status).toBe(201);
    expect((await owner.call(api.listEnquiries)).body.total).toBe(1);
  });

  it('signing a user out everywhere ends all sessions and returns their number', async () => {
    const { server, owner } = await openStudio(engine);
    await using _ = server;
    const ada = await join(server, 'ada@client.example');
    const second = callWith(server, (await signIn(server, ada.email)).json().access_token);
    expect((await owner.call(api.signUserOut, { params: ada.params })).body).toEqual({ ended: 2 });
    expect([(await ada.call(api.getMe)).status, (await second(api.getMe)).status]).toEqual([401, 401]);
    expect((await owner.call(api.signUserOut, { params: ada.params })).body).toEqual({ ended: 0 });
    expect((await signIn(server, ada.email)).statusCode).toBe(200);
    expect((await owner.call(api.signUserOut, { params: { id: newId() } })).status).toBe(404);
  });
});
