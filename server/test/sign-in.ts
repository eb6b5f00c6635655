import { AuthClient, type Session, type User } from '@supabase/auth-js';
import type { JWK } from 'jose';
import { signServiceToken } from '../src/features/auth/service-token.ts';
import { SigningKeys } from '../src/features/auth/signing-keys.ts';
import type { OutgoingMail } from '../src/platform/mail/transport.ts';
import type { TestServer } from './server.ts';

/** A browser with the official client in it, as far as signing in goes. */
export interface Browser {
  auth: InstanceType<typeof AuthClient>;
  /** What the client keeps, by name. */
  storage: Map<string, string>;
}

let browsers = 0;

/** A browser of its own, on the provider at `origin`. */
export function openBrowser(origin: string, flowType: 'pkce' | 'implicit' = 'pkce'): Browser {
  const storage = new Map<string, string>();
  browsers += 1;
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
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
  return { auth, storage };
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

/** Follows a link as a person or a program does that opens what is in a mail. */
export async function openLink(link: string, headers: Record<string, string> = {}): Promise<LinkPage> {
  const reply = await fetch(link, { redirect: 'manual', headers });
  const html = await reply.text();
  return {
    status: reply.status,
    headers: reply.headers,
    html,
    location: reply.headers.get('location') ?? '',
  };
}

/** Presses the one button of the page behind a link, as a browser without scripts does. @returns where it leads */
export async function pressButton(link: string): Promise<URL> {
  const page = await openLink(link);
  if (page.location) return new URL(page.location);
  const action = /<form method="post" action="([^"]+)"/.exec(page.html)?.[1];
  if (!action) throw new Error(`The page has no form: ${page.html}`);
  const fields = [...page.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const reply = await fetch(new URL(action, link), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields.map(([, name = '', value = '']) => [name, unescapeHtml(value)])),
  });
  return new URL(reply.headers.get('location') ?? `error:${reply.status}`);
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
  const landing = await pressButton(linkIn(await newestMail(server, email), origin));
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
  };

/** A reply of the provider. */
export interface AuthReply {
  status: number;
  body: AuthBody;
  headers: Record<string, unknown>;
}

export interface AuthCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';
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
  const signed = await signServiceToken({ keys, issuer: 'http://localhost:4000/auth/v1', clock }, seconds);
  return signed.token;
}

/** Uses the link of a mail by a call: a session as the provider gives it. */
export async function signUpByCall(
  server: TestServer,
  email: string,
  extra: Record<string, unknown> = {},
): Promise<AuthBody> {
  await callAuth(server, '/signup', { body: { email, password: PASSWORD, ...extra } });
  const token = tokenIn(await newestMail(server, email));
  return (await followLink(server, 'signup', token)).body;
}

/** Signs in with the password: a session as the provider gives it. */
export async function signInByCall(server: TestServer, email: string): Promise<AuthBody> {
  return (await tryPassword(server, email)).body;
}

/** Tries a password. */
export function tryPassword(server: TestServer, email: string, password = PASSWORD): Promise<AuthReply> {
  return callAuth(server, '/token?grant_type=password', { body: { email, password } });
}

/** Uses a link of this type by its token, as a client does that has no page for it. */
export function followLink(server: TestServer, type: string, token: string): Promise<AuthReply> {
  return callAuth(server, '/verify', { body: { type, token_hash: token } });
}

/** Changes something of one's own account. */
export function updateUser(server: TestServer, token: string, body: object): Promise<AuthReply> {
  return callAuth(server, '/user', { method: 'PUT', token, body });
}

/** The token of the link in a mail. */
export function tokenIn(mail: OutgoingMail | undefined): string {
  return new URL(linkIn(mail, 'http://localhost')).searchParams.get('token') ?? '';
}
