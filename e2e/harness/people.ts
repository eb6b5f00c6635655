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

/** Fills in and sends the sign-up form; ends where the page says that a mail is on its way. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Account created.')).toBeVisible();
}

/** The link of the newest unread confirmation mail. */
export async function confirmationLink(product: Product, email: string): Promise<string> {
  return linkIn(await product.mail.nextMail(email, /Confirm your e-mail address/), '/verify');
}

/** Opens a link from a mail and presses the one button of the page it leads to. */
export async function followLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button').click();
}

/** Signs in by the form, and ends on the profile. Whoever was led to the form fills in that one: it may say why they are there. */
export async function signIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/profile');
}

/**
 * Signs up and confirms without a browser, by the official client and the real mail: for journeys that are about
 * something else. Returns the session that the confirmation ends with.
 */
export async function createAccount(product: Product, person: Person): Promise<Session> {
  const auth = newAuthClient(product);
  const { error } = await auth.signUp({
    email: person.email,
    password: person.password,
    options: { data: { username: person.username }, emailRedirectTo: `${product.origin}/auth/callback` },
  });
  if (error) throw error;
  const link = new URL(await confirmationLink(product, person.email));
  const answer = await fetch(`${product.origin}${link.pathname}`, {
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

/** A client of the provider that keeps its session in memory. */
export function newAuthClient(product: Product): GoTrueClient {
  const kept = new Map<string, string>();
  return new AuthClient({
    url: `${product.origin}/auth/v1`,
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
