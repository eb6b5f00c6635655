import type { Page } from '@playwright/test';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  expectRoomForLargeText,
  PHONE,
  untilLive,
} from '../../harness/page.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, signUp } from '../../harness/users.ts';

/** Every account screen, and how to bring it to the state that is checked. */
const screens: Record<string, { address: string; prepare?: (page: Page) => Promise<void> }> = {
  'sign-up': {
    address: '/sign-up',
    prepare: async (page) => {
      await page.getByLabel('Username').fill('a b');
      await page.getByLabel('Password', { exact: true }).fill('abcdefgh');
      await page.getByLabel('Username').press('Enter');
      await expect(page.getByText('Letters/numbers/_ only')).toBeVisible();
    },
  },
  login: {
    address: '/login',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Enter a valid email address.')).toBeVisible();
    },
  },
  'refused link': {
    address: '/auth/reset?error=access_denied&error_code=otp_expired&error_description=Expired',
    prepare: async (page) => {
      await expect(page.getByText('No recovery session detected.')).toBeVisible();
    },
  },
  'half-confirmed email change': {
    address: '/auth/email-change?message=Confirmation+link+accepted',
    prepare: async (page) => {
      await expect(page.getByText('One address confirmed, one to go')).toBeVisible();
    },
  },
  'failed email change': {
    address: '/auth/email-change',
    prepare: async (page) => {
      await expect(page.getByRole('alert')).toHaveText('Missing verification code or session.');
    },
  },
};

test.use({ viewport: PHONE });

/** Fails when axe finds anything in either theme, or the page is wider than a phone. */
async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
}

for (const [name, { address, prepare }] of Object.entries(screens)) {
  test(`the ${name} screen is accessible in both themes and fits a phone`, async ({ page }) => {
    await page.goto(address);
    await untilLive(page);
    await prepare?.(page);
    await expectAccessibleOnPhone(page);
    await expectRoomForLargeText(page);
  });
}

test('the sign-up confirmation is accessible and fits a phone', async ({ page }) => {
  const user = newTestUser();
  // An address that is longer than the screen is wide.
  await signUp(page, { ...user, email: `${user.username.padEnd(64, 'm')}@people.example` });
  await expectAccessibleOnPhone(page);
});

test('the profile is accessible while shown and edited, and fits a phone with the longest username', async ({
  page,
  product,
}) => {
  const user = newTestUser();
  const session = await createAccount(product, { ...user, username: user.username.padEnd(32, 'w') });
  await openAs(page, session);
  await page.goto('/profile');
  await expect(page.getByText('Member since')).toBeVisible();
  await expectAccessibleOnPhone(page);
  await page.getByRole('button', { name: 'Edit username' }).click();
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByRole('button', { name: 'Send confirmation links' }).click();
  await expect(page.getByText('Enter a new email.')).toBeVisible();
  await expectAccessibleOnPhone(page);
});
