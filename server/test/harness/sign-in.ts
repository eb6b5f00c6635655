import { AuthClient, GoTrueAdminApi, type Session, type User } from '@supabase/auth-js';
import { parseSetCookie, stringifyCookie } from 'cookie';
import type { JWK } from 'jose';
import { AccessTokens } from '../../src/features/auth/tokens/access-token.ts';
import { SigningKeys } from '../../src/features/auth/tokens/signing-keys.ts';
import type { OutgoingMail } from '../../src/platform/mail/transport.ts';
import type { TestServer } from './server.ts';

/** A browser with the official client in it, as far as signing in goes. */
export interface Browser {
  auth: InstanceType<typeof AuthClient>;
  /** What the client keeps, by name. */
  storage: Map<string, string>;
  /** A call with this browser's cookies, as its pages make it. */
  fetch: typeof fetch;
}

let browsers = 0;

/** A browser of its own, on the provider at `origin`. */
export function openBrowser(origin: string, flowType: 'pkce' | 'implicit' = 'pkce'): Browser {
  const storage = new Map<string, string>();
  browsers += 1;
  const fetchWithCookies = createCookieFetch();
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    fetch: fetchWithCookies,
    storageKey: `test-${browsers}`,
    flowType,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
    storage: {
      getItem: (name) => storage.get(name) ?? null,
      setItem: (name, value) => void storage.set(name, value),
      removeItem: (name) => void storage.delete(name),
    },
  });
  return { auth, storage, fetch: fetchWithCookies };
}

/** `fetch` with cookies of its own, all for the one server of a test. */
function createCookieFetch(): typeof fetch {
  const cookies: Record<string, string> = {};
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (Object.keys(cookies).length > 0) headers.set('cookie', stringifyCookie(cookies));
    const reply = await fetch(input, { ...init, headers });
    for (const set of reply.headers.getSetCookie()) {
      const { name, value = '' } = parseSetCookie(set);
      cookies[name] = value;
    }
    return reply;
  };
}

/** What a person finds behind the link of a mail. */
export interface LinkPage {
  status: number;
  headers: Headers;
  html: string;
  /** Where the link has led at once; empty where it shows a page. */
  location: string;
}

/** The one link to the provider in a mail, on the server that listens at `origin`. */
export function linkIn(mail: OutgoingMail | undefined, origin: string): string {
  const found = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(mail?.text ?? '')?.[0];
  if (!found) throw new Error(`There is no link in ${mail?.subject ?? 'no mail'}`);
  const link = new URL(found);
  return `${origin}${link.pathname}${link.search}`;
}

/** Follows a link as a person, or a program that opens the links of mails, does. */
export async function openLink(
  link: string,
  headers: Record<string, string> = {},
  browser: Pick<Browser, 'fetch'> = { fetch },
): Promise<LinkPage> {
  const reply = await browser.fetch(link, { redirect: 'manual', headers });
  const html = await reply.text();
  return {
    status: reply.status,
    headers: reply.headers,
    html,
    location: reply.headers.get('location') ?? '',
  };
}

/** What a user types on a link's page that asks for a password. */
export interface TypedPassword {
  password: string;
  confirm: string;
}

/**
 * Presses the one button of the page behind a link, as a browser without scripts does.
 * @param browser whose cookies go along; a new browser unless given
 * @param typed the password to type first if the page asks for one
 * @returns where it leads
 */
export async function pressButton(
  link: string,
  browser: Pick<Browser, 'fetch'> = { fetch },
  typed?: TypedPassword,
): Promise<URL> {
  const page = await openLink(link, {}, browser);
  if (page.location) return new URL(page.location);
  const reply = await sendForm(link, page.html, browser, typed);
  return new URL(reply.headers.get('location') ?? `error:${reply.status}`);
}

/** Sends the form of a link's page. */
export async function sendForm(
  link: string,
  html: string,
  browser: Pick<Browser, 'fetch'>,
  typed?: TypedPassword,
): Promise<Response> {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
  if (!action) throw new Error(`The page has no form: ${html}`);
  if (html.includes('type="password"') !== (typed !== undefined)) {
    throw new Error(typed ? 'The page asks for no password' : 'The page asks for a password');
  }
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return browser.fetch(new URL(action, link), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([
      ...fields.map(([, name = '', value = '']): [string, string] => [name, unescapeHtml(value)]),
      ...Object.entries(typed ?? {}),
    ]),
  });
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** The newest mail to an address, after everything due has been sent. */
export async function newestMail(server: TestServer, address: string): Promise<OutgoingMail | undefined> {
  await server.drainOutbox();
  return server.mails.findLast((mail) => mail.to.address === address);
}

export const PASSWORD = 'a long sentence nobody else uses';

