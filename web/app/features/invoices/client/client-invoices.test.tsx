import { api } from '@atelier/domain/api.ts';
import type { Invoice, PlannedPayment } from '@atelier/domain/invoices/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import {
  id,
  PROJECT_ID,
  sampleBilling,
  sampleInvoice,
  sampleProject,
} from '../../../../test/samples/invoices.ts';
import { keepForm } from '../../../lib/storage/unsent-form.ts';
import { serverDay } from '../invoice-words.ts';
import ClientInvoices from './client-invoices.tsx';

signIn();
const product = startTestApi();
const plan: PlannedPayment = {
  id: id(900),
  label: 'at launch',
  percent: 50,
  amount: 450_000,
  due: 'milestone',
  milestoneId: id(800),
  date: null,
  invoiceId: null,
  holdsMilestoneId: id(801),
};
const answer = (items: Invoice[], planned: PlannedPayment[] = []) =>
  product.api.answer(api.listInvoices, { items, plan: planned, billing: sampleBilling });
const open = (project: Project = sampleProject) =>
  renderScreen(
    <ClientInvoices
      project={project}
      milestones={[
        { _id: id(800), title: 'Design' },
        { _id: id(801), title: 'Launch' },
      ]}
      Payments={({ invoiceId }) => <p>Payments of {invoiceId}</p>}
    />,
  );
const edit = () => page.getByRole('button', { name: 'Edit the billing details' });

beforeEach(() => keepForm(`billing:${PROJECT_ID}`, undefined));

describe('ClientInvoices', () => {
  it('says what will come while there is no invoice, and when', async () => {
    answer([], [plan]);
    await open();
    await expect.element(page.getByText('No invoices yet.')).toBeVisible();
    await expect.element(page.getByText('50% at launch')).toBeVisible();
    await expect
      .element(page.getByText('When “Design” is approved. “Launch” starts once it’s paid.'))
      .toBeVisible();
    await expect.element(page.getByText('$4,500.00')).toBeVisible();
    await expect.element(page.getByText('Nothing to pay')).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('adds up what is left to pay, shows first how to pay what is due first, and copies it', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    answer([
      sampleInvoice(3, { state: 'paid', paid: 450_000, open: 0, paidOn: '2026-03-09' }),
      sampleInvoice(2, { dueOn: '2999-01-01' }),
      sampleInvoice(1, { dueOn: serverDay(), paid: 50_000, open: 400_000, state: 'part_paid' }),
    ]);
    await open();
    await expect.element(page.getByText('$8,500.00')).toBeVisible();
    await expect.element(page.getByText(/^\$4,000\.00 of it is due today/)).toBeVisible();
    // The one that is due later is folded.
    expect(page.getByRole('button', { name: 'Copy amount' }).elements()).toHaveLength(1);
    await page.getByRole('button', { name: 'Copy amount' }).click();
    await page.getByRole('button', { name: 'Copy reference' }).click();
    expect(copied.mock.calls).toEqual([['4000.00'], ['2026-0001']]);
    // By the day on which they are due; what is paid comes last.
    const titles = page.getByRole('heading', { level: 3 }).elements();
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      'Invoice 2026-0001',
      'Invoice 2026-0002',
      'Invoice 2026-0003',
    ]);
    await expectAccessible();
  });

  it('says that there is nothing to pay, and what is kept as a credit', async () => {
    answer([
      sampleInvoice(2, {
        ...{ kind: 'credit_note', creditsId: id(1), reason: 'One page less.' },
        ...{ total: 30_000, open: 0, dueOn: null },
      }),
      sampleInvoice(1, { state: 'paid', paid: 430_000, credited: 30_000, open: 0, credit: 10_000 }),
    ]);
    await open();
    await expect.element(page.getByText('Nothing to pay')).toBeVisible();
    await expect.element(page.getByText(/^You paid \$100\.00 more than was due/)).toBeVisible();
    const card = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem').first();
    await expect
      .element(card)
      .toMatchTextContent(/Payments of.*Credit note 2026-0002.*One page less\..*-\$300\.00/);
  });

  it('keeps what is typed of the billing details until it is saved, also while the window is closed', async () => {
    answer([]);
    await open();
    await edit().click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Acme Holding');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to save.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(name).not.toBeInTheDocument();
    await edit().click();
    await expect.element(name).toHaveValue('Acme Holding');
    await expect.element(page.getByText(/^You left this unsaved/)).toBeVisible();
    const saved = { ...sampleBilling, name: 'Acme Holding' };
    product.api.answer(api.saveBilling, { billing: saved });
    product.api.answer(api.listInvoices, { items: [], plan: [], billing: saved });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Saved. The next invoice has them.')).toBeVisible();
    await expect.element(page.getByText('Acme Holding')).toBeVisible();
    expect(product.api.sent(api.saveBilling)).toEqual([saved, saved]);
    // What was saved is no longer kept as unsaved.
    await edit().click();
    await expect.element(name).toHaveValue('Acme Holding');
    await expect.element(page.getByText(/^You left this unsaved/)).not.toBeInTheDocument();
  });

  it.each<[string, Partial<Project>]>([
    ['a follower’s project', { clientRole: 'follows' as const }],
    ['an archived project', { status: 'archived' }],
  ])('changes nothing in %s', async (_, change) => {
    answer([sampleInvoice(1)]);
    await open({ ...sampleProject, ...change });
    await expect.element(page.getByText('Invoice 2026-0001').first()).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Billing details' })).toBeVisible();
    await expect.element(edit()).not.toBeInTheDocument();
  });
});
