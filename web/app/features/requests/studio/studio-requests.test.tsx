import { api } from '@atelier/domain/api.ts';
import type { ClientRequest, StudioRequests } from '@atelier/domain/requests/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, project } from '../../../../test/contracts.ts';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import { answeredRequest, openRequest } from '../../../../test/requests.ts';
import StudioRequestsCard from './studio-requests.tsx';

signIn();
const product = startTestApi();
const milestones = [{ _id: idOf(81), title: 'Design', due: '2099-03-01', status: 'pending' as const }];
const suggestions: StudioRequests['suggestions'] = [
  {
    template: 'texts',
    title: 'Texts',
    instructions: 'In any form.',
    due: '2099-02-01',
    milestoneId: idOf(81),
  },
  { template: 'dns', title: 'Your domain', instructions: '', due: null, milestoneId: null },
];
const listed = (items: ClientRequest[], more: Partial<StudioRequests> = {}): StudioRequests => ({
  items,
  suggestions: [],
  ...more,
});
const show = (items: ClientRequest[], more?: Partial<StudioRequests>) =>
  product.api.answer(api.listRequestsAsStudio, listed(items, more));
const open = (shown = project) =>
  renderScreen(<StudioRequestsCard project={shown} milestones={milestones} />);
const row = () => page.getByRole('listitem', { name: 'Your logo' });
const button = (name: string | RegExp) => page.getByRole('button', { name });

beforeEach(() => show([]));

describe('StudioRequestsCard', () => {
  it('sends what the brief suggests, but what is unticked, and each with a key', async () => {
    show([], { suggestions });
    await open();
    await expect.element(page.getByText('By the brief, you also need: Texts, Your domain.')).toBeVisible();
    await button('Choose and send…').click();
    await expect.element(page.getByText('due Feb 1, 2099, for “Design”')).toBeVisible();
    await page.getByRole('checkbox', { name: /^Your domain/ }).click();
    product.api.answer(api.sendRequests, listed([openRequest]));
    await button('Send 1 request').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(product.api.sent(api.sendRequests)).toMatchObject([
      { items: [{ template: 'texts', milestoneId: idOf(81), key: expect.any(String) }] },
    ]);
    await expect.element(row()).toBeVisible();
  });

  it('sends one by hand, due a week before its milestone', async () => {
    await open();
    await button('Ask for something').click();
    await button('Send').click();
    await expect.element(page.getByText('Enter a title.')).toBeVisible();
    await page.getByRole('textbox', { name: /^What you need/ }).fill('Your logo');
    await page.getByRole('combobox', { name: /^For the milestone/ }).selectOptions('Design');
    product.api.answer(api.sendRequests, listed([openRequest]));
    await button('Send').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(product.api.sent(api.sendRequests)).toMatchObject([
      { items: [{ title: 'Your logo', template: null, due: '2099-02-22', milestoneId: idOf(81) }] },
    ]);
  });

  it('accepts an answer at the revision that it shows', async () => {
    show([answeredRequest]);
    await open();
    await expect.element(row().getByText('Here it is.')).toBeVisible();
    product.api.answer(api.acceptAnswer, listed([{ ...answeredRequest, status: 'accepted' }]));
    await button(/^Accept what/).click();
    await expect.element(page.getByText('Accepted and withdrawn (1)')).toBeVisible();
    expect(product.api.sent(api.acceptAnswer)).toEqual([{ revision: 2 }]);
  });

  it('asks again with a reason', async () => {
    show([answeredRequest]);
    await open();
    await button(/^Ask again…/).click();
    await button('Ask again').click();
    await expect.element(page.getByText('Write what is still missing.')).toBeVisible();
    await page.getByRole('textbox', { name: /^What is still missing/ }).fill('Larger, please.');
    const answers = answeredRequest.answers.map((answer) => ({ ...answer, reason: 'Larger, please.' }));
    product.api.answer(api.askAgain, listed([{ ...answeredRequest, status: 'open', revision: 3, answers }]));
    await page.getByRole('dialog').getByRole('button', { name: 'Ask again', exact: true }).click();
    await expect.element(row().getByText('Larger, please.')).toBeVisible();
    expect(product.api.sent(api.askAgain)).toEqual([{ reason: 'Larger, please.', revision: 2 }]);
  });

  it('changes and withdraws from the menu', async () => {
    show([openRequest]);
    await open();
    await button('What to do with Your logo').click();
    await page.getByRole('menuitem', { name: 'Change…' }).click();
    await expect.element(page.getByRole('textbox', { name: /^What you need/ })).toHaveValue('Your logo');
    await page.getByRole('textbox', { name: /^What you need/ }).fill('The logo');
    product.api.answer(api.changeRequest, listed([{ ...openRequest, revision: 2 }]));
    await button('Save').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(product.api.sent(api.changeRequest)).toMatchObject([
      { title: 'The logo', due: '2026-12-24', milestoneId: null, revision: 1 },
    ]);
    product.api.answer(api.withdrawRequest, listed([]));
    await button('What to do with Your logo').click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await expect.element(page.getByText('You haven’t asked for anything.')).toBeVisible();
    expect(product.api.sent(api.withdrawRequest)).toEqual([{ revision: 2 }]);
  });

  it('can only be read in an archived project', async () => {
    show([answeredRequest]);
    await open({ ...project, status: 'archived' });
    await expect.element(row()).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });
});
