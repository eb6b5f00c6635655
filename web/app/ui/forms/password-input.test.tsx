import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

const password = page.getByLabelText('Password', { exact: true });

async function renderPassword() {
  await render(
    <Field label="Password" hint="At least ten characters.">
      <PasswordInput defaultValue="secret words" autoComplete="off" />
    </Field>,
  );
}

describe('PasswordInput', () => {
  it('hides its text until the button is pressed, and again on the next press', async () => {
    await renderPassword();
    await expect.element(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password', pressed: false }).click();
    await expect.element(password).toHaveAttribute('type', 'text');
    await expect.element(password).toHaveValue('secret words');
    await page.getByRole('button', { name: 'Hide password', pressed: true }).click();
    await expect.element(password).toHaveAttribute('type', 'password');
  });

  it('uses the label and hint of its field', async () => {
    await renderPassword();
    await expect.element(password).toHaveAccessibleDescription('At least ten characters.');
    await expectAccessible();
  });
});
