import { Secret, TOTP } from 'otpauth';
import type { TestServer } from './server.ts';
import { type AuthBody, type AuthReply, type Browser, callAuth } from './sign-in.ts';

const STEP_MS = 30_000;

/** An authenticator app with one secret in it. */
export interface App {
  factorId: string;
  secret: string;
  /** The code that it shows now; `off` steps later or earlier. */
  code(off?: number): string;
}

/** The code that an authenticator app shows for a typed secret. */
export function openApp(server: TestServer, factorId: string, secret: string): App {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return {
    factorId,
    secret,
    code: (off = 0) => app.generate({ timestamp: server.clock.now().getTime() + off * STEP_MS }),
  };
}

/** Sets up an app in a browser by the official client: its session is aal2 afterwards. */
export async function setUpApp(server: TestServer, { auth }: Browser, friendlyName = 'Phone'): Promise<App> {
  const enrolled = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (enrolled.error) throw enrolled.error;
  const app = openApp(server, enrolled.data.id, enrolled.data.totp.secret);
  const { error } = await auth.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() });
  if (error) throw error;
  return app;
}

/** Answers a new challenge by calls. */
export async function showCode(
  server: TestServer,
  token: string,
  factorId: string,
  code: string,
): Promise<AuthReply> {
  const path = `/factors/${factorId}`;
  const challenge = await callAuth(server, `${path}/challenge`, { method: 'POST', token });
  return callAuth(server, `${path}/verify`, { token, body: { challenge_id: challenge.body.id, code } });
}

/** Sets up an app by calls. @returns it, and the session of level aal2 */
export async function setUpAppByCall(
  server: TestServer,
  token: string,
): Promise<{ app: App; session: AuthBody }> {
  const { body } = await callAuth(server, '/factors', { token, body: { factor_type: 'totp' } });
  const app = openApp(server, body.id, body.totp.secret);
  return { app, session: (await showCode(server, token, app.factorId, app.code())).body };
}

/** Begins to set up an app, by a call. */
export async function enroll(
  server: TestServer,
  token: string,
  body: Record<string, unknown> = {},
): Promise<AuthReply> {
  return callAuth(server, '/factors', { token, body: { factor_type: 'totp', ...body } });
}

/** What the product says to a token: the status, and the code of a refusal. */
export async function askProduct(
  server: TestServer,
  token: string,
  path = '/me',
): Promise<[number, string | undefined]> {
  const reply = await server.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } });
  return [reply.statusCode, reply.json().code];
}
