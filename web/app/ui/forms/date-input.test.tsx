import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { DateInput } from './date-input.tsx';
import { Field } from './field.tsx';

const field = page.getByLabelText('Launch date', { exact: true });
const opener = page.getByRole('button', { name: 'Choose from a calendar' });
const grid = (month: string) => page.getByRole('grid', { name: month });
const day = (name: string) => page.getByRole('button', { name });

function LaunchDate({ start = '', min }: { start?: string; min?: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <Field label="Launch date">
        <DateInput value={value} onChange={setValue} {...(min && { min })} />
      </Field>
      <output>{value}</output>
    </>
  );
}

const value = page.getByRole('status').first();

describe('DateInput', () => {
  it('accepts a typed date on blur and shows it formatted', async () => {
    await render(<LaunchDate />);
    await field.fill('1.3.31');
    await userEvent.keyboard('{Tab}');
    await expect.element(value).toHaveTextContent('2031-03-01');
    await expect.element(field).toHaveValue('Mar 1, 2031');
  });

  it('keeps text that isn’t a date', async () => {
    await render(<LaunchDate />);
    await field.fill('next spring');
    await userEvent.keyboard('{Tab}');
    await expect.element(value).toHaveTextContent('next spring');
    await expect.element(field).toHaveValue('next spring');
  });

  it('opens the calendar at the chosen day and chooses another one', async () => {
    await render(<LaunchDate start="2031-03-01" />);
    await opener.click();
    await expect.element(grid('March 2031')).toBeVisible();
    await expect.element(day('Saturday, March 1, 2031')).toHaveFocus();
    await expect.element(day('Saturday, March 1, 2031')).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible();
    await day('Next month').click();
    await day('Wednesday, April 2, 2031').click();
    await expect.element(value).toHaveTextContent('2031-04-02');
    await expect.element(grid('April 2031')).not.toBeInTheDocument();
    await expect.element(field).toHaveValue('Apr 2, 2031');
  });

  it('keeps its height when the next month has fewer weeks', async () => {
    await render(<LaunchDate start="2027-01-15" />);
    await opener.click();
    const popup = page.getByRole('dialog', { name: 'Choose a day' });
    const height = () => popup.element().getBoundingClientRect().height;
    await expect.element(grid('January 2027')).toBeVisible();
    const before = height();
    await day('Next month').click();
    await expect.element(grid('February 2027')).toBeVisible();
    expect(height()).toBe(before);
  });

  it('moves by days, weeks, months and years with the keyboard, and returns to the field on Escape', async () => {
    await render(<LaunchDate start="2031-01-30" />);
    (field.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(day('Thursday, January 30, 2031')).toHaveFocus();
    for (const [keys, name] of [
      ['{ArrowRight}', 'Friday, January 31, 2031'],
      ['{ArrowUp}', 'Friday, January 24, 2031'],
      ['{Home}', 'Sunday, January 19, 2031'],
      ['{End}', 'Saturday, January 25, 2031'],
      ['{PageDown}', 'Tuesday, February 25, 2031'],
      ['{Shift>}{PageUp}{/Shift}', 'Monday, February 25, 2030'],
    ] as const) {
      await userEvent.keyboard(keys);
      await expect.element(day(name)).toHaveFocus();
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
    await expect.element(value).toHaveTextContent('2031-01-30');
  });

  it('offers no day before the first one', async () => {
    await render(<LaunchDate min="2031-03-10" />);
    await opener.click();
    await expect.element(grid('March 2031')).toBeVisible();
    await expect.element(day('Monday, March 10, 2031')).toHaveFocus();
    await expect.element(day('Sunday, March 9, 2031')).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await expect.element(value).toHaveTextContent('2031-03-10');
  });

  it('opens where a day can be chosen when the chosen one is before the first', async () => {
    await render(<LaunchDate start="2031-01-15" min="2031-03-10" />);
    (field.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(day('Monday, March 10, 2031')).toHaveFocus();
  });

  it('clears the date, even for an optional question', async () => {
    await render(<LaunchDate start="2031-03-01" />);
    await opener.click();
    await page.getByRole('button', { name: 'Clear the date' }).click();
    await expect.element(field).toHaveValue('');
    await expect.element(value).toHaveTextContent('');
  });
});
