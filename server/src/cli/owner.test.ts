import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../test/harness/server.ts';
import { openBrowser, PASSWORD, signUpAndConfirm } from '../../test/harness/sign-in.ts';
import { makeAdmin } from './owner.ts';

const EMAIL = 'me@studio.example';

async function pingAdmin(server: TestServer, token: string): Promise<number> {
  const reply = await server.inject({
    url: `/api${api.pingAdmin.path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return reply.statusCode;
}

describeEachEngine((engine) => {
  it('makes whoever has confirmed the address an admin, from the next call on', async () => {
    await using server = await createTestServer({ engine, env: { OWNER_EMAIL: '' } });
    const { auth } = await signUpAndConfirm(server, await server.listen(), EMAIL);
    const token = (await auth.getSession()).data.session?.access_token ?? '';
    expect(await pingAdmin(server, token)).toBe(403);

    await makeAdmin(server.db, server.clock, EMAIL, 'http://localhost:4000');
    expect(await pingAdmin(server, token)).toBe(200);
    expect((await auth.getUser()).data.user?.app_metadata.roles).toEqual(['admin']);

    await makeAdmin(server.db, server.clock, EMAIL, 'http://localhost:4000');
    const accounts = await server.db.selectFrom('accounts').select(['email', 'role']).execute();
    expect(accounts).toEqual([{ email: EMAIL, role: 'admin' }]);
  });

  it('says what to do while nobody has confirmed the address, and changes nothing', async () => {
    await using server = await createTestServer({ engine, env: { OWNER_EMAIL: '' } });
    const make = () => makeAdmin(server.db, server.clock, EMAIL, 'http://localhost:4000');
    await expect(make()).rejects.toThrow(/Nobody has confirmed me@studio.example yet. Sign up/);
    const { auth } = openBrowser(await server.listen());
    await auth.signUp({ email: EMAIL, password: PASSWORD });
    await expect(make()).rejects.toThrow(/Nobody has confirmed/);
    expect(await server.db.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });
});
