import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestServer } from '../../../test/harness/server.ts';
import {
  attemptByCall,
  callAuth,
  makeServiceToken,
  PASSWORD,
  signUpByCall,
  tryPassword,
} from '../../../test/harness/sign-in.ts';

const DAY = 24 * 3_600;

describeEachEngine((engine) => {
  it('the cleanup job deletes expired auth rows and keeps live ones', async () => {
    await using server = await createTestServer({ engine });
    const count = async (
      table:
        | 'auth_users'
        | 'auth_one_time_tokens'
        | 'auth_codes'
        | 'auth_link_presses'
        | 'auth_audit'
        | 'auth_sessions',
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
    await server.db
      .insertInto('auth_link_presses')
      .values({ press_hash: 'x', sealed_result: 'x', pressed_at: now })
      .execute();

    server.clock.advance(DAY);
    await server.instance.jobs.runDue();
    expect([
      await count('auth_codes'),
      await count('auth_link_presses'),
      await count('auth_one_time_tokens'),
      await count('auth_users'),
    ]).toEqual([0, 0, 1, 2]);

    server.clock.advance(31 * DAY);
    await server.instance.jobs.runDue();
    expect([
      await count('auth_one_time_tokens'),
      await count('auth_users'),
      await count('auth_sessions'),
    ]).toEqual([0, 1, 0]);
    expect(await count('auth_audit')).toBeGreaterThan(0);

    server.clock.advance(365 * DAY);
    await server.instance.jobs.runDue();
    expect(await count('auth_audit')).toBe(0);
    const signedIn = await callAuth(server, '/token?grant_type=password', {
      body: { email: 'member@client.example', password: PASSWORD },
    });
    expect(signedIn.status).toBe(200);
  });

  it('security: the cleanup job never deletes all but one of an address’s sign-up attempts', async () => {
    await using server = await createTestServer({ engine });
    const email = 'ada@client.example';
    await attemptByCall(server, { email, password: 'the password that Ada chose' });
    server.clock.advance(29 * DAY);
    await attemptByCall(server, { email, password: 'the password that Eve chose' });
    server.clock.advance(2 * DAY);
    await server.instance.jobs.runDue();
    const { id } = await server.db.selectFrom('auth_users').select('id').executeTakeFirstOrThrow();
    const token = await makeServiceToken(server);
    await callAuth(server, `/admin/users/${id}`, { method: 'PUT', token, body: { email_confirm: true } });
    for (const password of ['the password that Ada chose', 'the password that Eve chose']) {
      expect((await tryPassword(server, email, password)).status).toBe(400);
    }
  });
});
