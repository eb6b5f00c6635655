import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { ChoiceGroup } from './choices.tsx';

type Timeline = 'flexible' | 'firm' | 'hard';
const choices = [
  { value: 'flexible', label: 'Flexible', description: 'Good comes before soon' },
  { value: 'firm', label: 'Firm' },
  { value: 'hard', label: 'Hard deadline' },
] as const;
const choice = (name: RegExp) => page.getByRole('radio', { name });
const clear = page.getByRole('button', { name: 'Clear Timeline' });

function TimelineChoice({ start, error }: { start?: Timeline; error?: string }) {
  const [value, setValue] = useState(start);
  return (
    <ChoiceGroup<Timeline>
      legend="Timeline"
      {...{ choices, value, error }}
      onChange={setValue}
      onClear={() => setValue(undefined)}
    />
  );
}

describe('ChoiceGroup', () => {
  it('chooses by click and with the arrow keys', async () => {
    await render(<TimelineChoice />);
    await choice(/Good comes before soon/).click();
    await expect.element(choice(/^Flexible/)).toBeChecked();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(choice(/^Firm/)).toBeChecked();
    await expect.element(choice(/^Flexible/)).not.toBeChecked();
    await expectAccessible();
  });

  it('clears an answer without losing the focus', async () => {
    await render(<TimelineChoice start="hard" />);
    await clear.click();
    await expect.element(choice(/^Hard deadline/)).not.toBeChecked();
    await expect.element(choice(/^Flexible/)).toHaveFocus();
    // Its space stays reserved, so that nothing below moves.
    await expect.element(page.getByText(/^Clear/)).not.toBeVisible();
  });

  it('is described by its error', async () => {
    await render(<TimelineChoice error="Choose one." />);
    await expect
      .element(page.getByRole('group', { name: 'Timeline' }))
      .toHaveAccessibleDescription('Choose one.');
    await expectAccessible();
  });
});
