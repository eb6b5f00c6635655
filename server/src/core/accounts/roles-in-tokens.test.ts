import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../test/harness/server.ts';
import { callAuth, makeServiceToken, PASSWORD, signInByCall } from '../../../test/harness/sign-in.ts';
import { callWith } from '../../../test/harness/test-app.ts';

const OWNER = 'owner@studio.example';
const env = { AUTH_AUTOCONFIRM: 'on' };

/** Signs a user up and makes their first API call. */
async function join(server: TestServer, email: string) {
  const { body } = await callAuth(server, '/signup', { body: { email, password: PASSWORD } });
  const call = callWith(server, body.access_token);
  const { role } = (await call(api.getMe)).body;
  return { id: body.user.id, params: { id: body.user.id }, role, call };
}

/** Grants roles as a service does: only in the tokens. */
async function setRolesByService(server: TestServer, id: string, roles: readonly string[]) {
  const { status } = await callAuth(server, `/admin/users/${id}`, {
    method: 'PUT',
    token: await makeServiceToken(server),
    body: { app_metadata: { roles } },
  });
  expect(status).toBe(200);
}

const rolesInTokens = async ({ db }: TestServer, id: string) => {
  const row = await db
    .selectFrom('auth_users')
    .select('app_metadata')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.app_metadata).roles;
};

describeEachEngine((engine) => {
  it('security: an admin by token only is listed as admin, can be demoted, and stays demoted', async () => {
    await using server = await createTestServer({ engine, env });
    const [owner, eve] = [await join(server, OWNER), await join(server, 'eve@client.example')];
    await setRolesByService(server, eve.id, ['Admin', 'editor']);
    expect((await eve.call(api.pingAdmin)).status).toBe(200);
    const listed = (await owner.call(api.listUsers)).body;
    expect(listed.find(({ id }) => id === eve.id)?.role).toBe('admin');
    expect((await owner.call(api.getUser, { params: eve.params })).body.user.role).toBe('admin');

    const demoted = await owner.call(api.changeUser, { params: eve.params, body: { role: 'client' } });
    expect([demoted.status, demoted.body.user.role]).toEqual([200, 'client']);
    expect(await rolesInTokens(server, eve.id)).toEqual(['editor']);
    expect((await eve.call(api.pingAdmin)).status).toBe(403);

    await owner.call(api.changeUser, { params: eve.params, body: { role: 'admin' } });
    expect(await rolesInTokens(server, eve.id)).toEqual(['editor', 'admin']);
    const { role } = await server.db
      .selectFrom('accounts')
      .select('role')
      .where('id', '=', eve.id)
      .executeTakeFirstOrThrow();
    expect(role).toBe('admin');
  });

  it('the owner’s role is stored in the account and in the provider’s metadata', async () => {
    await using server = await createTestServer({ engine, env });
    const owner = await join(server, OWNER);
    expect([owner.role, await rolesInTokens(server, owner.id)]).toEqual(['admin', ['admin']]);
  });

  it('security: a demoted owner who deletes the account and signs up again is a client when there is an admin', async () => {
    await using server = await createTestServer({ engine, env });
    const [owner, second] = [await join(server, OWNER), await join(server, 'second@studio.example')];
    await owner.call(api.changeUser, { params: second.params, body: { role: 'admin' } });
    await second.call(api.changeUser, { params: owner.params, body: { role: 'client' } });
    expect((await owner.call(api.deleteMyAccount)).status).toBe(200);
    expect((await join(server, OWNER)).role).toBe('client');
  });

  it('security: the owner isn’t promoted when there is an admin by token only', async () => {
    await using server = await createTestServer({ engine, env });
    const second = await join(server, 'second@studio.example');
    await setRolesByService(server, second.id, ['admin']);
    expect((await join(server, OWNER)).role).toBe('client');
    await setRolesByService(server, second.id, []);
    expect(
      (await callWith(server, (await signInByCall(server, OWNER)).access_token)(api.getMe)).body.role,
    ).toBe('admin');
  });

  it('one admin remains when admins by token only demote each other concurrently', async () => {
    await using server = await createTestServer({ engine, env: { ...env, OWNER_EMAIL: '' } });
    const admins = await Promise.all(['a', 'b'].map((name) => join(server, `${name}@studio.example`)));
    for (const { id } of admins) await setRolesByService(server, id, ['admin']);
    const [one, other] = admins;
    const demote = (by: typeof one, whom: typeof one) =>
      by?.call(api.changeUser, { params: whom?.params ?? { id: '' }, body: { role: 'client' } });
    const replies = await Promise.all([demote(one, other), demote(other, one)]);
    const statuses = replies.map((reply) => reply?.status ?? 0).sort();
    expect(statuses[0]).toBe(200);
    expect([403, 409]).toContain(statuses[1]);
    const last = (await one?.call(api.pingAdmin))?.status === 200 ? one : other;
    expect((await last?.call(api.disableUser, { params: last.params }))?.body.code).toBe('last_admin');
    expect((await last?.call(api.deleteMyAccount))?.body.code).toBe('last_admin');
  });
});
