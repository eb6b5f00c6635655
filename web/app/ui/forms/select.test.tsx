import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { Field } from './field.tsx';
import { Select } from './select.tsx';

const choices = ['Newest', 'Oldest', 'Name'].map((label) => ({ value: label.toLowerCase(), label }));
const picker = page.getByRole('combobox', { name: 'Order' });

afterEach(() => page.viewport(1024, 768));

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

  it('shows its icon instead of its text on a phone, and stays usable', async () => {
    await page.viewport(390, 844);
    await render(
      <Field label="Order" isLabelHidden>
        <Select choices={choices} defaultValue="oldest" phoneIcon={<svg aria-hidden="true" data-icon />} />
      </Field>,
    );
    const icon = () => document.querySelector('[data-icon]');
    expect(icon()).toBeVisible();
    const { width, height } = picker.element().parentElement?.getBoundingClientRect() ?? {};
    expect([width, height]).toEqual([44, 44]);
    expect(getComputedStyle(picker.element()).opacity).toBe('0');
    await userEvent.selectOptions(picker, 'Newest');
    await expect.element(picker).toHaveDisplayValue('Newest');
    await page.viewport(1024, 768);
    expect(icon()).not.toBeVisible();
    expect(getComputedStyle(picker.element()).opacity).toBe('1');
  });
});
