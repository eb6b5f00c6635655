import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { Pager, parsePage } from './pager.tsx';

const previous = page.getByRole('button', { name: 'Prev' });
const next = page.getByRole('button', { name: 'Next' });

describe('Pager', () => {
  it('links to the pages beside the current one', async () => {
    const onPage = vi.fn();
    await render(<Pager page={2} pages={3} note="42 total" onPage={onPage} />);
    await expect.element(page.getByText('Page 2 of 3 • 42 total')).toBeVisible();
    await previous.click();
    await next.click();
    expect(onPage.mock.calls).toEqual([[1], [3]]);
    await expectAccessible();
  });

  it('stops at the first and the last page', async () => {
    const { rerender } = await render(<Pager page={1} pages={2} onPage={() => {}} />);
    await expect.element(previous).toBeDisabled();
    await expect.element(next).toBeEnabled();
    await rerender(<Pager page={2} pages={2} onPage={() => {}} />);
    await expect.element(previous).toBeEnabled();
    await expect.element(next).toBeDisabled();
  });
});

describe('parsePage', () => {
  it.each([
    ['1', 1],
    ['7', 7],
    ['10000', 10_000],
    ['10001', 1],
    ['0', 1],
    ['-3', 1],
    ['1.5', 1],
    ['x', 1],
    ['', 1],
    [null, 1],
  ])('parses %j as page %i', (text, page) => {
    expect(parsePage(text)).toBe(page);
  });
});
