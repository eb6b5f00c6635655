import { api } from '@atelier/domain/api.ts';
import type { ChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { sentOrder } from '../../../../test/change-orders.ts';
import { idOf, project } from '../../../../test/contracts.ts';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import Content from './client-change-orders.tsx';

signIn();
const product = startTestApi();
const answer = (...items: ChangeOrder[]) => product.api.answer(api.listChangeOrders, { items });
const open = (shown = project) => renderScreen(<Content project={shown} contractTotal={12_500} />);
const card = () => page.getByRole('listitem', { name: 'Change order 1: A small shop' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const ended = { endedAt: '2026-11-21T09:00:00.000Z' };

beforeEach(() => answer(sentOrder));

describe('ClientChangeOrders', () => {
  it('shows nothing where none was sent', async () => {
    answer();
    await open();
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    await expect.element(page.getByRole('list')).not.toBeInTheDocument();
  });

  it('shows what changes, what the contract comes to with it, payments, days and milestones', async () => {
    await open();
    await expect.element(card().getByText('Sent', { exact: true })).toBeVisible();
    await expect.element(card().getByText('You asked for it.')).toBeVisible();
    await expect.element(card().getByText('-$100')).toBeVisible();
    await expect.element(card().getByText('$900 more')).toBeVisible();
    await expect.element(card().getByText('$13,400')).toBeVisible();
    await expect.element(card().getByText('$360')).toBeVisible();
    await expect.element(card().getByText('60% in spring (Apr 1, 2027)')).toBeVisible();
    await expect.element(card().getByText('$540')).toBeVisible();
    await expect.element(card().getByText('Dates of open milestones move 3 days later.')).toBeVisible();
    await expect.element(card().getByText('New milestone: Shop · May 1, 2027')).toBeVisible();
    await expect.element(card().getByRole('link', { name: /^View.Download PDF/ })).toBeVisible();
  });

  it('counts accepted ones in the total of the next', async () => {
    answer(
      { ...sentOrder, id: idOf(52), _id: idOf(52), number: 2 },
      { ...sentOrder, status: 'accepted', acceptedName: 'Ada', ...ended },
    );
    await open();
    await expect.element(page.getByText('$14,300')).toBeVisible();
    await expect.element(page.getByText('$13,400')).not.toBeInTheDocument();
  });

  it('says that less comes off the last payments', async () => {
    answer({ ...sentOrder, total: -250, terms: { ...sentOrder.terms, payments: [] } });
    await open();
    await expect.element(page.getByText('$250 less')).toBeVisible();
    await expect.element(page.getByText('It comes off the payments that are due last.')).toBeVisible();
    await expect.element(page.getByText('Payments', { exact: true })).not.toBeInTheDocument();
  });

  it('sends the shown document’s hash with the typed name, and gives the card the keyboard', async () => {
    const accepted: ChangeOrder = {
      ...sentOrder,
      ...ended,
      status: 'accepted',
      acceptedName: 'Ada Lovelace',
      recordUrl: 'https://files.example/record.pdf',
    };
    product.api.answer(api.acceptChangeOrder, { items: [accepted] });
    await open();
    await button('Accept').click();
    await button('Accept change order 1').click();
    await expect.element(page.getByText('Type your name to accept.')).toBeVisible();
    expect(product.api.sent(api.acceptChangeOrder)).toEqual([]);
    await page.getByRole('textbox', { name: /^Your full name/ }).fill(' Ada Lovelace ');
    answer(accepted);
    await button('Accept change order 1').click();
    await expect.element(card().getByText(/Accepted by Ada Lovelace on/)).toBeVisible();
    expect(product.api.sent(api.acceptChangeOrder)).toEqual([{ name: 'Ada Lovelace', hash: sentOrder.hash }]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(card()).toHaveFocus();
    await expect
      .element(page.getByRole('link', { name: /^Download the record of acceptance/ }))
      .toBeVisible();
    await expect.element(button('Accept')).not.toBeInTheDocument();
  });

  it('says in the open dialog that it was withdrawn meanwhile', async () => {
    await open();
    await button('Accept').click();
    await expect.element(button('Accept change order 1')).toBeVisible();
    answer({ ...sentOrder, ...ended, status: 'withdrawn' });
    await queryClient.refetchQueries();
    await expect.element(page.getByText('Change order 1 was withdrawn.')).toBeVisible();
    await expect.element(button('Accept change order 1')).not.toBeInTheDocument();
  });

  it('keeps the reason for declining until it has arrived', async () => {
    await open();
    await button('Decline').click();
    const reason = page.getByRole('textbox', { name: /^Why/ });
    await reason.fill('Too much.');
    const decline = () => page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
    await decline();
    await expect.element(page.getByText('Failed to decline.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await button('Decline').click();
    await expect.element(reason).toHaveValue('Too much.');
    const declined: ChangeOrder = { ...sentOrder, ...ended, status: 'declined', answer: 'Too much.' };
    product.api.answer(api.declineChangeOrder, { items: [declined] });
    answer(declined);
    await decline();
    await expect.element(card().getByText('“Too much.”')).toBeVisible();
    expect(product.api.sent(api.declineChangeOrder)).toEqual([
      { reason: 'Too much.' },
      { reason: 'Too much.' },
    ]);
  });

  it('offers nothing to decide on an archived project, or to another account', async () => {
    await open({ ...project, status: 'archived' });
    await expect.element(card()).toBeVisible();
    await expect.element(button('Accept')).not.toBeInTheDocument();
    await open({ ...project, clientRole: 'follows' });
    await expect.element(button('Accept')).not.toBeInTheDocument();
  });
});
