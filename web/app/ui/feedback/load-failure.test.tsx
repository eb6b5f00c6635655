import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { isForbidden, isMissing, LoadFailure, RetryAlert } from './load-failure.tsx';

const failure = (status: number, code?: 'not_found' | 'validation_failed') =>
  new ApiError(status ? 'It is full.' : 'Request failed', { status, url: '/api/x', payload: null, code });
const fallback = 'Failed to load users.';
const message = (text: string) => page.getByRole('alert').getByText(text);
const retry = page.getByRole('button', { name: 'Try again' });
const countdown = page.getByText(/^Trying again in \d s$/);

describe('LoadFailure', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('retries once after five seconds when no reply came, and shows the countdown', async () => {
    const onRetry = vi.fn();
    await render(<LoadFailure error={failure(0)} {...{ fallback, onRetry }} />);
    await expect.element(message(fallback)).toBeVisible();
    await expect.element(countdown).toHaveTextContent('Trying again in 5 s');
    vi.advanceTimersByTime(4_750);
    await expect.element(countdown).toHaveTextContent('Trying again in 1 s');
    expect(onRetry).not.toHaveBeenCalled();
    vi.advanceTimersByTime(30_000);
    expect(onRetry).toHaveBeenCalledOnce();
    await expect.element(page.getByText('Trying again…')).toBeVisible();
  });

  it('waits again after each further failure', async () => {
    const onRetry = vi.fn();
    const { rerender } = await render(<LoadFailure error={failure(0)} {...{ fallback, onRetry }} />);
    vi.advanceTimersByTime(5_000);
    await rerender(<LoadFailure error={failure(503)} {...{ fallback, onRetry }} />);
    await expect.element(message('It is full.')).toBeVisible();
    await expect.element(countdown).toHaveTextContent('Trying again in 5 s');
    vi.advanceTimersByTime(5_000);
    expect(onRetry).toHaveBeenCalledTimes(2);
  });

  it('leaves the retry to the user when the server refuses', async () => {
    const onRetry = vi.fn();
    await render(<LoadFailure error={failure(403)} {...{ fallback, onRetry }} />);
    await expect.element(message('It is full.')).toBeVisible();
    await expect.element(countdown).not.toBeInTheDocument();
    vi.advanceTimersByTime(60_000);
    expect(onRetry).not.toHaveBeenCalled();
    await retry.click();
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('announces the wait to screen readers once, without the count', async () => {
    await render(<LoadFailure error={failure(0)} {...{ fallback }} onRetry={() => {}} />);
    await expect.element(page.getByText('Trying again in a few seconds.')).toBeInTheDocument();
    await expect.element(countdown).toHaveAttribute('aria-hidden', 'true');
    vi.useRealTimers();
    await expectAccessible();
  });
});

describe('RetryAlert', () => {
  it('retries when its button is pressed, and not by itself', async () => {
    const onRetry = vi.fn();
    await render(
      <RetryAlert title="The list is incomplete." onRetry={onRetry}>
        Some rows are missing.
      </RetryAlert>,
    );
    await expect.element(message('Some rows are missing.')).toBeVisible();
    await expect.element(page.getByText(/^Trying again/)).not.toBeInTheDocument();
    await retry.click();
    expect(onRetry).toHaveBeenCalledOnce();
    await expectAccessible();
  });
});

describe('isMissing and isForbidden', () => {
  it.each([
    ['isMissing', 'an unknown id', isMissing, failure(404, 'not_found'), true],
    ['isMissing', 'an invalid id', isMissing, failure(422, 'validation_failed'), true],
    ['isMissing', 'no reply', isMissing, failure(0), false],
    ['isForbidden', 'a 403', isForbidden, failure(403), true],
    ['isForbidden', 'a 401', isForbidden, failure(401), false],
    ['isForbidden', 'another error', isForbidden, new TypeError('x'), false],
  ])('%s of %s', (_, __, holds, error, expected) => {
    expect(holds(error)).toBe(expected);
  });
});
