import { api } from '@atelier/domain/api.ts';
import {
  changeInvoiceSchema,
  createInvoiceSchema,
  type PlannedPayment,
  type StudioInvoice,
} from '@atelier/domain/invoices/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import {
  id,
  PROJECT_ID,
  sampleBilling,
  sampleDraft,
  sampleProject,
  sampleStudioInvoice,
} from '../../../../test/samples/invoices.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { keepForm } from '../../../lib/storage/unsent-form.ts';
import type { StudioInvoiceList } from '../invoices.queries.ts';
import StudioInvoices from './studio-invoices.tsx';

signIn();
const product = startTestApi();
const listed = (items: StudioInvoice[], change: Partial<StudioInvoiceList> = {}): StudioInvoiceList => ({
  items,
  plan: [],
  billing: sampleBilling,
  settings: { sendsItself: false },
  ...change,
});
const answer = (...list: Parameters<typeof listed>) =>
  product.api.answer(api.listInvoicesAsStudio, listed(...list));
const payments = {
  List: ({ invoiceId }: { invoiceId: string }) => <p>Payments of {invoiceId}</p>,
  Record: () => <p>Recording</p>,
  PayWithCredit: ({ sources }: { sources: readonly StudioInvoice[] }) => (
    <p>Credit of {sources.map(({ number }) => number).join()}</p>
  ),
};
const open = (milestones: { _id: string; title: string }[] = []) =>
  renderScreen(<StudioInvoices project={sampleProject} milestones={milestones} payments={payments} />);
const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });
const title = () => textbox('What the invoice is for');
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const fillLine = async () => {
  await textbox('What').fill('Hosting');
  await textbox('Quantity').fill('1.5');
  await textbox('Price').fill('1,250.50');
};
const alert = () => page.getByRole('alert');

beforeEach(() => keepForm(`invoice-forms:${PROJECT_ID}`, undefined));

const samplePlanned: PlannedPayment = {
  ...{ id: id(900), label: 'at launch', percent: 100, amount: 450_000, due: 'finish' },
  ...{ milestoneId: null, date: null, invoiceId: null, holdsMilestoneId: null },
};

