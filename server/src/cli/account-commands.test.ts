import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../test/harness/database.ts';
import { setUpAppByCall } from '../../test/harness/second-factor.ts';
import { createTestServer, type TestServer } from '../../test/harness/server.ts';
import {
  callAuth,
  newestMail,
  openBrowser,
  PASSWORD,
  signUpAndConfirm,
  signUpByCall,
} from '../../test/harness/sign-in.ts';
import { callWith } from '../../test/harness/test-app.ts';
import { studioMailLook } from '../mails.ts';
import { makeAdmin, removeSecondFactor } from './account-commands.ts';

const EMAIL = 'me@studio.example';

async function pingAdmin(server: TestServer, token: string): Promise<number> {
  const reply = await server.inject({
    url: `/api${api.pingAdmin.path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return reply.statusCode;
}

describe('the commands about accounts', () => {
  describeAnyEngine((engine) => {
    it('makes the account with the confirmed address an admin from its next call', async () => {
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

    it('says what to do, and changes nothing, when no account has confirmed the address', async () => {
      await using server = await createTestServer({ engine, env: { OWNER_EMAIL: '' } });
      const make = () => makeAdmin(server.db, server.clock, EMAIL, 'http://localhost:4000');
      await expect(make()).rejects.toThrow(/Nobody has confirmed me@studio.example yet. Sign up/);
      const { auth } = openBrowser(await server.listen());
      await auth.signUp({ email: EMAIL, password: PASSWORD });
      await expect(make()).rejects.toThrow(/Nobody has confirmed/);
      expect(await server.db.selectFrom('accounts').selectAll().execute()).toEqual([]);
    });
  });

  const ADA = 'ada@client.example';

  async function signIn(server: TestServer, email: string) {
    const reply = await callAuth(server, '/token?grant_type=password', {
      body: { email, password: PASSWORD },
    });
    return callWith(server, reply.body.access_token);
  }

  describeAnyEngine((engine) => {
    it('removes a second factor and mails its owner', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      await setUpAppByCall(server, token);
      expect((await (await signIn(server, ADA))(api.getMe)).body.code).toBe('second_factor_required');

      const deps = {
        clock: server.clock,
        mailer: server.instance.platform.mailer,
        look: studioMailLook('http://localhost:4000'),
        signInUrl: 'http://localhost:4000/login',
      };
      await removeSecondFactor(server.db, deps, ADA);
      expect((await (await signIn(server, ADA))(api.getMe)).status).toBe(200);
      expect((await newestMail(server, ADA))?.subject).toMatch(/^An authenticator app was removed/);
      await expect(removeSecondFactor(server.db, deps, ADA)).rejects.toThrow(/has no second factor/);
      await expect(removeSecondFactor(server.db, deps, 'nobody@client.example')).rejects.toThrow(
        /Nobody has/,
      );
    });

    it('lets only admins remove a second factor in the back office', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token, user } = await signUpByCall(server, ADA);
      const { session } = await setUpAppByCall(server, token);
      const { access_token: ownerToken } = await signUpByCall(server, 'owner@studio.example');
      const call = { params: { id: user.id } };
      expect((await callWith(server, session.access_token)(api.removeSecondFactor, call)).status).toBe(403);
      const owner = callWith(server, ownerToken);
      expect((await owner(api.removeSecondFactor, call)).body).toEqual({ removed: true });
      expect((await owner(api.removeSecondFactor, call)).body).toEqual({ removed: false });
      expect((await (await signIn(server, ADA))(api.getMe)).status).toBe(200);
      const noted = await server.db
        .selectFrom('auth_audit')
        .select(['action', 'detail'])
        .where('user_id', '=', user.id)
        .where('action', '=', 'factor_removed')
        .execute();
      expect(noted).toHaveLength(1);
      expect(noted[0]?.detail).toContain('"by":"admin"');
    });
  });
});
