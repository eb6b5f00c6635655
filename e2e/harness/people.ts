import { expect, type Page } from '@playwright/test';
import { AuthClient, type GoTrueClient, type Session } from '@supabase/auth-js';
import type { Product } from './product.ts';
import { linkIn } from './smtp-sink.ts';

let people = 0;

/** A person nobody has seen before: own username and address. */
export function newPerson(name = 'client') {
  people += 1;
  const username = `${name}_${process.pid}_${people}`;
  return { username, email: `${username}@people.example`, password: 'correct Horse 7 battery' };
}
export type Person = ReturnType<typeof newPerson>;

/** The key of local storage under which the browser keeps its session with the embedded provider. */
const SESSION_KEY = 'studio-auth-embedded';

export const createAccountButton = (page: Page) => page.getByRole('button', { name: 'Create account' });

/** Fills in the whole sign-up form that is open, and waits until it can be sent. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await expect(page.getByText('Available')).toBeVisible();
}

/** Opens the sign-up form and fills it in. */
export async function openSignUp(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-up');
  await fillSignUp(page, person);
}

/** Opens, fills in and sends the sign-up form; ends when the page says that a mail is coming. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await openSignUp(page, person);
  await createAccountButton(page).click();
  await expect(page.getByText('Account created.')).toBeVisible();
}

/** The link of the newest unread confirmation mail. */
export async function confirmationLink(product: Product, email: string): Promise<string> {
  return linkIn(await product.mail.nextMail(email, /Confirm your email address/), '/verify');
}

/**
 * Opens a link from a mail and presses the one button of the page it leads to.
 * @param password typed there first: the page asks for one in a browser that did not sign up
 */
export async function followLink(page: Page, link: string, password?: string): Promise<void> {
  await page.goto(link);
  if (password !== undefined) {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
  }
  await page.getByRole('button').click();
}

/** Opens a link to a page of the site that uses it by itself, and presses its button. */
export async function pressLink(page: Page, link: string, button: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
}

/** The link of the newest unread mail about a forgotten password. */
export async function resetLink(product: Product, email: string): Promise<string> {
  return linkIn(await product.mail.nextMail(email, /Choose a new password/), '/verify');
}

/** Requests a mail about a forgotten password, by the form of its page. */
export async function requestResetLink(page: Page, email: string): Promise<void> {
  await page.goto('/forgot');
  await page.getByRole('main').getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
}

/** Fills in and sends the form for a new password that is open. */
export async function setNewPassword(page: Page, password: string, confirm = password): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(confirm);
  await page.getByRole('button', { name: 'Set new password' }).click();
}

/** Opens the link of a forgotten password; ends where the new one is asked for. */
export async function followResetLink(page: Page, link: string): Promise<void> {
  await pressLink(page, link, 'Choose a new password');
  await expect(page.getByLabel('New password')).toBeVisible();
}

/** Sends an invitation through the provider. @returns the link of the mail */
export async function invitationLink(product: Product, email: string): Promise<string> {
  const token = await product.studio('service-token', '1');
  const reply = await fetch(`${product.origin}/auth/v1/invite`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(reply.status).toBe(200);
  return linkIn(await product.mail.nextMail(email, /You’re invited/), '/verify');
}

/** Fills in and sends the sign-in form that is open; where it leads is for the caller to expect. */
export async function submitSignIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in by the form, and ends on the profile. Uses the form that is open: it may say why it is. */
export async function signIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await submitSignIn(page, person);
  await page.waitForURL('**/profile');
}

/**
 * Signs up and confirms without a browser, by the official client and the real mail: for journeys that are about
 * something else. Returns the session that the confirmation ends with.
 */
export async function createAccount(product: Product, person: Person): Promise<Session> {
  const browser = new CookieKeeper();
  const auth = newAuthClient(product, browser.fetch);
  const { error } = await auth.signUp({
    email: person.email,
    password: person.password,
    options: { data: { username: person.username }, emailRedirectTo: `${product.origin}/auth/callback` },
  });
  if (error) throw error;
  const link = new URL(await confirmationLink(product, person.email));
  const answer = await browser.fetch(`${product.origin}${link.pathname}`, {
    method: 'POST',
    body: link.searchParams,
    redirect: 'manual',
  });
  const landing = new URL(answer.headers.get('location') ?? '', product.origin);
  const exchange = await auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
  if (exchange.error) throw exchange.error;
  const { session } = exchange.data;
  // The product's own record of them, and with it their hold on the username, is made at their first call.
  const me = await fetch(`${product.origin}/api/me`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  if (!me.ok) throw new Error(`GET /api/me was answered ${me.status}.`);
  return session;
}

/** `fetch` that keeps cookies, as a browser does: the provider knows by one who signed up. */
class CookieKeeper {
  #cookies = new Map<string, string>();

  fetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('cookie', [...this.#cookies].map((pair) => pair.join('=')).join('; '));
    const reply = await fetch(input, { ...init, headers });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return reply;
  };
}

/** A client of the provider that keeps its session in memory. */
export function newAuthClient(product: Product, fetchOfBrowser: typeof fetch = fetch): GoTrueClient {
  const kept = new Map<string, string>();
  return new AuthClient({
    url: `${product.origin}/auth/v1`,
    fetch: fetchOfBrowser,
    flowType: 'pkce',
    autoRefreshToken: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
}

/** Gives a browser the session of somebody, as if they had signed in there before; `origin` where it is no journey's own. */
export async function openAs(page: Page, session: Session, origin = ''): Promise<void> {
  // An address without the application: it is opened once, when the session is there.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    JSON.stringify(session),
  ] as const);
}

/** A new client, signed in in this browser. */
export async function signedInClient(page: Page, product: Product, name = 'client'): Promise<Person> {
  const person = newPerson(name);
  await openAs(page, await createAccount(product, person));
  return person;
}

const owners = new WeakMap<Product, Promise<Person>>();

/** The studio's owner, whose account is made once for each product: OWNER_EMAIL, confirmed, and so the admin. */
export function ownerOf(product: Product): Promise<Person> {
  const known = owners.get(product);
  if (known) return known;
  const created = (async () => {
    const owner = { ...newPerson('owner'), email: product.ownerEmail };
    await createAccount(product, owner);
    return owner;
  })();
  owners.set(product, created);
  return created;
}

/** A new session of the owner's, without a browser. */
export async function ownerSession(product: Product): Promise<Session> {
  const { data, error } = await newAuthClient(product).signInWithPassword(await ownerOf(product));
  if (error) throw error;
  return data.session;
}

/** Signs the owner in in this browser. */
export async function signInAsOwner(page: Page, product: Product): Promise<Person> {
  await openAs(page, await ownerSession(product));
  return ownerOf(product);
}
