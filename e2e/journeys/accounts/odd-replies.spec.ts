import type { Page, Route } from '@playwright/test';
import { expect, REFUSED, test } from '../../harness/test.ts';
import { createAccountButton, newTestUser, openSignUp, submitSignIn } from '../../harness/users.ts';

const TOO_MANY = 'Too many attempts. Please wait a minute and try again.';
const html = { contentType: 'text/html', body: '<!doctype html><title>Proxy</title><h1>Hello</h1>' };
const empty = { body: '' };

type Reply = Parameters<Route['fulfill']>[0];

/** Answers the provider's next call at this path. */
const answer = (page: Page, path: string, reply: Reply) =>
  page.route(`**/auth/v1/${path}*`, (route) => route.fulfill(reply), { times: 1 });

test('sign-in, sign-up and the mails say what is the matter when a provider sends no code or a proxy answers', async ({
  page,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const user = newTestUser('odd');
  const alert = page.getByRole('main').getByRole('alert');
  await page.goto('/login');
  for (const [reply, message] of [
    [
      { status: 400, json: { error: 'invalid_grant', error_description: 'Invalid login credentials' } },
      'Wrong email or password.',
    ],
    [{ status: 200, ...html }, 'Unable to sign in.'],
    [{ status: 429, ...html }, TOO_MANY],
    [{ status: 429, ...empty }, TOO_MANY],
    [
      { status: 400, json: { error: 'invalid_grant', error_description: 'Email not confirmed' } },
      'Please verify your email before signing in. We can resend the verification link below.',
    ],
  ] satisfies [Reply, string][]) {
    await answer(page, 'token', reply);
    await submitSignIn(page, user);
    await expect(alert).toHaveText(message);
  }
  await answer(page, 'resend', { status: 429, ...html });
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await expect(alert.filter({ hasText: TOO_MANY })).toBeVisible();

  await page.goto('/forgot');
  await page.getByLabel('Email').fill(user.email);
  await answer(page, 'recover', { status: 429, ...empty });
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(alert).toHaveText(TOO_MANY);

  await openSignUp(page, user);
  for (const [reply, message] of [
    [{ status: 429, ...html }, TOO_MANY],
    [{ status: 200, ...html }, 'Unable to create the account.'],
    [{ status: 200, json: {} }, 'Unable to create the account.'],
  ] satisfies [Reply, string][]) {
    await answer(page, 'signup', reply);
    await createAccountButton(page).click();
    await expect(alert).toContainText(message);
  }
});
