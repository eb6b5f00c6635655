import type { Page } from '@playwright/test';
import { createAccount, newPerson, openAs, signUp } from '../harness/people.ts';
import { expect, expectAccessible, test } from '../harness/test.ts';

/** Every screen of an account, and how it is brought to the state that is looked at. */
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
  forgot: { address: '/forgot' },
  'refused link': {
    address: '/auth/reset?error=access_denied&error_code=otp_expired&error_description=Expired',
    prepare: async (page) => {
      await expect(page.getByText('No recovery session detected.')).toBeVisible();
    },
  },
  'half an e-mail change': {
    address: '/auth/email-change?message=Confirmation+link+accepted',
    prepare: async (page) => {
      await expect(page.getByText('One address confirmed, one to go')).toBeVisible();
    },
  },
  'failed e-mail change': {
    address: '/auth/email-change',
    prepare: async (page) => {
      await expect(page.getByRole('alert')).toHaveText('Missing verification code or session.');
    },
  },
};

const longName = 'w'.repeat(32);

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    for (const [name, { address, prepare }] of Object.entries(screens)) {
      test(`${name} is accessible, and fits a phone`, async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto(address);
        await expect(page.locator('html[data-live]')).toBeAttached();
        await prepare?.(page);
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      });
    }

    test('the mail that is on its way is accessible, and fits a phone', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      // An address that is longer than the screen is wide.
      await signUp(page, { ...newPerson(), email: `${'m'.repeat(58)}_${colorScheme}@people.example` });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });

    test('the profile is accessible while shown and edited, and fits a phone with the longest name', async ({
      page,
      product,
    }) => {
      const person = { ...newPerson(), username: `${colorScheme}${longName}`.slice(0, 32) };
      await openAs(page, await createAccount(product, person));
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/profile');
      await expect(page.getByText('Member since')).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: 'Edit username' }).click();
      await page.getByRole('button', { name: 'Change email' }).click();
      await page.getByRole('button', { name: 'Send confirmation links' }).click();
      await expect(page.getByText('Enter a new email.')).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  });
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window_] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(window_ ?? 0);
}
