import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@atelier/domain/api.ts';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { TestClock } from './clock.ts';
import type { TestServer } from './server.ts';
import { callWith } from './test-app.ts';

/** Issuer of a test server with the default address. */
const ISSUER = 'http://localhost:4000/auth/v1';
export const ADA_ID = '3f0c9a52-7d4e-4c55-9b6e-0d1f7b1c2a3e';

/** The settings of a server whose users sign in at the provider of `origin`. */
export const externalAuthEnv = (origin: string) => ({ AUTH_URL: `${origin}/auth/v1`, AUTH_ISSUER: ISSUER });

/** The status of `GET /api/me` with this token. */
export const statusOf = async (server: TestServer, token: string) =>
  (await callWith(server, token)(api.getMe)).status;

/** A stand-in for a provider: answers as `answer` says and counts the calls. */
export async function startProviderStub(answer: (path: string) => { status?: number; body: string }) {
  let calls = 0;
  const http = createServer((request, reply) => {
    calls += 1;
    const { status = 200, body } = answer(request.url ?? '');
    reply.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => http.once('listening', resolve));
  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    calls: () => calls,
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** A provider's key: its public half can be served, its private half signs. */
export async function makeSigner(clock: TestClock, kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  const sign = (claims: JWTPayload = {}, header: { kid?: string } = {}) =>
    new SignJWT({ ...claimsOf(clock), ...claims })
      .setProtectedHeader({ alg: 'ES256', kid, ...header })
      .sign(privateKey);
  return { jwk, sign };
}

export function claimsOf(clock: TestClock): JWTPayload {
  const now = Math.floor(clock.now().getTime() / 1000);
  return {
    iss: ISSUER,
    sub: ADA_ID,
    aud: 'authenticated',
    iat: now,
    exp: now + 3600,
    email: 'ada@client.example',
    role: 'authenticated',
  };
}
