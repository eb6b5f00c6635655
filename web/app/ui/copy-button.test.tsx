import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../test/accessibility.ts';
import { CopyButton } from './copy-button.tsx';

const button = page.getByRole('button');

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('CopyButton', () => {
  it('copies the text and confirms it for 1.2 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await render(<CopyButton text="ada@example.com" label="Copy email" />);
    await expect.element(button).toHaveTextContent('Copy email');
    const pressedAt = Date.now();
    await button.click();
    await expect.element(button).toHaveTextContent('Copied');
    expect(write).toHaveBeenCalledExactlyOnceWith('ada@example.com');
    const copiedAt = Date.now();
    // Each poll of the page advances this clock a little.
    vi.advanceTimersByTime(1_100 - (copiedAt - pressedAt));
    await expect.element(button).toHaveTextContent('Copy email');
    expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(1_200);
    expect(Date.now() - copiedAt).toBeLessThan(1_500);
  });

  it('shows a failure when the browser refuses', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await render(<CopyButton text="ada@example.com" />);
    await button.click();
    await expect.element(button).toHaveTextContent('Copy failed');
    await expect.element(page.getByText('Copy failed')).toHaveAttribute('aria-live', 'polite');
    await expectAccessible();
  });
});
