import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../test/accessibility.ts';
import { Stepper } from './stepper.tsx';

const steps = ['Package', 'Business', 'Goals', 'Review'];

afterEach(() => page.viewport(1024, 768));

describe('Stepper', () => {
  it('links only to reached steps', async () => {
    const onStep = vi.fn();
    await render(<Stepper label="Steps" steps={steps} current={2} reached={3} onStep={onStep} />);
    const names = page
      .getByRole('button')
      .elements()
      .map((button) => button.textContent);
    expect(names).toEqual(['Package', '3Goals']);
    await page.getByRole('button', { name: /Goals$/ }).click();
    expect(onStep).toHaveBeenCalledExactlyOnceWith(3);
    await expectAccessible();
  });

  it('is operated with the keyboard, past the current step', async () => {
    const onStep = vi.fn();
    await render(<Stepper label="Steps" steps={steps} current={2} reached={3} onStep={onStep} />);
    await userEvent.keyboard('{Tab}{Enter}{Tab}{Enter}');
    expect(onStep.mock.calls).toEqual([[1], [3]]);
  });

  it('marks the current step and the completed ones', async () => {
    const isDone = (step: number) => step === 1 || step === 3;
    await render(<Stepper label="Steps" steps={steps} current={2} {...{ isDone }} />);
    const items = page.getByRole('listitem').elements();
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null, null]);
    const done = items.map((item) => item.querySelector('[aria-label="Done:"]') !== null);
    expect(done).toEqual([true, false, true, false]);
  });

  it.each([390, 1024])('takes one line at %i px', async (width) => {
    await page.viewport(width, 844);
    const { container } = await render(<Stepper label="Steps" steps={steps} current={2} />);
    expect(container.querySelector('nav')?.offsetHeight).toBe(44);
    await expectAccessible();
  });
});
