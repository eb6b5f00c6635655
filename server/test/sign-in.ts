import { AuthClient } from '@supabase/auth-js';
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
