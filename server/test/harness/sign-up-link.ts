import type { TestServer } from './server.ts';
import { callAuth, cookieOf, newestMail, PASSWORD, tokenIn } from './sign-in.ts';

/** The address that signs up. */
export const ADA = 'ada@client.example';
export const CALLBACK = 'http://localhost:4000/auth/callback';

/** The challenge of a flow that ends in a code, and its verifier. */
export const pkce = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 's256',
};
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** The cookie of the browser that signed up last. It opens and presses with that cookie. */
export const cookies = new WeakMap<TestServer, string>();
const cookieFor = (server: TestServer) => ({ cookie: cookies.get(server) ?? '' });

/** Signs up and returns the token of the mail's link. */
export async function askForLink(server: TestServer, body: Record<string, unknown> = {}): Promise<string> {
  const reply = await callAuth(server, `/signup?redirect_to=${encodeURIComponent(CALLBACK)}`, {
    body: { email: ADA, password: PASSWORD, ...body },
  });
  cookies.set(server, cookieOf(reply));
  return tokenIn(await newestMail(server, ADA));
}

/** Follows a link in the browser that signed up. */
export const openPage = (server: TestServer, url: string) =>
  callAuth(server, url, { headers: cookieFor(server) });

/** Presses the page's button: sends what its form sends, with changes. */
export async function press(
  server: TestServer,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; location: string; body: string; headers: Record<string, unknown> }> {
  const reply = await server.inject({
    method: 'POST',
    url: '/auth/v1/verify',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...cookieFor(server), ...headers },
    payload: new URLSearchParams({ type: 'signup', redirect_to: CALLBACK, ...fields }).toString(),
  });
  return {
    status: reply.statusCode,
    location: String(reply.headers.location ?? ''),
    body: reply.body,
    headers: reply.headers,
  };
}

/** Whether the one account of the server has confirmed its address. */
export const isConfirmed = async (server: TestServer) => {
  const user = await server.db.selectFrom('auth_users').select('email_confirmed_at').executeTakeFirst();
  return user?.email_confirmed_at != null;
};
