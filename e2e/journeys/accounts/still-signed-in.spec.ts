import type { Page } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import { expectBriefly, stopClock, tickUntilVisible } from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { linkIn } from '../../harness/smtp-sink.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import {
  confirmationLink,
  createAccount,
  followLink,
  invitationLink,
  newAuthClient,
  newTestUser,
  openAs,
  requestResetLink,
  resetLink,
  signUp,
  type TestUser,
} from '../../harness/users.ts';

/** A link of another person, opened in a signed-in client's browser. */
interface StrangersLink {
  /** Does what creates the link, as the stranger: in this browser before, or in one of their own. */
  make(context: { product: Product; page: Page; stranger: TestUser }): Promise<string>;
  /** The buttons pressed on the way, one page after the other. */
  presses?: readonly string[];
  /** The text the last page shows. */
  shows: RegExp;
}

const inTheirBrowser = (product: Product, stranger: TestUser) =>
  newAuthClient(product).signUp({
    email: stranger.email,
    password: stranger.password,
    options: { emailRedirectTo: `${product.origin}/auth/callback` },
  });

/** One of the two links of the stranger's email change; the other one is already used. */
async function changeOfAddress(
  product: Product,
  stranger: TestUser,
  last: 'current' | 'new',
): Promise<string> {
  const { access_token: token } = await createAccount(product, stranger);
  const landing = encodeURIComponent(`${product.origin}/auth/email-change`);
  await fetch(`${product.origin}/auth/v1/user?redirect_to=${landing}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `next.${stranger.email}`,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'plain',
    }),
  });
  const links = {
    current: linkIn(await product.mail.nextMail(stranger.email, /Confirm your change of address/), '/verify'),
    new: linkIn(await product.mail.nextMail(`next.${stranger.email}`, /Confirm your new/), '/verify'),
  };
  const other = new URL(links[last === 'new' ? 'current' : 'new']);
  await fetch(other, { method: 'POST', body: other.searchParams, redirect: 'manual' });
  return links[last];
}

/** A link to one of our pages with the stranger's session in its fragment. */
async function sessionLink(product: Product, stranger: TestUser, landing: string): Promise<string> {
  const session = await createAccount(product, stranger);
  const parts = new URLSearchParams({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
    type: 'invite',
  });
  return `${landing}#${parts}`;
}

const LANDED = /You’re signed in|Your address has changed|No recovery session|There’s no invitation/;
/** The pages that a session link may lead to, and the text each of them shows. */
const landings: [landing: string, shows: RegExp][] = [
  ['/auth/callback', LANDED],
  ['/auth/email-change', LANDED],
  ['/auth/reset', LANDED],
  ['/auth/invite', LANDED],
  ['/contact', /Your question/],
];

const links: Record<string, StrangersLink> = {
  'confirmation link': {
    make: async ({ product, stranger }) => {
      await inTheirBrowser(product, stranger);
      return confirmationLink(product, stranger.email);
    },
    presses: ['Confirm my address'],
    shows: /You’re signed in/,
  },
  'confirmation link of a sign-up in this browser': {
    make: async ({ product, page, stranger }) => {
      await signUp(page, stranger);
      return confirmationLink(product, stranger.email);
    },
    presses: ['Confirm my address'],
    shows: /Going on signs that account out/,
  },
  'reset link': {
    make: async ({ product, stranger }) => {
      await createAccount(product, stranger);
      await newAuthClient(product).resetPasswordForEmail(stranger.email, {
        redirectTo: `${product.origin}/auth/reset`,
      });
      return resetLink(product, stranger.email);
    },
    presses: ['Choose a new password'],
    shows: /You’ll sign in with it right after/,
  },
  'reset link and set a new password': {
    make: async ({ product, page, stranger }) => {
      await createAccount(product, stranger);
      await requestResetLink(page, stranger.email);
      return resetLink(product, stranger.email);
    },
    presses: ['Choose a new password', 'Set new password'],
    shows: /Password updated\..*You’re still signed in here as /,
  },
  'invitation link': {
    make: ({ product, stranger }) => invitationLink(product, stranger.email),
    shows: /Going on signs that account out/,
  },
  'email change link to the current address': {
    make: ({ product, stranger }) => changeOfAddress(product, stranger, 'current'),
    presses: ['Confirm the change'],
    shows: /Your address has changed\. Please sign in\.You’re still signed in here as /,
  },
  'email change link to the new address': {
    make: ({ product, stranger }) => changeOfAddress(product, stranger, 'new'),
    presses: ['Confirm the change'],
    shows: /Your address has changed\. Please sign in\.You’re still signed in here as /,
  },
};

/** The address of the user whose session this browser holds. */
const holder = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const session: { user?: { email?: string } } | null = JSON.parse(
      localStorage.getItem('studio-auth-embedded') ?? 'null',
    );
    return session?.user?.email;
  });

