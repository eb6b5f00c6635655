import { api } from '@atelier/domain/api.ts';
import type { Invoice } from '@atelier/domain/invoices/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test/accessibility.ts';
import { renderScreen, signIn, startTestApi } from '../../../test/product.tsx';
import { id, sampleBilling, sampleInvoice, sampleProject } from '../../../test/samples/invoices.ts';
import ProjectInvoices from './project-invoices.tsx';

signIn();
const product = startTestApi();
const card = { least: 50, most: 1_000_000 };
const answer = (items: Invoice[], limits: typeof card | null = card) => {
  product.api.answer(api.listInvoices, { items, plan: [], billing: sampleBilling });
  product.api.answer(api.listPayments, { items: [], card: limits });
};
const open = (at = '/', project: Project = sampleProject) =>
  renderScreen(<ProjectInvoices project={project} />, { at });
const payButton = () => page.getByRole('button', { name: /^Pay \$4,500\.00 by card/ });

beforeEach(() => product.api.answer(api.listMilestones, { items: [] }));

describe('ProjectInvoices', () => {
  it('leads to the card provider’s page, and says why when that fails', async () => {
    answer([sampleInvoice(1)]);
    await open();
    await payButton().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to open the payment page.');
    product.api.refuse(api.startCardPayment, 409, { code: 'conflict', message: 'It is paid already.' });
    await payButton().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('It is paid already.');
    await expectAccessible();
    const before = location.href;
    product.api.answer(api.startCardPayment, { url: `${before.split('#')[0]}#provider` });
    await payButton().click();
    await expect.element(page.getByText('Opening the payment page…')).toBeVisible();
    await expect.poll(() => location.hash).toBe('#provider');
    // Back: the browser shows the page as it was left.
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.element(payButton()).toBeVisible();
    expect(product.api.sent(api.startCardPayment)).toHaveLength(3);
    history.replaceState(null, '', before);
  });

  it.each<[string, Invoice, typeof card | null, Partial<Project>]>([
    ['without a card provider', sampleInvoice(1), null, {}],
    ['of more than its provider takes', sampleInvoice(1, { open: 1_000_001 }), card, {}],
    ['of less than its provider takes', sampleInvoice(1, { open: 49 }), card, {}],
    ['that is paid', sampleInvoice(1, { state: 'paid', open: 0 }), card, {}],
    ['of a client whose project an admin looks at', sampleInvoice(1), card, { clientRole: null }],
  ])('offers no payment by card of an invoice %s', async (_, invoice, limits, change) => {
    answer([invoice], limits);
    await open('/', { ...sampleProject, ...change });
    await expect.element(page.getByText('Invoice 2026-0001').first()).toBeVisible();
    await expect.element(page.getByRole('button', { name: /by card/ })).not.toBeInTheDocument();
  });

  it('says what became of the payment that its client comes back from', async () => {
    answer([sampleInvoice(1)]);
    await open(`/?tab=invoices&paid=${id(1)}`);
    await expect.element(page.getByText('Failed to check the payment.')).toBeVisible();
    product.api.answer(api.checkCardPayment, { state: 'pending' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Your payment is being confirmed.')).toBeVisible();
    await expectAccessible();
    // It is asked again by itself; then the lists are, too.
    product.api.answer(api.checkCardPayment, { state: 'paid' });
    answer([sampleInvoice(1, { state: 'paid', paid: 450_000, open: 0 })]);
    await expect.element(page.getByText('Thank you! Your payment has arrived.')).toBeVisible();
    await expect.element(page.getByText('Nothing to pay')).toBeVisible();
    await expectAccessible();
  });

  it('says that nothing has arrived, and asks nothing about an invoice that it doesn’t know', async () => {
    answer([sampleInvoice(1)]);
    product.api.answer(api.checkCardPayment, { state: 'none' });
    const { unmount } = await open(`/?paid=${id(1)}`);
    await expect.element(page.getByText('No payment by card has arrived.')).toBeVisible();
    await unmount();
    await open(`/?paid=${id(7)}`);
    await expect.element(page.getByText('Invoice 2026-0001').first()).toBeVisible();
    expect(product.api.sent(api.checkCardPayment)).toHaveLength(1);
  });
});
