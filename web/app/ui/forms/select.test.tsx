import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { Field } from './field.tsx';
import { Select } from './select.tsx';

const choices = ['Newest', 'Oldest', 'Name'].map((label) => ({ value: label.toLowerCase(), label }));
const picker = page.getByRole('combobox', { name: 'Order' });

describe('Select', () => {
  it('starts with its placeholder, which is no answer, and accepts a choice', async () => {
    await render(
      <Field label="Order" hint="Of the list below." error="Choose one." isRequired>
        <Select choices={choices} placeholder="Choose what fits best" />
      </Field>,
    );
    await expect.element(picker).toHaveDisplayValue('Choose what fits best');
    await expect.element(picker).toHaveValue('');
    await expect.element(picker).toHaveAccessibleDescription('Choose one. Of the list below.');
    await expect.element(picker).toBeInvalid();
    await userEvent.selectOptions(picker, 'Name');
    await expect.element(picker).toHaveValue('name');
    await expectAccessible();
  });
});
