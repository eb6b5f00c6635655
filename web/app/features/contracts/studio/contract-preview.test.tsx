import { api } from '@atelier/domain/api.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { advance, stopClock } from '../../../../test/clock.ts';
import { milestones, project, studioContract } from '../../../../test/contracts.ts';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import { changeUnsent, NOTHING_UNSENT } from '../../../lib/storage/unsent-store.ts';
import Content from './studio-contract.tsx';

/** A PDF of so many empty pages, in base64. */
function pdfOf(pages: number): string {
  const ids = Array.from({ length: pages }, (_, index) => index + 3);
  return btoa(
    [
      '%PDF-1.4',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      `2 0 obj<</Type/Pages/Count ${pages}/Kids[${ids.map((id) => `${id} 0 R`).join(' ')}]>>endobj`,
      ...ids.map((id) => `${id} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 210 297]>>endobj`),
      'trailer<</Root 1 0 R>>',
    ].join('\n'),
  );
}

signIn();
const product = startTestApi();
const made = () => product.api.sent(api.previewContract) as { total: number | null; terms: unknown }[];
const answer = (pages: number) =>
  product.api.answer(api.previewContract, { name: 'Contract.pdf', pdf: pdfOf(pages) });
const price = () => page.getByRole('textbox', { name: 'Price of line 1 in US dollars' });
const beside = page.getByRole('region', { name: 'Preview' });

const open = async ({ width = 1440 } = {}) => {
  await page.viewport(width, 900);
  await renderScreen(<Content project={project} milestones={milestones} />);
};

afterEach(() => {
  vi.useRealTimers();
});

beforeEach(() => {
  changeUnsent(`contract-draft:${project._id}`, () => NOTHING_UNSENT);
  product.api.answer(api.getContractAsStudio, { contract: studioContract });
  answer(1);
});

describe('ContractPreview', () => {
  it('shows what is typed, once for each pause, and keeps the page until the next one is drawn', async () => {
    await open();
    await expect.element(beside.getByText('Page 1 of 1')).toBeVisible();
    expect(made()).toMatchObject([{ total: 12_500 }]);
    answer(2);
    stopClock();
    await price().click();
    await userEvent.keyboard('{End}{Backspace}{Backspace}{Backspace}500');
    await expect.element(price()).toHaveValue('12,500');
    await advance(200);
    expect(made()).toHaveLength(1);
    await advance(600);
    vi.useRealTimers();
    await expect.poll(made).toMatchObject([{ total: 12_500 }, { total: 13_000 }]);
    await expect.element(beside.getByRole('img', { name: 'Page 1 of the preview' })).toBeVisible();
    await expect.element(beside.getByText('Page 1 of 2')).toBeVisible();
    await expect.element(beside.getByText('Updating…')).not.toBeInTheDocument();
    // Nothing is saved by it.
    expect(product.api.sent(api.saveContract)).toEqual([]);
  });

  it('keeps the last page and says so when the next one fails, and tries again', async () => {
    await open();
    await expect.element(beside.getByText('Page 1 of 1')).toBeVisible();
    product.api.refuse(api.previewContract, 503, { code: 'unavailable', message: '' });
    await price().fill('9,000');
    await expect.element(beside.getByText('Failed to make the preview.')).toBeVisible();
    await expect.element(beside.getByRole('img', { name: 'Page 1 of the preview' })).toBeVisible();
    answer(2);
    await beside.getByRole('button', { name: 'Try again' }).click();
    await expect.element(beside.getByText('Page 1 of 2')).toBeVisible();
    await expect.element(beside.getByText('Failed to make the preview.')).not.toBeInTheDocument();
  });

  it('asks for nothing while something in the form is wrong', async () => {
    await open();
    await expect.element(beside.getByText('Page 1 of 1')).toBeVisible();
    await price().fill('a lot');
    await expect.element(beside.getByText('Waits until everything in the form is right.')).toBeVisible();
    await expect.element(beside.getByRole('img', { name: 'Page 1 of the preview' })).toBeVisible();
    await price().fill('12,000');
    await expect
      .element(beside.getByText('Waits until everything in the form is right.'))
      .not.toBeInTheDocument();
    expect(made()).toHaveLength(1);
  });

  it('has one request on its way at most', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    await open();
    await expect.element(beside.getByText('Page 1 of 1')).toBeVisible();
    const reach = vi.mocked(globalThis.fetch).getMockImplementation();
    vi.mocked(globalThis.fetch).mockImplementation((input, init) => {
      if (!String(input).endsWith('/contract/preview')) return reach?.(input, init) ?? Promise.reject();
      expect(signals.every((signal) => signal?.aborted)).toBe(true);
      signals.push(init?.signal);
      return new Promise(() => undefined);
    });
    await price().fill('1');
    await expect.poll(() => signals.length).toBe(1);
    await price().fill('2');
    expect(signals[0]?.aborted).toBe(true);
    await expect.poll(() => signals.length).toBe(2);
    expect(signals[1]?.aborted).toBe(false);
  });

  it('opens in a window where there is no room beside the form, and is made only there', async () => {
    await open({ width: 1024 });
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const reader = page.getByRole('dialog', { name: 'Preview' });
    await expect.element(reader.getByText('Page 1 of 1')).toBeVisible();
    expect(made()).toHaveLength(1);
    await reader.getByRole('button', { name: 'Close' }).click();
    await expect.element(reader).not.toBeInTheDocument();
    stopClock();
    await price().fill('1');
    await advance(2000);
    vi.useRealTimers();
    expect(made()).toHaveLength(1);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect.poll(made).toMatchObject([{ total: 12_500 }, { total: 501 }]);
  });
});
