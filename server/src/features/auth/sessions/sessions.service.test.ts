import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { callAuth, PASSWORD, signUpByCall } from '../../../../test/harness/sign-in.ts';
import { callWith, createTestApp } from '../../../../test/harness/test-app.ts';

const ADA = 'ada@client.example';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function signInWith(server: TestServer, userAgent: string): Promise<string> {
  const { body } = await callAuth(server, '/token?grant_type=password', {
    body: { email: ADA, password: PASSWORD },
    headers: { 'user-agent': userAgent },
    ip: '203.0.113.7',
  });
  return body.access_token;
}

describeEachEngine((engine) => {
  it('a user’s sessions are listed, and one can be ended', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: first } = await signUpByCall(server, ADA);
    server.clock.advance(90);
    const second = await signInWith(server, FIREFOX);
    const { body } = await callWith(server, first)(api.listMySessions);
    expect(body.sessions).toMatchObject([
      {
        device: 'Firefox on Linux',
        address: '203.0.113.7',
        isCurrent: false,
        beganAt: '2026-03-02T09:01:30.000Z',
        lastUsedAt: '2026-03-02T09:01:30.000Z',
      },
      { isCurrent: true, beganAt: '2026-03-02T09:00:00.000Z' },
    ]);
    expect(JSON.stringify(body)).not.toContain('refresh');
    const ended = await callWith(server, first)(api.endMySession, {
      params: { sessionId: body.sessions?.[0]?.id ?? '' },
    });
    expect(ended.body).toEqual({ ended: true });
    expect((await callWith(server, second)(api.getMe)).status).toBe(401);
    expect((await callWith(server, first)(api.listMySessions)).body.sessions).toHaveLength(1);
    const audit = await server.db.selectFrom('auth_audit').select('action').execute();
    expect(audit.map(({ action }) => action)).toContain('signed_out');
  });

  it('security: another user’s sessions are neither listed nor ended', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: ada } = await signUpByCall(server, ADA);
    const { access_token: eve } = await signUpByCall(server, 'eve@client.example');
    const { body } = await callWith(server, ada)(api.listMySessions);
    const attempt = await callWith(server, eve)(api.endMySession, {
      params: { sessionId: body.sessions?.[0]?.id ?? '' },
    });
    expect(attempt.body).toEqual({ ended: false });
    expect((await callWith(server, ada)(api.getMe)).status).toBe(200);
    const evens = await callWith(server, eve)(api.listMySessions);
    expect(evens.body.sessions).toHaveLength(1);
    expect(evens.body.sessions?.[0]?.id).not.toBe(body.sessions?.[0]?.id);
  });

  it('the session list is null when an external provider keeps the sessions', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    expect((await ada.call(api.listMySessions)).body).toEqual({ sessions: null });
  });
});
