import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import Reset from './reset.tsx';

signIn();
startTestApi();

async function submit(password: string, confirmation = password) {
  await page.getByLabelText('New password', { exact: true }).fill(password);
  await page.getByLabelText(/^Confirm password/).fill(confirmation);
  await page.getByRole('button', { name: 'Set new password' }).click();
}

describe('Reset', () => {
  it('sets no password without a reset link', async () => {
    await renderScreen(<Reset />, { at: '/auth/reset' });
    const missing = page.getByRole('alert').filter({ hasText: 'No recovery session detected.' });
    await expect
      .element(missing)
      .toMatchTextContent(
        'No recovery session detected. Please click the password reset link from your email again.',
      );
    await submit('short');
    await expect.element(page.getByText('Password must be at least 8 characters')).toBeVisible();
    await submit('another Horse 8 battery', 'something else');
    await expect.element(page.getByText('Passwords do not match')).toBeVisible();
    await submit('another Horse 8 battery');
    const refused = page.getByText('Recovery session missing. Please use your email link again.');
    await expect.element(refused).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Send me a new link' }))
      .toHaveAttribute('href', '/forgot');
  });
});
