import { api } from '@atelier/domain/api.ts';
import { type StudioChangeOrder, saveChangeOrderSchema } from '@atelier/domain/change-orders/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draftOrder, sentOrder } from '../../../../test/change-orders.ts';
import { idOf, milestones, project } from '../../../../test/contracts.ts';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { changeUnsent, NOTHING_UNSENT } from '../../../lib/storage/unsent-store.ts';
import { unsentKeyOf } from './change-input.ts';
import Content from './studio-change-orders.tsx';

signIn();
const product = startTestApi();
const answer = (...items: StudioChangeOrder[]) => product.api.answer(api.listChangeOrdersAsStudio, { items });
const open = (at = '/', shown = project) =>
  renderScreen(<Content project={shown} contractTotal={12_500} milestones={milestones} />, { at });
const openDraft = () => open(`/#change-order-${draftOrder.id}`);
const saved = () => product.api.sent(api.saveChangeOrder).map((body) => saveChangeOrderSchema.parse(body));
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const days = () => page.getByRole('textbox', { name: /^Days to move/ });
const title = () => page.getByRole('textbox', { name: /^Title/ });

beforeEach(() => {
  changeUnsent(unsentKeyOf(draftOrder.id), () => NOTHING_UNSENT);
  answer(draftOrder);
  product.api.answer(api.saveChangeOrder, { items: [{ ...draftOrder, revision: 3 }] });
});

