import { api } from '@atelier/domain/api.ts';
import type { InvoiceState } from '@atelier/domain/invoices/rules.ts';
import type { ListedInvoice } from '@atelier/domain/invoices/schema.ts';
import type { Money } from '@atelier/domain/money/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { renderScreen, startTestApi } from '../../../../test/product.tsx';
import MoneyScreen from './money.tsx';

const PROJECT = '0193f5a0-0000-7000-8000-000000000011';
const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`);
const none = { amount: 0, count: 0 };
const empty: Money = {
  outstanding: none,
  overdue: none,
  drafts: none,
  expected: months.map((month) => ({ month, invoiced: 0, planned: 0 })),
  undated: 0,
  paid: months.map((month) => ({ month, amount: 0, fees: 0 })),
  daysToPay: { average: null, count: 0 },
  clients: [],
  years: [],
};
const full: Money = {
  ...empty,
  outstanding: { amount: 1_234_567_890, count: 12 },
  overdue: { amount: 9_580, count: 1 },
  drafts: { amount: 144_000, count: 2 },
  expected: months.map((month, at) => ({ month, invoiced: at === 0 ? 9_580 : 0, planned: at * 100_000 })),
  undated: 192_000,
  paid: months.map((month, at) => ({ month, amount: at * 50_000, fees: at * 100 })),
  daysToPay: { average: 9.5, count: 4 },
  clients: [{ client: 'Acme', projectId: PROJECT, invoiced: 20_000, paid: 15_000, open: 5_000, count: 3 }],
  years: [2026, 2025],
};

const invoice = (n: number, state: InvoiceState, change: Partial<ListedInvoice> = {}): ListedInvoice => ({
  _id: `0193f5a0-0000-7000-8000-0000000000${n}`,
  id: `0193f5a0-0000-7000-8000-0000000000${n}`,
  projectId: PROJECT,
  projectTitle: 'Acme · Care',
  isProjectDeleted: false,
  client: 'Acme',
  kind: 'invoice',
  number: state === 'draft' ? null : `2026-00${n}`,
  title: 'Hosting in spring',
  state,
  total: 9_580,
  open: state === 'overdue' ? 5_000 : 0,
  issuedOn: '2026-03-02',
  dueOn: state === 'draft' ? null : '2026-03-16',
  ...change,
});

const product = startTestApi();
const row = (name: RegExp) => page.getByRole('row', { name });

/** The addresses of the calls from now on. */
function watchCalls(): string[] {
  const asked: string[] = [];
  const { fetch } = product.api;
  product.api.fetch = (input, init) => {
    asked.push(String(input));
    return fetch(input, init);
  };
  return asked;
}

beforeEach(() => {
  product.api.answer(api.getMoney, full);
  product.api.answer(api.listAllInvoices, {
    items: [
      invoice(10, 'overdue'),
      invoice(11, 'draft'),
      invoice(12, 'sent', { kind: 'credit_note', isProjectDeleted: true }),
    ],
    hasOlder: false,
  });
});

describe('MoneyScreen', () => {
  it('shows the figures, each a link to its invoices, what is overdue in red', async () => {
    await renderScreen(<MoneyScreen />);
    const figures = page.getByRole('list', { name: 'At a glance' });
    for (const [name, to] of [
      ['Outstanding $12,345,678.90 12 invoices', 'open'],
      ['Overdue $95.80 1 invoice', 'overdue'],
      ['Drafts to send $1,440.00 2 invoices', 'draft'],
      ['Average time to pay 9.5 days 4 invoices paid in twelve months', 'paid'],
    ] as const) {
      await expect
        .element(figures.getByRole('link', { name }))
        .toHaveAttribute('href', `/admin/money?state=${to}#invoices`);
    }
    expect(figures.getByText('$95.80').element()).toHaveClass('text-danger');
    await figures.getByRole('link', { name: /^Overdue/ }).click();
    await expect.element(page.getByRole('radio', { name: 'Overdue' })).toBeChecked();
    await expect.element(page.getByRole('heading', { name: 'Invoices' })).toHaveFocus();
  });

  it('has a line of the grid for each number at the axis of a plot', async () => {
    await renderScreen(<MoneyScreen />);
    const count = (name: string) => document.querySelectorAll(`.recharts-${name}`).length;
    await expect.poll(() => count('yAxis-tick-labels text')).toBeGreaterThan(8);
    expect(count('cartesian-grid-horizontal line')).toBe(count('yAxis-tick-labels text'));
  });

  it('has the values of each plot in a table behind it', async () => {
    await renderScreen(<MoneyScreen />);
    await expect.element(page.getByRole('img', { name: /^Plot of expected: \$66,095\.80/ })).toBeVisible();
    await expect.element(page.getByText(/^Plus \$1,920\.00 of signed plans/)).toBeVisible();
    await page.getByRole('button', { name: 'Show as table: Expected' }).click();
    await expect.element(row(/^January 2026 \$95\.80 \$0\.00$/)).toBeVisible();
    await page.getByRole('button', { name: 'Show as table: Paid' }).click();
    await expect.element(row(/^December 2026 \$5,500\.00 \$11\.00$/)).toBeVisible();
    await expectAccessible();
  });

  it('lists invoices, and links those whose project is there', async () => {
    await renderScreen(<MoneyScreen />);
    const link = page.getByRole('link', { name: '2026-0010 Hosting in spring' });
    await expect.element(link).toHaveAttribute('href', `/admin/portal/${PROJECT}?tab=invoices`);
    await expect.element(row(/2026-0010 .* \$95\.80 .*\$50\.00 .*Mar 16, 2026 .*Overdue/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Draft Hosting in spring' })).toBeVisible();
    await expect.element(row(/Credit note 2026-0012 .* Project deleted .*-\$95\.80/)).toBeVisible();
    expect(page.getByRole('link', { name: /2026-0012/ }).elements()).toEqual([]);
  });

  it('says what a filter left empty, and starts with the one in the address', async () => {
    product.api.answer(api.listAllInvoices, { items: [], hasOlder: false });
    await renderScreen(<MoneyScreen />, { at: '/admin/money?state=overdue' });
    await expect.element(page.getByText('Nothing is overdue.')).toBeVisible();
    await page.getByRole('radio', { name: 'Drafts' }).click();
    await expect.element(page.getByText('No drafts.')).toBeVisible();
  });

  it('asks for what is older than the last row, and shows it below', async () => {
    product.api.answer(api.listAllInvoices, { items: [invoice(20, 'sent')], hasOlder: true });
    const asked = watchCalls();
    await renderScreen(<MoneyScreen />, { at: '/admin/money?state=all' });
    const more = page.getByRole('button', { name: 'Show more' });
    await expect.element(more).toBeVisible();
    product.api.answer(api.listAllInvoices, { items: [invoice(19, 'void')], hasOlder: false });
    await more.click();
    await expect.element(row(/2026-0019/)).toBeVisible();
    await expect.element(row(/2026-0020/)).toBeVisible();
    expect(more.elements()).toEqual([]);
    expect(asked).toContain(`/api/admin/invoices?state=all&limit=20&before=${invoice(20, 'sent')._id}`);
  });

  it('offers a year’s files to the bookkeeper', async () => {
    const asked = watchCalls();
    await renderScreen(<MoneyScreen />);
    await userEvent.selectOptions(page.getByLabelText('Year'), '2025');
    await page.getByRole('button', { name: 'Lines as CSV' }).click();
    await page.getByRole('button', { name: 'All PDFs as ZIP' }).click();
    await expect
      .poll(() => asked.filter((url) => url.includes('year=')))
      .toEqual(['/api/admin/money/lines?year=2025&separator=comma', '/api/admin/money/documents?year=2025']);
  });

  it('shows a new studio what will be here', async () => {
    product.api.answer(api.getMoney, empty);
    product.api.answer(api.listAllInvoices, { items: [], hasOlder: false });
    await renderScreen(<MoneyScreen />);
    await expect.element(page.getByText('Nothing is left to pay.')).toBeVisible();
    await expect.element(page.getByText(/^Nothing to plot yet/).first()).toBeVisible();
    expect(page.getByText('$0.00').first().element()).not.toHaveClass('text-danger');
    expect(page.getByText('For the bookkeeper').elements()).toEqual([]);
    await expectAccessible();
  });

  it('offers to try again when the figures or the list are out of reach', async () => {
    const refused = { code: 'internal_error', message: 'The figures are out of reach.' };
    product.api.refuse(api.getMoney, 400, refused);
    product.api.refuse(api.listAllInvoices, 400, { ...refused, message: 'So is the list.' });
    await renderScreen(<MoneyScreen />);
    await expect.element(page.getByText('The figures are out of reach.')).toBeVisible();
    await expect.element(page.getByText('So is the list.')).toBeVisible();
    product.api.answer(api.getMoney, full);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect.element(page.getByRole('list', { name: 'At a glance' })).toBeVisible();
  });
});