describe('StudioInvoices', () => {
  it('names the letters that a draft’s document can’t show, and says why it couldn’t send itself', async () => {
    answer([sampleDraft(1, { missingLetters: '漢字', heldBack: 'Elsewhere' })]);
    await open();
    const warnings = page.getByRole('status').filter({ hasText: 'The PDF can’t show 漢字' });
    await expect.element(warnings).toBeVisible();
    answer([sampleDraft(1, { heldBack: 'The document is too long to be made.' })]);
    await queryClient.refetchQueries();
    await expect
      .element(page.getByRole('status').filter({ hasText: 'This couldn’t send itself.' }))
      .toMatchTextContent(/The document is too long to be made\./);
    await expectAccessible();
  });

  it('adds up what is typed, sends it in cents, and keeps it through a failure and a look elsewhere', async () => {
    answer([]);
    const { unmount } = await open();
    await press('New invoice');
    await expect.element(title()).toHaveFocus();
    await press('Save draft');
    await expect.element(page.getByText('Say what the invoice is for.')).toBeVisible();
    await title().fill('Hosting in spring');
    await fillLine();
    await page.getByRole('combobox', { name: 'Tax' }).selectOptions('Sales tax, 8.25%');
    await expect.element(page.getByText('$2,030.50')).toBeVisible();
    await expectAccessible();
    await press('Save draft');
    await expect.element(alert()).toHaveTextContent('Failed to save the invoice.');
    await unmount();
    await open();
    await expect.element(title()).toHaveValue('Hosting in spring');
    await expect.element(textbox('Price')).toHaveValue('1,250.50');
    product.api.answer(api.createInvoice, listed([sampleDraft(1)]));
    answer([sampleDraft(1)]);
    await press('Save draft');
    await expect.element(page.getByText('Saved. Your client sees it once you send it.')).toBeVisible();
    await expect.element(title()).not.toBeInTheDocument();
    const [first, second] = product.api
      .sent(api.createInvoice)
      .map((body) => createInvoiceSchema.parse(body));
    expect(second).toMatchObject({
      title: 'Hosting in spring',
      dueOn: null,
      billing: sampleBilling,
      lines: [{ title: 'Hosting', quantity: 150, unitPrice: 125_050, taxName: 'Sales tax', taxRate: 825 }],
    });
    // The line is the same one, so that the list can show that an earlier try had arrived.
    expect(second?.lines[0]?.id).toBe(first?.lines[0]?.id);
  });

  it('ends a new invoice whose reply was lost, once the list has it', async () => {
    answer([]);
    await open();
    await press('New invoice');
    await title().fill('Hosting in spring');
    await fillLine();
    await press('Save draft');
    await expect.element(alert()).toHaveTextContent('Failed to save the invoice.');
    const [sent] = product.api.sent(api.createInvoice).map((body) => createInvoiceSchema.parse(body));
    answer([
      sampleDraft(1, { title: 'Hosting in spring', lines: sent?.lines ?? [], billing: sampleBilling }),
    ]);
    await queryClient.refetchQueries();
    await expect.element(page.getByText('Saved. Your client sees it once you send it.')).toBeVisible();
    await expect.element(title()).not.toBeInTheDocument();
  });

  it('moves and removes lines', async () => {
    answer([]);
    await open();
    await press('New invoice');
    await textbox('What').fill('First');
    await press('Add a line');
    await textbox('What').last().fill('Second');
    const lines = () =>
      page
        .getByRole('textbox', { name: 'What', exact: true })
        .elements()
        .map((field) => (field as HTMLInputElement).value);
    await press('More for line 2');
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect.poll(lines).toEqual(['Second', 'First']);
    await press('More for line 1');
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect.poll(lines).toEqual(['First']);
    await expect.element(page.getByRole('button', { name: 'Add a line' })).toHaveFocus();
  });

  it('shows what another window saved, keeps what is typed, and replaces the other only knowingly', async () => {
    answer([sampleDraft(1)]);
    await open();
    await press(/^Edit/);
    await title().fill('Typed here');
    product.api.refuse(api.changeInvoice, 409, { code: 'conflict', message: 'Changed in another window.' });
    answer([sampleDraft(1, { title: 'Saved there', revision: 2 })]);
    await press('Save draft');
    await expect.element(alert()).toMatchTextContent('Changed in another window. Saved there: “Saved there”');
    await expect.element(title()).toHaveValue('Typed here');
    await press('Save draft');
    await expect.poll(() => product.api.sent(api.changeInvoice)).toHaveLength(2);
    const revisions = product.api
      .sent(api.changeInvoice)
      .map((body) => changeInvoiceSchema.parse(body).revision);
    expect(revisions).toEqual([1, 2]);
    await press('Use that version');
    await expect.element(title()).toHaveValue('Saved there');
    await expect.element(alert()).not.toBeInTheDocument();
  });

  it('makes a new draft of what is typed when the draft was sent in another window', async () => {
    answer([sampleDraft(1)]);
    await open();
    await press(/^Edit/);
    await title().fill('Typed here');
    answer([sampleStudioInvoice(1)]);
    await queryClient.refetchQueries();
    await expect.element(page.getByText('This draft is gone.')).toBeVisible();
    await expect.element(title()).toHaveValue('Typed here');
    product.api.answer(api.createInvoice, listed([sampleDraft(2), sampleStudioInvoice(1)]));
    answer([sampleDraft(2), sampleStudioInvoice(1)]);
    await press('Make a new draft of it');
    await expect.element(title()).not.toBeInTheDocument();
    expect(product.api.sent(api.createInvoice)).toMatchObject([{ title: 'Typed here' }]);
  });

  it('says what is sent to whom, and that it was sent also when only the reply was lost', async () => {
    answer([sampleDraft(1, { dueOn: '2999-01-31' })]);
    await open();
    await press(/^Send…/);
    const dialog = page.getByRole('alertdialog', { name: 'Send this invoice?' });
    await expect
      .element(dialog)
      .toMatchTextContent(/ada@people\.example.*Acme.*Invoice of 1.*\$4,500\.00.*Jan 31, 2999/);
    await press('Send the invoice');
    await expect.element(alert()).toHaveTextContent('Failed to send the invoice.');
    answer([sampleStudioInvoice(1)]);
    await queryClient.refetchQueries();
    await expect
      .element(page.getByText('Invoice 2026-0001 has been sent to ada@people.example.'))
      .toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('offers for each invoice what can be done with it', async () => {
    answer([
      sampleStudioInvoice(4, { state: 'void', status: 'void', open: 0 }),
      sampleStudioInvoice(3, { state: 'paid', paid: 460_000, open: 0, credit: 10_000 }),
      sampleStudioInvoice(2, { state: 'part_paid', paid: 100, open: 449_900 }),
      sampleStudioInvoice(1),
    ]);
    await open();
    const offered = async (n: number) => {
      await press(`Actions for invoice 2026-000${n}`);
      const items = page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent);
      await page.getByRole('menuitem').first().click();
      return items;
    };
    const credit = ['Record a payment…', 'Pay with credit…', 'Send a credit note…'];
    expect(await offered(1)).toEqual([...credit, 'Void…']);
    expect(await offered(2)).toEqual(credit);
    expect(await offered(3)).toEqual(['Record a payment…', 'Send a credit note…']);
    await expect
      .element(page.getByRole('button', { name: 'Actions for invoice 2026-0004' }))
      .not.toBeInTheDocument();
    await press('Actions for invoice 2026-0001');
    await page.getByRole('menuitem', { name: 'Pay with credit…' }).click();
    await expect.element(page.getByText('Credit of 2026-0003')).toBeVisible();
  });

  it('asks before invoices send themselves while drafts of the plan wait, and only then', async () => {
    const plan = { plan: [{ ...samplePlanned, invoiceId: id(1) }] };
    answer([sampleDraft(1)], plan);
    await open();
    const box = () => page.getByRole('checkbox', { name: /^Send invoices automatically/ });
    await box().click();
    const question = page.getByRole('alertdialog', { name: 'Send invoices automatically?' });
    await expect.element(question).toMatchTextContent('sent within a minute, too');
    expect(product.api.sent(api.changeInvoiceSettings)).toEqual([]);
    const on = { ...plan, settings: { sendsItself: true } };
    product.api.answer(api.changeInvoiceSettings, listed([sampleDraft(1)], on));
    answer([sampleDraft(1)], on);
    await press('Send automatically');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(box()).toBeChecked();
    product.api.answer(api.changeInvoiceSettings, listed([sampleDraft(1)], plan));
    answer([sampleDraft(1)], plan);
    await box().click();
    await expect.element(box()).not.toBeChecked();
    expect(product.api.sent(api.changeInvoiceSettings)).toEqual([
      { sendsItself: true },
      { sendsItself: false },
    ]);
  });

  it('lets a milestone wait for a payment that isn’t paid, and no longer', async () => {
    const waits = (holdsMilestoneId: string | null) => ({ plan: [{ ...samplePlanned, holdsMilestoneId }] });
    answer([], waits(null));
    await open([{ _id: id(800), title: 'Design' }]);
    await press('Let a milestone wait for at launch');
    await expect.element(page.getByRole('menuitemradio', { name: 'Nothing waits' })).toBeChecked();
    product.api.answer(api.holdMilestone, listed([], waits(id(800))));
    answer([], waits(id(800)));
    await page.getByRole('menuitemradio', { name: 'Design' }).click();
    await expect.element(page.getByText(/“Design” starts once it’s paid\.$/)).toBeVisible();
    await expect.element(page.getByRole('menuitemradio', { name: 'Design' })).toBeChecked();
    await expectAccessible();
    product.api.refuse(api.holdMilestone, 404, { code: 'not_found', message: 'Not found' });
    // The menu stays open for another choice.
    await page.getByRole('menuitemradio', { name: 'Nothing waits' }).click();
    await expect.element(alert()).toBeVisible();
    const sent = product.api.sent(api.holdMilestone);
    expect(sent).toEqual([id(800), null].map((holdsMilestoneId) => ({ holdsMilestoneId })));
  });
});