describe('StudioChangeOrders', () => {
  it('begins a draft by its title, and opens it', async () => {
    answer();
    await open();
    await button('New change order').click();
    await button('Begin the draft').click();
    await expect.element(page.getByText('Say what changes.')).toBeVisible();
    product.api.answer(api.createChangeOrder, { items: [draftOrder] });
    await page.getByRole('textbox', { name: /^What changes/ }).fill(' A small shop ');
    await button('Begin the draft').click();
    await expect.element(title()).toHaveValue('A small shop');
    await expect.element(page.getByRole('heading', { name: '1 · A small shop' })).toHaveFocus();
    expect(product.api.sent(api.createChangeOrder)).toMatchObject([{ title: 'A small shop' }]);
  });

  it('opens the draft that a link leads to, and folds it away', async () => {
    await openDraft();
    await expect.element(title()).toBeVisible();
    await button('Close change order 1').click();
    await expect.element(title()).not.toBeInTheDocument();
    await button('Edit change order 1').click();
    await expect.element(title()).toBeVisible();
  });

  it('names the letters that the draft’s document can’t show', async () => {
    answer({ ...draftOrder, missingLetters: 'ق' });
    await openDraft();
    await expect
      .element(page.getByRole('status').filter({ hasText: 'Some letters can’t be printed.' }))
      .toMatchTextContent(/The PDF can’t show ق, so this can’t be sent yet\./);
  });

  it('adds up what changes and the contract with it, and saves', async () => {
    await openDraft();
    await field('Price of line 1 in US dollars').fill('$1,600');
    await expect.element(page.getByText('$1,500', { exact: true })).toBeVisible();
    await expect.element(page.getByText('$14,000', { exact: true })).toBeVisible();
    await expect.element(page.getByText('$600', { exact: true })).toBeVisible();
    await days().fill('-2');
    await button('Save draft').click();
    await expect.poll(saved).toMatchObject([{ revision: 2, title: 'A small shop', terms: { days: -2 } }]);
    expect(saved()[0]?.terms.lines.map(({ price }) => price)).toEqual([1_600, -100]);
  });

  it('begins with one payment at the acceptance, and sends none where nothing is to be paid', async () => {
    answer({ ...draftOrder, total: 0, terms: { lines: [], payments: [], days: 0, milestones: [] } });
    await openDraft();
    await expect.element(field('Payment 1 in words')).not.toBeInTheDocument();
    await button('Add a line').click();
    await field('Line 1').fill('Shop');
    await field('Price of line 1 in US dollars').fill('-250');
    await expect.element(page.getByText(/comes off the payments that are due last/)).toBeVisible();
    await button('Save draft').click();
    await expect.poll(saved).toMatchObject([{ terms: { payments: [] } }]);
    await field('Price of line 1 in US dollars').fill('250');
    await expect.element(field('Payment 1 in words')).toHaveValue('when this change is accepted');
    await expect.element(field('Percent of payment 1')).toHaveValue('100');
  });

  it('lets a payment wait for a milestone that the change adds', async () => {
    await openDraft();
    await page.getByRole('combobox', { name: 'Payment 2 is due' }).selectOptions('milestone');
    await page.getByRole('combobox', { name: 'Milestone of payment 2' }).selectOptions(idOf(81));
    await expect.element(field('Payment 2 in words')).toHaveValue('in spring');
    await button('Save draft').click();
    await expect.poll(saved).toHaveLength(1);
    expect(saved()[0]?.terms.payments[1]).toMatchObject({ due: 'milestone', milestoneId: idOf(81) });
  });

  it('leads to the first wrong field and saves nothing', async () => {
    await openDraft();
    await field('Price of line 2 in US dollars').fill('');
    await days().fill('some');
    await button('Save draft').click();
    await expect.element(field('Price of line 2 in US dollars')).toHaveFocus();
    await expect.element(page.getByText('Enter a whole number of dollars.')).toBeVisible();
    await expect.element(page.getByText('Enter a whole number of days.')).toBeVisible();
    expect(saved()).toEqual([]);
  });

  it('keeps what is typed when the form comes back', async () => {
    const screen = await openDraft();
    await title().fill('A large shop');
    await screen.unmount();
    queryClient.clear();
    await openDraft();
    await expect.element(title()).toHaveValue('A large shop');
    await expect.element(page.getByText('Not saved yet.')).toBeVisible();
  });

  it('replaces nothing that is typed when another window has saved', async () => {
    await openDraft();
    await title().fill('A large shop');
    const elsewhere = { ...draftOrder, title: 'A market', revision: 5 };
    answer(elsewhere);
    product.api.refuse(api.saveChangeOrder, 409, { code: 'conflict', message: 'Changed elsewhere.' });
    await button('Save draft').click();
    await expect.element(page.getByText(/Saved there: “A market”/)).toBeVisible();
    await expect.element(title()).toHaveValue('A large shop');
    product.api.answer(api.saveChangeOrder, {
      items: [{ ...elsewhere, title: 'A large shop', revision: 6 }],
    });
    await button('Save draft').click();
    await expect.poll(() => saved().map(({ revision }) => revision)).toEqual([2, 5]);
    await expect.element(page.getByText(/Saved there/)).not.toBeInTheDocument();
  });

  it('shows what is typed after the draft was sent in another window, until it is discarded', async () => {
    await openDraft();
    await title().fill('A large shop');
    answer(sentOrder);
    await queryClient.refetchQueries();
    await expect.element(page.getByText('It was sent while you were writing.')).toBeVisible();
    await expect.element(page.getByText(/A large shop/)).toBeVisible();
    await button('Discard it').click();
    await expect.element(page.getByText(/A large shop/)).not.toBeInTheDocument();
  });

  it('saves what is typed before it asks to send, and sends that revision', async () => {
    const changed = { ...draftOrder, title: 'A large shop', revision: 3 };
    product.api.answer(api.saveChangeOrder, { items: [changed] });
    product.api.answer(api.sendChangeOrder, { items: [sentOrder] });
    await openDraft();
    await title().fill('A large shop');
    await button('Send…').click();
    await expect
      .element(page.getByRole('alertdialog').getByText(/\$900 more\. The contract then comes to \$13,400\./))
      .toBeVisible();
    expect(saved()).toMatchObject([{ title: 'A large shop', revision: 2 }]);
    await button('Send').click();
    await expect.poll(() => product.api.sent(api.sendChangeOrder)).toEqual([{ revision: 3 }]);
    await expect.element(button('Withdraw')).toBeVisible();
  });

  it('asks before it deletes or withdraws', async () => {
    product.api.answer(api.deleteChangeOrder, { items: [] });
    await openDraft();
    await button('Delete').click();
    expect(product.api.sent(api.deleteChangeOrder)).toHaveLength(0);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText(/Something more, or something less/)).toBeVisible();
    answer(sentOrder);
    product.api.answer(api.withdrawChangeOrder, {
      items: [{ ...sentOrder, status: 'withdrawn', endedAt: '2026-11-21T09:00:00.000Z' }],
    });
    await queryClient.refetchQueries();
    await button('Withdraw').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect.element(page.getByText('Withdrawn', { exact: true })).toBeVisible();
  });

  it('only shows those of an archived project', async () => {
    answer(sentOrder);
    await open('/', { ...project, status: 'archived' });
    await button('Read change order 1').click();
    await expect.element(page.getByText('You asked for it.')).toBeVisible();
    await expect.element(button('New change order')).not.toBeInTheDocument();
    await expect.element(button('Withdraw')).not.toBeInTheDocument();
  });
});
