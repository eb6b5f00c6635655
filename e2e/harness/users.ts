import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { AuthClient, type GoTrueClient, type Session } from '@supabase/auth-js';
import type { Product } from './product.ts';
import { linkIn } from './smtp-sink.ts';

let people = 0;

/** A new user with a unique username and address. */
export function newTestUser(name = 'client') {
  people += 1;
  const username = `${name}_${process.pid}_${people}`;
  return { username, email: `${username}@people.example`, password: 'correct Horse 7 battery' };
}
export type TestUser = ReturnType<typeof newTestUser>;

/** The local storage key of the session with the embedded provider. */
const SESSION_KEY = 'studio-auth-embedded';

export const createAccountButton = (page: Page) => page.getByRole('button', { name: 'Create account' });

/** Fills in the whole sign-up form that is open, and waits until it can be sent. */
export async function fillSignUp(page: Page, user: TestUser): Promise<void> {
  await page.getByLabel('Username').fill(user.username);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByLabel('Confirm password').fill(user.password);
  await expect(page.getByText('Available')).toBeVisible();
}

/** Opens the sign-up form and fills it in. */
export async function openSignUp(page: Page, user: TestUser): Promise<void> {
  await page.goto('/sign-up');
  await fillSignUp(page, user);
}

/** Opens, fills in and sends the sign-up form; ends when the page says that an email is coming. */
export async function signUp(page: Page, user: TestUser): Promise<void> {
  await openSignUp(page, user);
  await createAccountButton(page).click();
  await expect(page.getByText('Account created.')).toBeVisible();
}

/** The link of the newest unread confirmation mail. */
export async function confirmationLink(product: Product, email: string): Promise<string> {
  return linkIn(await product.mail.nextMail(email, /Confirm your email address/), '/verify');
}

/**
 * Opens a link from a mail and presses the only button on its page.
 * @param password typed first: the page asks for one in a browser that didn't sign up
 */
export async function followLink(page: Page, link: string, password?: string): Promise<void> {
  await page.goto(link);
  if (password !== undefined) {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
  }
  await page.getByRole('button').click();
}

/** Opens a link whose page consumes it, and presses its button. */
export async function pressLink(page: Page, link: string, button: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
}

/** The link of the newest unread reset mail. */
export async function resetLink(product: Product, email: string): Promise<string> {
  return linkIn(await product.mail.nextMail(email, /Choose a new password/), '/verify');
}

/** Requests a reset mail with the form on /forgot. */
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

/** Opens a reset link; ends at the form for the new password. */
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

/** Fills in and sends the open sign-in form; the caller expects where it leads. */
export async function submitSignIn(
  page: Page,
  { email, password }: Pick<TestUser, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in with the form and ends on the profile. Uses a form that is already open: it may show why. */
export async function signIn(page: Page, user: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await submitSignIn(page, user);
  await page.waitForURL('**/profile');
}

/**
 * Signs up and confirms with the official client and the real mail, without a browser. Returns the session
 * that the confirmation creates.
 */
export async function createAccount(product: Product, user: TestUser): Promise<Session> {
  const browser = new CookieKeeper();
  const auth = newAuthClient(product, browser.fetch);
  const { error } = await auth.signUp({
    email: user.email,
    password: user.password,
    options: { data: { username: user.username }, emailRedirectTo: `${product.origin}/auth/callback` },
  });
  if (error) throw error;
  const link = new URL(await confirmationLink(product, user.email));
  const answer = await browser.fetch(`${product.origin}${link.pathname}`, {
    method: 'POST',
    body: link.searchParams,
    redirect: 'manual',
  });
  const landing = new URL(answer.headers.get('location') ?? '', product.origin);
  const exchange = await auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
  if (exchange.error) throw exchange.error;
  const { session } = exchange.data;
  // The first call creates the product's own account record, which claims the username.
  const me = await fetch(`${product.origin}/api/me`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  if (!me.ok) throw new Error(`GET /api/me was answered ${me.status}.`);
  return session;
}

/**
 * `fetch` that keeps cookies, as a browser does: by one the provider recognizes the browser that signed up.
 */
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
export function newAuthClient(product: Product, browserFetch: typeof fetch = fetch): GoTrueClient {
  const kept = new Map<string, string>();
  return new AuthClient({
    url: `${product.origin}/auth/v1`,
    fetch: browserFetch,
    flowType: 'pkce',
    autoRefreshToken: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
}

/**
 * Gives a browser a user's session, as if they had signed in there; `origin` is for a product other than
 * the journey's own.
 */
export async function openAs(page: Page, session: Session, origin = ''): Promise<void> {
  // A page without the application, which then opens once the session is there.
  await page.goto(`${origin}/robots.txt`);
  await storeSession(page, session);
}

/** Stores a session in the page's browser, as another tab would. */
export async function storeSession(page: Page, session: Session): Promise<void> {
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    JSON.stringify(session),
  ] as const);
}

/** A new client, signed in to this browser. */
export async function signedInClient(page: Page, product: Product, name = 'client'): Promise<TestUser> {
  const user = newTestUser(name);
  await openAs(page, await createAccount(product, user));
  return user;
}

const owners = new WeakMap<Product, Promise<TestUser>>();

/** The studio's owner: the confirmed account of OWNER_EMAIL, and so the admin. Created once per product. */
export function ownerOf(product: Product): Promise<TestUser> {
  const known = owners.get(product);
  if (known) return known;
  const created = (async () => {
    const owner = { ...newTestUser('owner'), email: product.ownerEmail };
    await createAccount(product, owner);
    return owner;
  })();
  owners.set(product, created);
  return created;
}

/** A new session of the owner, without a browser. */
export async function ownerSession(product: Product): Promise<Session> {
  const { data, error } = await newAuthClient(product).signInWithPassword(await ownerOf(product));
  if (error) throw error;
  return data.session;
}

/** Signs the owner in to this browser. */
export async function signInAsOwner(page: Page, product: Product): Promise<TestUser> {
  await openAs(page, await ownerSession(product));
  return ownerOf(product);
}

/** Backdates every session by so many minutes. Waits while the product is writing. */
export function ageSessions({ dataDir }: Product, minutes: number): void {
  const database = new DatabaseSync(`${dataDir}/atelier.sqlite`, { timeout: 30_000 });
  const begun = new Date(Date.now() - minutes * 60_000).toISOString();
  database.prepare('update auth_sessions set created_at = ?').run(begun);
  database.close();
}

/** The dialog that asks for the password over whatever is on the screen. */
export const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });

/** Answers the dialog with the password; ends when it has closed, or asks for a code. */
export async function confirmPassword(page: Page, password: string): Promise<void> {
  const field = confirmDialog(page).getByLabel('Your password', { exact: true });
  await field.fill(password);
  await confirmDialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(field).toBeHidden();
}
