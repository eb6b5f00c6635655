import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../test/harness/server.ts';
import { callAuth, PASSWORD } from '../../../test/harness/sign-in.ts';
import { callWith } from '../../../test/harness/test-app.ts';

async function joinAsAdmin(server: TestServer, email: string) {
  const { body } = await callAuth(server, '/signup', { body: { email, password: PASSWORD } });
  const { access_token: token, user } = body;
  const call = callWith(server, token);
  await call(api.getMe);
  await server.db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', user.id).execute();
  return { params: { id: user.id as string }, call };
}

describeAnyEngine((engine) => {
  it('one admin remains when many demote, disable and delete each other concurrently', async () => {
    await using server = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
    const admins = await Promise.all(
      Array.from({ length: 8 }, (_, n) => joinAsAdmin(server, `admin-${n}@studio.example`)),
    );
    const replies = await Promise.all(
      admins.flatMap(({ params, call }, n) => {
        const next = admins[(n + 1) % admins.length]?.params ?? params;
        return [
          call(api.changeUser, { params: next, body: { role: 'client' } }),
          call(api.changeUser, { params, body: { subscriptionStatus: 'active' } }),
          call(api.disableUser, { params: next }),
          call(api.signUserOut, { params: next }),
          ...(n % 2 === 0 ? [call(api.deleteMyAccount)] : []),
        ];
      }),
    );
    // A user who was demoted, disabled or deleted first gets that refusal, never a database error.
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 401, 403, 404, 409].includes(status))).toEqual([]);
    expect(statuses).toContain(200);
    const left = await server.db
      .selectFrom('accounts')
      .select('id')
      .where('role', '=', 'admin')
      .where('disabled_at', 'is', null)
      .execute();
    expect(left.length).toBeGreaterThanOrEqual(1);
  });
});
