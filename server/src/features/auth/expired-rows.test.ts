import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/database.ts';
import { createTestServer } from '../../../test/server.ts';
import { callAuth, PASSWORD, signUpByCall } from '../../../test/sign-in.ts';

const DAY = 24 * 3_600;

describeEachEngine((engine) => {
  it('deletes what is of no use any more, and nothing else', async () => {
    await using server = await createTestServer({ engine });
    const count = async (
      table: 'auth_users' | 'auth_one_time_tokens' | 'auth_codes' | 'auth_audit' | 'auth_sessions',
    ) => (await server.db.selectFrom(table).selectAll().execute()).length;
    const { user } = await signUpByCall(server, 'member@client.example');
    await callAuth(server, '/signup', { body: { email: 'waiting@client.example', password: PASSWORD } });
    const now = server.clock.now().toISOString();
    await server.db
      .insertInto('auth_codes')
      .values({
        code_hash: 'x',
        user_id: user.id,
        method: 'recovery',
        challenge: 'x',
        challenge_method: 'plain',
        issued_at: now,
        failed_tries: 0,
      })
      .execute();

    server.clock.advance(DAY);
    await server.app.jobs.runDue();
    expect([
      await count('auth_codes'),
      await count('auth_one_time_tokens'),
      await count('auth_users'),
    ]).toEqual([0, 1, 2]);

    server.clock.advance(31 * DAY);
    await server.app.jobs.runDue();
    expect([
      await count('auth_one_time_tokens'),
      await count('auth_users'),
      await count('auth_sessions'),
    ]).toEqual([0, 1, 1]);
    expect(await count('auth_audit')).toBeGreaterThan(0);

    server.clock.advance(365 * DAY);
    await server.app.jobs.runDue();
    expect(await count('auth_audit')).toBe(0);
    const signedIn = await callAuth(server, '/token?grant_type=password', {
      body: { email: 'member@client.example', password: PASSWORD },
    });
    expect(signedIn.status).toBe(200);
  });
});
