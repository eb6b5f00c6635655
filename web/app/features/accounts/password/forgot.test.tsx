import { TOO_MANY_ATTEMPTS } from '@atelier/domain/auth/rules.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, signOut, startTestApi } from '../../../../test/product.tsx';
import Forgot from './forgot.tsx';

signOut();
const product = startTestApi();
const email = () => page.getByRole('textbox', { name: /^Email/ });
const press = () => page.getByRole('button', { name: 'Send reset link' }).click();

describe('Forgot', () => {
  it('keeps the address when the request fails', async () => {
    await renderScreen(<Forgot />);
    await press();
    await expect.element(page.getByText('Enter a valid email address.')).toBeVisible();
    await email().fill('mo@people.example');
    await press();
    const alert = page.getByRole('alert');
    await expect
      .element(alert)
      .toHaveTextContent('Network error. Please check your connection and try again.');
    await expect.element(email()).toHaveValue('mo@people.example');
    product.api.answerProvider('recover', () => new Response('', { status: 429 }));
    await press();
    await expect.element(alert).toHaveTextContent(TOO_MANY_ATTEMPTS);
  });
});
