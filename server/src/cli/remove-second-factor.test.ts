import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/harness/database.ts';
import { setUpAppByCall } from '../../test/harness/second-factor.ts';
import { createTestServer, type TestServer } from '../../test/harness/server.ts';
import { callAuth, newestMail, PASSWORD, signUpByCall } from '../../test/harness/sign-in.ts';
import { callWith } from '../../test/harness/test-app.ts';
import { studioMailLook } from '../mail-look.ts';
import { removeSecondFactor } from './remove-second-factor.ts';

const ADA = 'ada@client.example';

async function signIn(server: TestServer, email: string) {
  const reply = await callAuth(server, '/token?grant_type=password', { body: { email, password: PASSWORD } });
  return callWith(server, reply.body.access_token);
}

describeEachEngine((engine) => {
  it('is done from the command line, and the person is told', async () => {
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
    await expect(removeSecondFactor(server.db, deps, 'nobody@client.example')).rejects.toThrow(/Nobody has/);
  });

  it('is done by an admin in the back office, and by nobody else', async () => {
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
