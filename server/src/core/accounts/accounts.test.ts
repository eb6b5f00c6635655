import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp } from '../../../test/harness/test-app.ts';

describeEachEngine((engine) => {
  it('the first call with a valid token creates the account, once under concurrent calls', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn({ email: 'Ada@Client.example', username: 'Ada_9' });
    const replies = await Promise.all(Array.from({ length: 8 }, () => ada.call(api.getMe)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200));
    expect(replies[0]?.body).toEqual({
      role: 'client',
      roles: ['client'],
      user: {
        _id: ada.id,
        username: 'Ada_9',
        email: 'ada@client.example',
        createdAt: '2026-03-02T09:00:00.000Z',
      },
    });
    const owner = await app.signInOwner();
    const users = await owner.call(api.listUsers);
    expect(users.body).toHaveLength(2);
    expect(users.headers['x-total-count']).toBe('2');
  });

  it('any endpoint creates the account on the first call', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const reply = await ada.call(api.updateProfile, { body: { username: 'ada' } });
    expect(reply.body.user).toMatchObject({ _id: ada.id, username: 'ada', email: ada.email });
  });

  it('a new account gets the name chosen at sign-up only if it is valid and free', async () => {
    await using app = await createTestApp({ engine });
    const names = [];
    for (const username of ['ada', 'ADA', 'not a name', 'x', 7, null, { toString: 'ada' }]) {
      const user = await app.signIn({ username });
      names.push((await user.call(api.getMe)).body.user.username);
    }
    expect(names).toEqual(['ada', null, null, null, null, null, null]);
  });

  it('one user gets the name when several sign up with it concurrently', async () => {
    await using app = await createTestApp({ engine });
    const people = await Promise.all(Array.from({ length: 6 }, () => app.signIn({ username: 'ada' })));
    const replies = await Promise.all(people.map((user) => user.call(api.getMe)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(6).fill(200));
    const names = replies.map((reply) => reply.body.user.username);
    expect(names.filter((name) => name === 'ada')).toHaveLength(1);
    expect(names.filter((name) => name === null)).toHaveLength(5);
  });

  it('the username check reports whether a name is free, ignoring case', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn({ username: 'Ada' });
    await ada.call(api.getMe);
    const ask = async (u: string) => (await app.call(api.checkUsername, { query: { u } })).body;
    expect(await ask('ada')).toEqual({ available: false });
    expect(await ask('ADA')).toEqual({ available: false });
    expect(await ask('ada2')).toEqual({ available: true });
    expect(await ask('a')).toEqual({ available: false });
    expect(await ask("a' or 1=1 --")).toEqual({ available: false });
    expect((await ada.call(api.checkUsername, { query: { u: 'ADA' } })).body).toEqual({ available: true });
    expect((await app.call(api.checkUsername)).status).toBe(400);
  });

  it('a username can be changed, except to a taken or malformed one', async () => {
    await using app = await createTestApp({ engine });
    const [ada, ben] = [await app.signIn({ username: 'ada' }), await app.signIn({ username: 'ben' })];
    await ada.call(api.getMe);
    expect((await ben.call(api.updateProfile, { body: { username: ' ben_2 ' } })).body.user.username).toBe(
      'ben_2',
    );
    const taken = await ben.call(api.updateProfile, { body: { username: 'ADA' } });
    expect([taken.status, taken.body.code]).toEqual([409, 'username_taken']);
    const malformed = await ben.call(api.updateProfile, { body: { username: 'b e n' } });
    expect(malformed.body).toEqual({
      error: 'Letters/numbers/_ only',
      message: 'Letters/numbers/_ only',
      code: 'validation_failed',
      issues: [{ path: 'username', message: 'Letters/numbers/_ only' }],
    });
    expect((await ben.call(api.getMe)).body.user.username).toBe('ben_2');
    // The old name is free again, and users may change the case of their own.
    expect((await ada.call(api.updateProfile, { body: { username: 'ben' } })).status).toBe(200);
    expect((await ada.call(api.updateProfile, { body: { username: 'BEN' } })).body.user.username).toBe('BEN');
  });

  it('one user gets the name when several choose it concurrently', async () => {
    await using app = await createTestApp({ engine });
    const people = await Promise.all(Array.from({ length: 8 }, () => app.signIn()));
    await Promise.all(people.map((user) => user.call(api.getMe)));
    const replies = await Promise.all(
      people.map((user, i) =>
        user.call(api.updateProfile, { body: { username: i % 2 ? 'prize' : 'PRIZE' } }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  it('a confirmed address is copied from the provider, to the projects too', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn({ email: 'old@client.example' }), await app.signInOwner()];
    const { body } = await ada.call(api.saveOnboarding, { body: { step: 1, data: { company: 'Acme' } } });
    expect((await ada.call(api.syncEmail)).body).toEqual({ email: 'old@client.example' });
    app.changeProviderEmail(ada, 'New@Client.example');
    expect((await ada.call(api.syncEmail)).body).toEqual({ email: 'new@client.example' });
    expect((await ada.call(api.getMe)).body.user.email).toBe('new@client.example');
    expect((await ada.call(api.getMyOnboarding)).body.onboarding?.email).toBe('new@client.example');
    const find = async (q: string) => (await owner.call(api.listProjects, { query: { q } })).body.items;
    expect(await find('new@client')).toMatchObject([{ id: body.id, email: 'new@client.example' }]);
    expect(await find('old@client')).toEqual([]);
    expect((await owner.call(api.listUsers, { query: { q: 'new@client' } })).body).toHaveLength(1);
  });

  it('the list of users is newest first, searchable, in pages and for admins only', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    await owner.call(api.getMe);
    for (const username of ['zoe', 'yves', 'under_score']) {
      app.clock.advance(1);
      await (await app.signIn({ username })).call(api.getMe);
    }
    const list = async (query: Record<string, unknown>) => {
      const reply = await owner.call(api.listUsers, { query });
      return [reply.body.map(({ username }) => username), reply.headers['x-total-count']];
    };
    expect(await list({})).toEqual([['under_score', 'yves', 'zoe', 'owner'], '4']);
    expect(await list({ limit: 2, page: 2 })).toEqual([['zoe', 'owner'], '4']);
    expect(await list({ q: 'ZO' })).toEqual([['zoe'], '1']);
    expect(await list({ q: 'r_s' })).toEqual([['under_score'], '1']);
    expect(await list({ q: 'r%s' })).toEqual([[], '0']);
    const [user] = (await owner.call(api.listUsers, { query: { q: 'owner' } })).body;
    expect(user).toEqual({
      _id: owner.id,
      id: owner.id,
      email: 'owner@studio.example',
      username: 'owner',
      role: 'admin',
      subscriptionStatus: 'none',
      disabledAt: null,
      createdAt: '2026-03-02T09:00:00.000Z',
      updatedAt: '2026-03-02T09:00:00.000Z',
    });
  });
});
