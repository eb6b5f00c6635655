import { api } from '@atelier/domain/api.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ACCESS_TOKEN_SECONDS } from '../src/features/auth/tokens/access-token.ts';
import { describeEachEngine } from './harness/database.ts';
import { createTestServer, type TestServer } from './harness/server.ts';
import { callWith, type TestUser } from './harness/test-app.ts';
import { sampleBrief } from './samples/projects.ts';

const OWNER = 'owner@studio.example';
const [ADA, EVE] = ['ada@client.example', 'eve@client.example'];
const PASSWORD = 'a long sentence nobody else uses';

async function requestSession(server: TestServer, path: string, email: string): Promise<TestUser> {
  const reply = await server.inject({
    method: 'POST',
    url: `/auth/v1/${path}`,
    payload: { email, password: PASSWORD },
  });
  const { access_token: token, user } = reply.json();
  return { id: user.id, email, token, call: callWith(server, token) };
}

const signUp = (server: TestServer, email: string) => requestSession(server, 'signup', email);
const signInAgain = (server: TestServer, email: string) =>
  requestSession(server, 'token?grant_type=password', email);

async function signOut(server: TestServer, { token }: TestUser, scope = 'local'): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await server.inject({ method: 'POST', url: `/auth/v1/logout?scope=${scope}`, headers });
}

describe('security: a token that was verified and used before', () => {
  describeEachEngine((engine) => {
    let server: TestServer;
    let owner: TestUser;
    let ada: TestUser;
    let projectId: string;
    beforeEach(async () => {
      server = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
      owner = await signUp(server, OWNER);
      ada = await signUp(server, ADA);
      await owner.call(api.getMe);
      projectId = (await ada.call(api.submitOnboarding, { body: { final: sampleBrief } })).body.id;
      expect(await outcomes(ada)).toEqual([200, 200, 'forbidden']);
      expect(await outcomes(owner)).toEqual([200, 200, 200]);
      return () => server[Symbol.asyncDispose]();
    });

    /** How three calls of different access end for a user: 200, or the error's code. */
    async function outcomes(user: TestUser): Promise<(number | string)[]> {
      const replies = [
        await user.call(api.getMe),
        await user.call(api.listMilestones, { params: { id: projectId } }),
        await user.call(api.listProjects),
      ];
      return replies.map(({ status, body }) => (status === 200 ? 200 : String(body.code)));
    }

    const NONE = ['unauthenticated', 'unauthenticated', 'unauthenticated'];

    it('is refused from the next call after its session was signed out, and other sessions aren’t', async () => {
      const second = await signInAgain(server, ADA);
      expect(await outcomes(second)).toEqual([200, 200, 'forbidden']);
      await signOut(server, ada);
      expect(await outcomes(ada)).toEqual(NONE);
      expect(await outcomes(second)).toEqual([200, 200, 'forbidden']);
      const third = await signInAgain(server, ADA);
      await signOut(server, third, 'others');
      expect(await outcomes(second)).toEqual(NONE);
      expect(await outcomes(third)).toEqual([200, 200, 'forbidden']);
    });

    it('is refused from the next call after the studio disabled its account, until it is enabled', async () => {
      await owner.call(api.disableUser, { params: { id: ada.id } });
      expect(await outcomes(ada)).toEqual(NONE);
      await owner.call(api.enableUser, { params: { id: ada.id } });
      expect(await outcomes(await signInAgain(server, ADA))).toEqual([200, 200, 'forbidden']);
    });

    it('has an admin’s access only as long as its account is an admin', async () => {
      const eve = await signUp(server, EVE);
      expect(await outcomes(eve)).toEqual([200, 'not_found', 'forbidden']);
      await owner.call(api.changeUser, { params: { id: eve.id }, body: { role: 'admin' } });
      expect(await outcomes(eve)).toEqual([200, 200, 200]);
      await owner.call(api.changeUser, { params: { id: eve.id }, body: { role: 'client' } });
      expect(await outcomes(eve)).toEqual([200, 'not_found', 'forbidden']);
    });

    it('has the access to a project that its account has at the time of the call', async () => {
      const eve = await signUp(server, EVE);
      await eve.call(api.getMe);
      const update = server.db.updateTable('projects').where('id', '=', projectId);
      await update.set({ user_id: eve.id }).execute();
      expect(await outcomes(ada)).toEqual([200, 'not_found', 'forbidden']);
      expect(await outcomes(eve)).toEqual([200, 200, 'forbidden']);
      await owner.call(api.deleteProject, { params: { id: projectId } });
      expect(await outcomes(eve)).toEqual([200, 'not_found', 'forbidden']);
      // The studio may see every project: of one that is gone there is nothing to see either.
      expect(await outcomes(owner)).toEqual([200, 'not_found', 200]);
    });

    it('is refused from the next call after its account deleted itself', async () => {
      expect((await ada.call(api.deleteMyAccount)).status).toBe(200);
      expect(await outcomes(ada)).toEqual(NONE);
    });

    it('asks for the second factor that its account has set up since', async () => {
      const now = '2026-01-01T00:00:00.000Z';
      const factor = {
        id: ada.id,
        user_id: ada.id,
        factor_type: 'totp',
        friendly_name: null,
        sealed_secret: null,
        last_step: null,
        failed_tries: 0,
        locked_until: null,
        last_challenged_at: null,
        created_at: now,
        updated_at: now,
      } as const;
      await server.db
        .insertInto('auth_factors')
        .values({ ...factor, status: 'unverified' })
        .execute();
      expect(await outcomes(ada)).toEqual([200, 200, 'forbidden']);
      await server.db.updateTable('auth_factors').set({ status: 'verified' }).execute();
      const due = 'second_factor_required';
      expect(await outcomes(ada)).toEqual([due, due, due]);
      await server.db.updateTable('auth_sessions').set({ aal: 'aal2' }).execute();
      expect(await outcomes(ada)).toEqual([200, 200, 'forbidden']);
    });

    it('is refused once it has expired', async () => {
      server.clock.advance(ACCESS_TOKEN_SECONDS - 1);
      expect(await outcomes(ada)).toEqual([200, 200, 'forbidden']);
      server.clock.advance(1);
      expect(await outcomes(ada)).toEqual(NONE);
      expect(await outcomes(ada)).toEqual(NONE);
    });

    it('is refused within a minute after the key that signed it was removed', async () => {
      await server.db.deleteFrom('auth_keys').execute();
      server.clock.advance(60);
      expect(await outcomes(ada)).toEqual(NONE);
      expect(await outcomes(ada)).toEqual(NONE);
    });
  });
});
