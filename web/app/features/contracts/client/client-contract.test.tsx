import { api } from '@atelier/domain/api.ts';
import { type Contract, requestContractChangeSchema } from '@atelier/domain/contracts/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { contract, idOf, project, terms } from '../../../../test/contracts.ts';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { changeUnsent, NOTHING_UNSENT } from '../../../lib/storage/unsent-store.ts';
import Content from './client-contract.tsx';

signIn();
const product = startTestApi();
const accepted = () => product.api.sent(api.acceptContract);
const open = (shown: Project = project) => renderScreen(<Content project={shown} dates={[]} />);
const name = () => page.getByRole('textbox', { name: /^Your full name/ });
const thirds = [
  { id: idOf(1), label: 'to begin', percent: 34, due: 'acceptance', milestoneId: null, date: null },
  { id: idOf(2), label: 'at launch', percent: 66, due: 'finish', milestoneId: null, date: null },
] as const;
const accept = () => page.getByRole('button', { name: 'Accept version 1' }).click();

beforeEach(() => {
  changeUnsent(`change-request:${project._id}`, () => NOTHING_UNSENT);
  product.api.answer(api.getContract, { contract });
});

describe('ClientContract', () => {
  it('asks for a name and sends nothing when it is accepted without one', async () => {
    await open();
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await accept();
    await expect.element(page.getByText('Type your name to accept.')).toBeVisible();
    expect(accepted()).toEqual([]);
  });

  it('sends the version on the page with the typed name', async () => {
    const signed: Contract = {
      ...contract,
      status: 'accepted',
      acceptedAt: '2026-11-21T09:00:00.000Z',
      acceptedName: 'Ada Lovelace',
      terms: { ...terms, plan: { kind: 'custom', parts: [...thirds] } },
    };
    product.api.answer(api.acceptContract, { contract: signed });
    await open();
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await name().fill(' Ada Lovelace ');
    product.api.answer(api.getContract, { contract: signed });
    await accept();
    await expect.element(page.getByText('Version 1 is accepted.')).toBeVisible();
    expect(accepted()).toEqual([{ version: 1, name: 'Ada Lovelace' }]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    // The confirmation has the keyboard, since the button that opened the dialog is gone.
    await expect.element(page.getByRole('heading', { name: 'Your place is reserved' })).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Your place is reserved' })).toHaveFocus();
    await expect.element(page.getByText('What happens next')).toBeVisible();
    // As it was signed, whatever the usual plan is.
    await expect
      .element(page.getByText(/34% of the price\. The rest follows as agreed: 66% at launch\.$/))
      .toBeVisible();
  });

  it('accepts nothing when a newer version arrives while the dialog is open', async () => {
    await open();
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    product.api.answer(api.getContract, { contract: { ...contract, version: 2 } });
    await queryClient.refetchQueries();
    await expect.element(page.getByText('Version 1 wasn’t accepted.')).toBeVisible();
    await expect.element(name()).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'See version 2' }).click();
    await expect.element(page.getByText('There’s a newer version.')).toBeVisible();
    expect(accepted()).toEqual([]);
  });

  it('keeps the text of a change request until it has arrived', async () => {
    await open();
    const request = page.getByRole('textbox', { name: 'Request a change' });
    await expect.element(request).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Request a change' }).click();
    await expect.element(request).toHaveFocus();
    await request.fill('Start in January, please.');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(page.getByText('Failed to request change.')).toBeVisible();
    await expect.element(request).toHaveValue('Start in January, please.');
    // Folded away, the words are still there.
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect.element(request).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Continue your request' }).click();
    await expect.element(request).toHaveValue('Start in January, please.');
  });

  it('folds the change request away once it has arrived, and returns the keyboard to its button', async () => {
    await open();
    await page.getByRole('button', { name: 'Request a change' }).click();
    const request = page.getByRole('textbox', { name: 'Request a change' });
    await request.fill('Two rounds, please.');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(page.getByText('Failed to request change.')).toBeVisible();
    // It had arrived, and only its reply was lost.
    const [sent] = product.api
      .sent(api.requestContractChange)
      .map((body) => requestContractChangeSchema.parse(body));
    const arrived = {
      id: project._id,
      version: 1,
      message: 'Two rounds, please.',
      createdAt: contract.sentAt,
    };
    const changeRequests = [{ ...arrived, key: sent?.key ?? null }];
    product.api.answer(api.getContract, {
      contract: { ...contract, status: 'change_requested', changeRequests },
    });
    await queryClient.refetchQueries();
    await expect.element(page.getByText('Your request has been sent.')).toBeVisible();
    await expect.element(request).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Request a change' })).toHaveFocus();
  });

  it('splits the total into what reserves the place and what is due at launch', async () => {
    await open();
    await expect.element(page.getByText('$12,500')).toBeVisible();
    await expect.element(page.getByText('50% to reserve')).toBeVisible();
    await expect.element(page.getByText('50% at launch')).toBeVisible();
    expect(page.getByText('$6,250').elements()).toHaveLength(2);
  });

  it('has the usual payments when it is of a time before contracts had terms', async () => {
    product.api.answer(api.getContract, { contract: { ...contract, terms: null } });
    await open();
    await expect.element(page.getByText('50% to reserve')).toBeVisible();
    await expect.element(page.getByText('50% at launch')).toBeVisible();
    await expect.element(page.getByText('What’s in the price')).not.toBeInTheDocument();
  });

  it('shows lines, payments and dates as they were agreed', async () => {
    const parts = [
      { id: idOf(1), label: 'as a deposit', percent: 30, due: 'date', milestoneId: null, date: '2027-02-01' },
      { id: idOf(2), label: 'at launch', percent: 70, due: 'finish', milestoneId: null, date: null },
    ] as const;
    const agreed = { ...terms, plan: { kind: 'custom' as const, parts: [...parts] } };
    product.api.answer(api.getContract, { contract: { ...contract, terms: agreed } });
    await open();
    await expect.element(page.getByText('30% as a deposit (Feb 1, 2027)')).toBeVisible();
    await expect.element(page.getByText('$3,750')).toBeVisible();
    await expect.element(page.getByText('$8,750')).toBeVisible();
    const lines = page.getByRole('region', { name: 'What’s in the price' });
    await expect.element(lines.getByText('Six pages')).toBeVisible();
    await expect.element(lines.getByText('-$200')).toBeVisible();
    await expect.element(page.getByText('Jan 4, 2027')).toBeVisible();
  });

  it('says what the contract comes to with accepted changes, beside what was accepted', async () => {
    product.api.answer(api.getContract, { contract: { ...contract, totalWithChanges: 13_400 } });
    await open();
    await expect.element(page.getByText('$12,500', { exact: true })).toBeVisible();
    await expect.element(page.getByText('With accepted changes: $13,400')).toBeVisible();
    product.api.answer(api.getContract, { contract });
    await queryClient.refetchQueries();
    await expect.element(page.getByText('With accepted changes')).not.toBeInTheDocument();
  });

  it('says "TBD" without amounts while the total is open', async () => {
    const priceless = { ...terms, lines: [] };
    product.api.answer(api.getContract, {
      contract: { ...contract, total: null, totalWithChanges: null, terms: priceless },
    });
    await open();
    await expect.element(page.getByText('TBD')).toBeVisible();
    await expect.element(page.getByText('50% to reserve')).toBeVisible();
    await expect.element(page.getByText(/\$/)).not.toBeInTheDocument();
  });

  it('says what changed since the version before', async () => {
    const changes = [{ what: 'total', name: '', before: '$12,000', after: '$12,500' }] as const;
    product.api.answer(api.getContract, { contract: { ...contract, version: 2, changes: [...changes] } });
    await open();
    const list = page.getByRole('list', { name: 'What changed since version 1' });
    await expect.element(list.getByRole('deletion')).toHaveTextContent('[removed: $12,000]');
    await expect.element(list.getByRole('insertion')).toHaveTextContent('[added: $12,500]');
  });

  it('names the place of a linked contract and previews nothing', async () => {
    product.api.answer(api.getContract, { contract: { ...contract, source: 'link' } });
    await open();
    await expect.element(page.getByText('The contract is kept at files.example')).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^View\/Download contract/ })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Read/ })).not.toBeInTheDocument();
  });

  it('says why a document can’t be shown', async () => {
    await open();
    await expect.element(page.getByText(/^This PDF did not load\./)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible();
  });

  it('offers no actions when the project is another client’s', async () => {
    await open({ ...project, userId: '0193f5a0-0000-7000-8000-000000000099', clientRole: null });
    await expect.element(page.getByText('Contract, version 1')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
  });
});
