import { type FormEvent, useState } from 'react';
import { describe, expect, it, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { ChipInput, splitChips } from './chip-input.tsx';
import { Field } from './field.tsx';

const box = page.getByLabelText('Must-haves');
const chips = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);
const remove = (chip: string) => page.getByRole('button', { name: `Remove ${chip}` });

function MustHaves({ start = [] }: { start?: string[] }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <Field label="Must-haves">
        <ChipInput value={value} onChange={setValue} placeholder="Booking" />
      </Field>
      <output>{value.join('|')}</output>
      <button type="button" onClick={() => setValue(['From elsewhere'])}>
        Replace
      </button>
    </>
  );
}

const value = page.getByRole('status');

test.each([
  ['a, b', ['a', 'b']],
  [' a ,, a,b ', ['a', 'b']],
  ['', []],
])('splitChips(%j) is %j', (text, expected) => {
  expect(splitChips(text)).toEqual(expected);
});

describe('ChipInput', () => {
  it('ends a chip at a comma, on Enter and on blur', async () => {
    await render(<MustHaves />);
    await box.click();
    await userEvent.keyboard('Booking,');
    expect(chips()).toEqual(['Booking']);
    await expect.element(box).toHaveValue('');
    await userEvent.keyboard('News{Enter}Shop');
    expect(chips()).toEqual(['Booking', 'News']);
    // The value includes the text still being typed.
    await expect.element(value).toHaveTextContent('Booking|News|Shop');
    await userEvent.keyboard('{Tab}');
    await expect.poll(chips).toEqual(['Booking', 'News', 'Shop']);
    await expect.element(box).toHaveValue('');
    await expectAccessible();
  });

  it('never sends its form on Enter, also when the box is empty', async () => {
    const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
    await render(
      <form onSubmit={onSubmit}>
        <MustHaves />
        <button type="submit">Next</button>
      </form>,
    );
    await box.click();
    await userEvent.keyboard('{Enter}Booking{Enter}{Enter}');
    expect(chips()).toEqual(['Booking']);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('keeps a repeated text once', async () => {
    await render(<MustHaves start={['Booking']} />);
    await box.click();
    await userEvent.keyboard('Booking{Enter}');
    expect(chips()).toEqual(['Booking']);
  });

  it('puts the last chip back into the box on Backspace', async () => {
    await render(<MustHaves start={['Booking', 'News']} />);
    await box.click();
    await userEvent.keyboard('{Backspace}');
    await expect.element(box).toHaveValue('News');
    expect(chips()).toEqual(['Booking']);
    await expect.element(value).toHaveTextContent('Booking|News');
  });

  it('moves the focus to the next chip, the previous one, then the box when chips are removed', async () => {
    await render(<MustHaves start={['One', 'Two', 'Three']} />);
    await remove('Two').click();
    await expect.element(remove('Three')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(remove('One')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveFocus();
    await expect.element(value).toHaveTextContent('');
  });

  it('shows a new value set from outside', async () => {
    await render(<MustHaves start={['One']} />);
    await box.click();
    await userEvent.keyboard('Tw');
    await page.getByRole('button', { name: 'Replace' }).click();
    await expect.poll(chips).toEqual(['From elsewhere']);
    await expect.element(box).toHaveValue('');
  });
});