/** Signs up, follows the mail and exchanges the code: a browser with a session. */
export async function signUpAndConfirm(
  server: TestServer,
  origin: string,
  email: string,
  data: Record<string, unknown> = {},
): Promise<Browser> {
  const browser = openBrowser(origin);
  const signedUp = await browser.auth.signUp({ email, password: PASSWORD, options: { data } });
  if (signedUp.error) throw signedUp.error;
  const landing = await pressButton(linkIn(await newestMail(server, email), origin), browser);
  const { error } = await browser.auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
  if (error) throw error;
  return browser;
}

/**
 * What the provider may answer with: a session, an account, keys, codes or a refusal. Which it is, a test asserts by
 * the status and by what it looks at.
 */
export type AuthBody = Session &
  User & {
    email: string;
    expires_at: number;
    code: string;
    message: string;
    weak_password: { reasons: string[] };
    keys: JWK[];
    totp: { secret: string };
    codes: string[];
    redirect_to: string;
    action_link: string;
    hashed_token: string;
    email_otp: string;
  };

/** A reply of the provider. */
export interface AuthReply {
  status: number;
  body: AuthBody;
  headers: Record<string, unknown>;
}

export interface AuthCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  body?: unknown;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Where the call comes from. */
  ip?: string;
}

/** Calls the provider as its clients do, without one: a POST where there is a body. */
export async function callAuth(server: TestServer, path: string, call: AuthCall = {}): Promise<AuthReply> {
  const reply = await server.inject({
    method: call.method ?? (call.body === undefined ? 'GET' : 'POST'),
    url: `/auth/v1${path}`,
    headers: {
      'x-supabase-api-version': '2024-01-01',
      ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
      ...call.headers,
    },
    ...(call.ip ? { remoteAddress: call.ip } : {}),
    ...(call.body === undefined ? {} : { payload: call.body as Record<string, unknown> }),
  });
  const isJson = reply.body !== '' && String(reply.headers['content-type']).includes('json');
  // A page of ours is text; the one test that reads it says so.
  const body = (isJson ? reply.json() : reply.body) as AuthBody;
  return { status: reply.statusCode, body, headers: reply.headers };
}

/** A token of a program that administers accounts. */
export async function makeServiceToken({ db, secret, clock }: TestServer, seconds = 3_600): Promise<string> {
  const keys = new SigningKeys(db, secret, clock);
  return new AccessTokens(keys, 'http://localhost:4000/auth/v1', clock).signForService(seconds);
}

/** Uses the link of a mail by a call: a session as the provider gives it. */
export async function signUpByCall(
  server: TestServer,
  email: string,
  extra: Record<string, unknown> = {},
): Promise<AuthBody> {
  const cookie = await attemptByCall(server, { email, ...extra });
  const token = tokenIn(await newestMail(server, email));
  return (await followLink(server, 'signup', token, cookie)).body;
}

/** Signs up. @returns the cookie that names the attempt, as the browser sends it */
export async function attemptByCall(server: TestServer, body: Record<string, unknown>): Promise<string> {
  const reply = await callAuth(server, '/signup', { body: { password: PASSWORD, ...body } });
  return cookieOf(reply);
}

/** The cookies that a reply sets, as a browser sends them; empty where it sets none. */
export function cookieOf({ headers }: Pick<AuthReply, 'headers'>): string {
  const set = [headers['set-cookie'] ?? []].flat().map((text) => parseSetCookie(String(text)));
  return stringifyCookie(Object.fromEntries(set.map(({ name, value }) => [name, value])));
}

/** Signs in with the password: a session as the provider gives it. */
export async function signInByCall(server: TestServer, email: string): Promise<AuthBody> {
  return (await tryPassword(server, email)).body;
}

/** Tries a password. */
export function tryPassword(server: TestServer, email: string, password = PASSWORD): Promise<AuthReply> {
  return callAuth(server, '/token?grant_type=password', { body: { email, password } });
}

/**
 * Uses a link of this type by its token, as a client without a page does; sends the cookies of its browser.
 */
export function followLink(server: TestServer, type: string, token: string, cookie = ''): Promise<AuthReply> {
  return callAuth(server, '/verify', {
    body: { type, token_hash: token },
    ...(cookie ? { headers: { cookie } } : {}),
  });
}

/** Changes something of one's own account. */
export function updateUser(server: TestServer, token: string, body: object): Promise<AuthReply> {
  return callAuth(server, '/user', { method: 'PUT', token, body });
}

/** The code in a mail. */
export function codeIn(mail: OutgoingMail | undefined): string {
  const code = /^Code: (\d{6})$/m.exec(mail?.text ?? '')?.[1];
  if (!code) throw new Error(`There is no code in ${mail?.subject ?? 'no mail'}`);
  return code;
}

/** The token of the link in a mail. */
export function tokenIn(mail: OutgoingMail | undefined): string {
  return new URL(linkIn(mail, 'http://localhost')).searchParams.get('token') ?? '';
}

/** The official client's calls for administrators, with a service's token. */
export async function openAdminClient(server: TestServer): Promise<GoTrueAdminApi> {
  const url = `${await server.listen()}/auth/v1`;
  return new GoTrueAdminApi({ url, headers: { authorization: `Bearer ${await makeServiceToken(server)}` } });
}
