import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../test/accessibility.ts';
import { advance, stopClock } from '../../test/clock.ts';
import { CopyButton } from './copy-button.tsx';

const button = page.getByRole('button');

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('CopyButton', () => {
  it('copies the text and confirms it for 1.2 seconds', async () => {
    stopClock();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await render(<CopyButton text="ada@example.com" label="Copy email" />);
    await expect.element(button).toHaveTextContent('Copy email');
    await button.click();
    await expect.element(button).toHaveTextContent('Copied');
    expect(write).toHaveBeenCalledExactlyOnceWith('ada@example.com');
    // Each poll of the page has advanced this clock a little: a fifth of a second is for those.
    await advance(1_000);
    expect(button.element()).toHaveTextContent('Copied');
    await advance(200);
    expect(button.element()).toHaveTextContent('Copy email');
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
