import { Fragment } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { advance, stopClock } from '../../../test/clock.ts';
import { dismissToasts, showToast } from './toast.tsx';
import ToastRegion from './toast-region.tsx';

const region = page.getByRole('region', { name: 'Notifications' });
const toast = (message: string) => region.getByRole('group', { name: message });
/** A toast that is leaving is still there for a moment. */
const expectToStay = (message: string) =>
  expect(toast(message).element()).not.toHaveAttribute('data-ending-style');

afterEach(() => {
  dismissToasts();
  vi.useRealTimers();
});

describe('ToastRegion', () => {
  it('announces a message politely, in a region rendered before it', async () => {
    await render(<ToastRegion />);
    await expect.element(region).toHaveAttribute('aria-live', 'polite');
    showToast('Project archived.', { tone: 'success' });
    await expect.element(toast('Project archived.')).toBeVisible();
    await expectAccessible();
  });

  it('closes a message after six seconds, and keeps an error until it is dismissed', async () => {
    stopClock();
    await render(<ToastRegion />);
    showToast('plan.pdf was not sent.', { tone: 'danger' });
    const shownAt = Date.now();
    showToast('Project restored.');
    await expect.element(toast('Project restored.')).toBeVisible();
    // Each poll of the page has advanced this clock a little.
    await advance(5_900 - (Date.now() - shownAt));
    expectToStay('Project restored.');
    await advance(100);
    await expect.element(toast('Project restored.')).not.toBeInTheDocument();
    await advance(600_000);
    expectToStay('plan.pdf was not sent.');
    await toast('plan.pdf was not sent.').getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(toast('plan.pdf was not sent.')).not.toBeInTheDocument();
  });

  it('runs the action once and closes when the action is pressed', async () => {
    await render(<ToastRegion />);
    const run = vi.fn();
    showToast('Bakery needs no answer.', { action: { label: 'Undo', run } });
    await toast('Bakery needs no answer.').getByRole('button', { name: 'Undo' }).click();
    expect(run).toHaveBeenCalledOnce();
    await expect.element(toast('Bakery needs no answer.')).not.toBeInTheDocument();
  });

  it('shows a repeated message once, and the newest three of four, newest last', async () => {
    await render(<ToastRegion />);
    for (const each of ['One', 'Two', 'Three', 'Four', 'Four']) showToast(each, { tone: 'danger' });
    await expect.element(toast('Four')).toBeVisible();
    const names = () =>
      region
        .getByRole('group')
        .elements()
        .map((element) => element.textContent);
    await expect.poll(names).toEqual(['Two', 'Three', 'Four']);
  });

  it('keeps a message while the pointer rests on it', async () => {
    stopClock();
    await render(<ToastRegion />);
    showToast('Saved.');
    await toast('Saved.').hover();
    await advance(600_000);
    expectToStay('Saved.');
    await userEvent.hover(document.body, { position: { x: 1, y: 1 } });
    await advance(6_000);
    await expect.element(toast('Saved.')).not.toBeInTheDocument();
  });

  it('shows messages sent without a region, and those open when one unmounts, in the next region', async () => {
    const { rerender } = await render(<Fragment />);
    showToast('plan.pdf was not sent.', { tone: 'danger' });
    await rerender(<ToastRegion key="first" />);
    await expect.element(toast('plan.pdf was not sent.')).toBeVisible();
    await rerender(<Fragment />);
    await expect.element(toast('plan.pdf was not sent.')).not.toBeInTheDocument();
    await rerender(<ToastRegion key="second" />);
    await expect.element(toast('plan.pdf was not sent.')).toBeVisible();
  });

  it('shows no messages of a user who has signed out', async () => {
    await render(<ToastRegion />);
    showToast('plan.pdf was not sent.', { tone: 'danger' });
    await expect.element(toast('plan.pdf was not sent.')).toBeVisible();
    dismissToasts();
    await expect.element(toast('plan.pdf was not sent.')).not.toBeInTheDocument();
  });
});
