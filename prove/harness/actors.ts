import { api } from '@atelier/domain/api.ts';
import { generateKeyPair, SignJWT } from 'jose';
import { ACCESS_TOKEN_SECONDS } from '../../server/src/features/auth/tokens/access-token.ts';
import type { Engine } from '../../server/src/platform/db/database.ts';
import { createTestClock } from '../../server/test/harness/clock.ts';
import { setUpAppByCall } from '../../server/test/harness/second-factor.ts';
import { createTestServer, type TestServer } from '../../server/test/harness/server.ts';
import { callAuth, PASSWORD } from '../../server/test/harness/sign-in.ts';
import { openStripeStandIn, stripeEnv } from '../../server/test/harness/stripe-stand-in.ts';
import { callWith, type TestUser } from '../../server/test/harness/test-app.ts';

/** Everyone who may call: `client` owns what calls are about, the colleagues have a part in it, `stranger` is another client. */
export const ACTORS = [
  'visitor',
  'expired token',
  'forged token',
  'ended session',
  'deleted account',
  'disabled account',
  'second factor due',
  'client',
  'colleague who decides',
  'colleague who follows',
  'stranger',
  'long signed in',
  'demoted admin',
  'admin without a second factor',
  'admin',
] as const;
export type ActorName = (typeof ACTORS)[number];

/** A server with an account for each actor. Admins need a second factor there. */
export interface Actors {
  server: TestServer;
  origin: string;
  /** The actor whose own the subjects are. */
  client: TestUser;
  /** The client's colleagues. */
  deciding: TestUser;
  following: TestUser;
  admin: TestUser;
  tokens: Readonly<Record<ActorName, string | undefined>>;
  /** Ends the server, and the card provider behind it. */
  close(): Promise<void>;
}

/** What opens the metrics: no session does. */
export const METRICS_TOKEN = 'the-token-of-the-metrics';

/** Real accounts, with real tokens of the embedded provider. */
export async function createActors(engine: Engine): Promise<Actors> {
  const clock = createTestClock();
  const stripe = await openStripeStandIn(() => clock.now());
  const cards = stripeEnv(stripe.url);
  const server = await createTestServer({
    engine,
    clock,
    env: { AUTH_AUTOCONFIRM: 'on', AUTH_ADMIN_MFA: 'required', METRICS_TOKEN, ...cards },
  });
  const expired = await signUp(server, 'late@client.example');
  // Its session goes on, until the account is next asked for a recent sign-in.
  server.clock.advance(ACCESS_TOKEN_SECONDS - 1_200);
  const long = await signUp(server, 'long@client.example');
  server.clock.advance(1_201);
  const owner = await signUp(server, 'owner@studio.example');
  const { session } = await setUpAppByCall(server, owner.token);
  const admin = { ...owner, token: session.access_token, call: callWith(server, session.access_token) };
  await admin.call(api.getMe);

  const client = await signUp(server, 'ada@client.example');
  const deciding = await signUp(server, 'bea@client.example');
  const following = await signUp(server, 'cyd@client.example');
  const stranger = await signUp(server, 'eve@client.example');
  const ended = await signUp(server, 'gone@client.example');
  await callAuth(server, '/logout', { method: 'POST', token: ended.token });
  const deleted = await signUp(server, 'deleted@client.example');
  await deleted.call(api.deleteMyAccount);
  const disabled = await signUp(server, 'disabled@client.example');
  await admin.call(api.disableUser, { params: { id: disabled.id } });
  const due = await signUp(server, 'due@client.example');
  await setUpAppByCall(server, due.token);
  const dueSession = await callAuth(server, '/token?grant_type=password', {
    body: { email: due.email, password: PASSWORD },
  });
  const demoted = await signUp(server, 'demoted@studio.example');
  const other = await signUp(server, 'other@studio.example');
  const change = (id: string, role: 'admin' | 'client') =>
    admin.call(api.changeUser, { params: { id }, body: { role } });
  await change(demoted.id, 'admin');
  const demotedApp = await setUpAppByCall(server, demoted.token);
  await callWith(server, demotedApp.session.access_token)(api.getOverview);
  await change(demoted.id, 'client');
  await change(other.id, 'admin');
  return {
    server,
    origin: await server.listen(),
    client,
    deciding,
    following,
    admin,
    tokens: {
      visitor: undefined,
      'expired token': expired.token,
      'forged token': await forge(admin.token),
      'ended session': ended.token,
      'deleted account': deleted.token,
      'disabled account': disabled.token,
      'second factor due': dueSession.body.access_token,
      client: client.token,
      'colleague who decides': deciding.token,
      'colleague who follows': following.token,
      stranger: stranger.token,
      'long signed in': long.token,
      'demoted admin': demotedApp.session.access_token,
      'admin without a second factor': other.token,
      admin: admin.token,
    },
    close: async () => {
      await server.close();
      await stripe[Symbol.asyncDispose]();
    },
  };
}

async function signUp(server: TestServer, email: string): Promise<TestUser> {
  const { body } = await callAuth(server, '/signup', { body: { email, password: PASSWORD } });
  const call = callWith(server, body.access_token);
  await call(api.getMe);
  return { id: body.user.id, email, token: body.access_token, call };
}

/** The same claims and more, signed with a forger's key under our key's name. */
async function forge(token: string): Promise<string> {
  const [header, claims] = token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT({ ...claims, app_metadata: { roles: ['admin'] } })
    .setProtectedHeader(header)
    .sign(privateKey);
}
