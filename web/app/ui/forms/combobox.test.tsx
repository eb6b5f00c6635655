import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { Combobox } from './combobox.tsx';
import { Field } from './field.tsx';

const choices = ['America/New York', 'Asia/Tokyo', 'Europe/Berlin', 'Europe/Dublin'].map((name) => ({
  value: name.toLowerCase(),
  label: name,
}));
const field = page.getByLabelText('Time zone');
const search = page.getByRole('combobox', { name: 'Type a city' });
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);

function TimeZone({ start = 'europe/berlin', limit = 40 }: { start?: string; limit?: number }) {
  const [value, setValue] = useState(start);
  return (
    <Field label="Time zone">
      <Combobox
        {...{ value, choices, limit }}
        onChange={setValue}
        placeholder="Choose one"
        searchLabel="Type a city"
        emptyText="No city of that name."
      />
    </Field>
  );
}

describe('Combobox', () => {
  it('opens with the search box focused when it is pressed', async () => {
    await render(<TimeZone />);
    await expect.element(field).toHaveTextContent('Europe/Berlin');
    await field.click();
    await expect.element(search).toHaveFocus();
    expect(options()).toHaveLength(choices.length);
    await expectAccessible();
  });

  it('searches for text typed on the closed field and takes the first match on Enter', async () => {
    await render(<TimeZone />);
    (field.element() as HTMLElement).focus();
    await userEvent.keyboard('yo');
    await expect.element(search).toHaveValue('yo');
    // The beginning of a word, not a part of one: Tokyo isn't found.
    await expect.poll(options).toEqual(['America/New York']);
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveTextContent('America/New York');
    await expect.element(field).toHaveFocus();
  });

  it('shows a note when nothing matches, and keeps the choice on Escape', async () => {
    await render(<TimeZone />);
    await field.click();
    await userEvent.keyboard('zzz');
    await expect.element(page.getByText('No city of that name.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(search).not.toBeInTheDocument();
    await expect.element(field).toHaveTextContent('Europe/Berlin');
  });

  it('shows no more rows than its limit', async () => {
    await render(<TimeZone limit={2} />);
    await field.click();
    await expect.poll(options).toHaveLength(2);
    await userEvent.keyboard('dublin');
    await expect.poll(options).toEqual(['Europe/Dublin']);
  });

  it('shows the placeholder when nothing is chosen', async () => {
    await render(<TimeZone start="" />);
    await expect.element(field).toHaveTextContent('Choose one');
  });
});