/** Fills in the page's password fields before pressing its button. */
async function press(page: Page, name: string): Promise<void> {
  const fields = page.locator('main input[type=password], form input[type=password]');
  for (const field of await fields.all()) await field.fill('a password that the stranger chose 7');
  await page.getByRole('button', { name, exact: true }).click();
}

/** Fails unless the user is still signed in, on the profile and at the API. */
async function expectKept(page: Page, me: TestUser, mine: Session, stranger: TestUser): Promise<void> {
  expect(await holder(page)).toBe(me.email);
  await page.goto('/profile');
  await expect(page.getByText(me.email).first()).toBeVisible();
  await expect(page.getByText(stranger.email)).toHaveCount(0);
  expect(await holder(page)).toBe(me.email);
  const answer = await page.request.get('/api/me', {
    headers: { authorization: `Bearer ${mine.access_token}` },
  });
  expect((await answer.json()).user).toMatchObject({ email: me.email, username: me.username });
}

for (const [name, { make, presses = [], shows }] of Object.entries(links)) {
  test(`security: a signed-in client keeps their session when they open another person’s ${name}`, async ({
    page,
    product,
    expectConsole,
  }) => {
    expectConsole(REFUSED);
    const [me, stranger] = [newTestUser('me'), newTestUser('stranger')];
    const mine: Session = await createAccount(product, me);
    const link = await make({ product, page, stranger });
    await openAs(page, mine);
    await page.goto('/profile');
    await expect(page.getByText(me.email).first()).toBeVisible();

    const steps = [
      async () => void (await page.goto(link)),
      ...presses.map((button) => () => press(page, button)),
    ];
    for (const [index, step] of steps.entries()) {
      const next = presses[index];
      if (next === undefined) {
        // Some pages redirect after a moment.
        await expectBriefly(page, step, page.getByRole('main').filter({ hasText: shows }));
      } else {
        await step();
        await expect(page.getByRole('button', { name: next, exact: true })).toBeVisible();
      }
    }
    await expectKept(page, me, mine, stranger);
  });
}

test('security: a signed-in client keeps their session on every page of a stranger’s link', async ({
  page,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const me = newTestUser('me');
  const mine = await createAccount(product, me);
  await openAs(page, mine);
  await page.goto('/profile');
  await expect(page.getByText(me.email).first()).toBeVisible();
  // Some pages redirect after a moment.
  await stopClock(page);
  for (const [landing, shows] of landings) {
    await test.step(landing, async () => {
      const stranger = newTestUser('stranger');
      await page.goto(await sessionLink(product, stranger, landing));
      await tickUntilVisible(page, page.getByRole('main').filter({ hasText: shows }), 50);
      await expectKept(page, me, mine, stranger);
    });
  }
});

test('a signed-in client can switch to the account that a link belongs to', async ({ page, product }) => {
  const [me, stranger] = [newTestUser('leaves'), newTestUser('enters')];
  const mine = await createAccount(product, me);
  await signUp(page, stranger);
  await openAs(page, mine);
  await followLink(page, await confirmationLink(product, stranger.email));
  await expect(page.getByText(`You’re signed in here as ${me.email}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Switch accounts' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByText(stranger.username, { exact: true }).first()).toBeVisible();
  expect(await holder(page)).toBe(stranger.email);

  const invited = newTestUser('guest');
  await page.goto(await invitationLink(product, invited.email));
  await page.getByRole('button', { name: 'Sign out and accept' }).click();
  await expect(page.getByText(`as ${invited.email}.`)).toBeVisible();
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await holder(page)).toBe(invited.email);
});
