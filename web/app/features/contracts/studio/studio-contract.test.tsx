import { api } from '@atelier/domain/api.ts';
import { type StudioContract, saveContractSchema } from '@atelier/domain/contracts/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draft, idOf, milestones, project, studioContract, terms } from '../../../../test/contracts.ts';
import { renderScreen, signIn, startTestApi } from '../../../../test/product.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { changeUnsent, NOTHING_UNSENT } from '../../../lib/storage/unsent-store.ts';
import Content from './studio-contract.tsx';

signIn();
const product = startTestApi();
const answer = (contract: StudioContract) => product.api.answer(api.getContractAsStudio, { contract });
const open = (contract: StudioContract = studioContract, shown = project) => {
  answer(contract);
  return renderScreen(<Content project={shown} milestones={milestones} />);
};
const saved = () => product.api.sent(api.saveContract).map((body) => saveContractSchema.parse(body));
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const save = () => button('Save draft').click();
const price = (line: number) => field(`Price of line ${line} in US dollars`);
const percent = (payment: number) => field(`Percent of payment ${payment}`);
const chosen = () => page.getByRole('radio', { checked: true });

beforeEach(() => {
  changeUnsent(`contract-draft:${project._id}`, () => NOTHING_UNSENT);
  product.api.answer(api.saveContract, { contract: studioContract });
});

describe('StudioContract', () => {
  it('adds the typed prices up and saves their sum', async () => {
    await open();
    await price(1).fill('$2,400');
    await expect.element(page.getByText('$2,900', { exact: true })).toBeVisible();
    // Half of it, twice.
    expect(page.getByText('$1,450', { exact: true }).elements()).toHaveLength(2);
    await save();
    await expect.poll(saved).toMatchObject([{ total: 2900, revision: 3 }]);
    expect(saved()[0]?.terms?.lines.map((line) => line.price)).toEqual([2400, 700, -200]);
  });

  it('names the letters that the document can’t show, where the product makes it', async () => {
    await open({ ...studioContract, missingLetters: '漢字' });
    const warning = page.getByRole('status').filter({ hasText: 'Some letters can’t be printed.' });
    await expect.element(warning).toMatchTextContent(/The PDF can’t show 漢字, so this can’t be sent yet\./);
    await page.getByRole('radio', { name: /^A link/ }).click();
    await expect.element(warning).not.toBeInTheDocument();
  });

  it('says "TBD" while a price is open', async () => {
    await open();
    await price(2).fill('');
    await expect.element(page.getByText('TBD', { exact: true })).toBeVisible();
    await save();
    await expect.poll(saved).toMatchObject([{ total: null }]);
  });

  it('takes the lines from the brief when there are none', async () => {
    const estimate = {
      ...{ currency: 'USD' as const, low: 700, high: 1100, monthlyLow: 0, monthlyHigh: 0 },
      ...{ minDays: 3, maxDays: 7, openEnded: false, size: 'landing' as const },
    };
    const brief = { ...project.data, features: ['lp'] };
    const empty = { ...studioContract, draft: { ...draft, terms: { ...terms, lines: [] } } };
    await open(empty, { ...project, estimate, data: brief, final: brief });
    await expect.element(field('Total in US dollars')).toHaveValue('12500');
    await button('Take the lines from the brief').click();
    await expect.element(price(1)).toHaveValue('900');
    await expect.element(field('Total in US dollars')).not.toBeInTheDocument();
    await expect.element(button('Take the lines from the brief')).not.toBeInTheDocument();
  });

  it('lists the lines of the accepted version, and none that were never sent', async () => {
    const acceptance = {
      ...{
        version: 1,
        name: 'Ada Client',
        email: 'ada@acme.example',
        acceptedAt: '2026-03-02T09:00:00.000Z',
      },
      ...{ address: '203.0.113.7', userAgent: null, total: 2900, hash: 'a'.repeat(64), recordUrl: null },
    };
    const accepted = { ...studioContract, status: 'accepted' as const, acceptance };
    await open({ ...accepted, isChanged: false });
    const lines = page.getByRole('heading', { name: 'What’s in the price' });
    await expect.element(lines).toBeVisible();
    for (const { title } of terms.lines) await expect.element(page.getByText(title)).toBeVisible();

    answer({ ...accepted, isChanged: true });
    await queryClient.invalidateQueries();
    await expect.element(lines).not.toBeInTheDocument();
  });

  it('refuses payments that don’t add up to 100%, beside them, and leads there', async () => {
    await open();
    await percent(1).fill('40');
    await expect.element(page.getByText('Together 90%: 10% is missing.')).toBeVisible();
    await save();
    await expect.element(page.getByText('The payments have to add up to 100%.')).toBeVisible();
    expect(document.activeElement).toHaveTextContent('The payments have to add up to 100%.');
    expect(saved()).toEqual([]);
    await percent(2).fill('60');
    await expect.element(page.getByText('Together 100%')).toBeVisible();
    await expect.element(page.getByText('The payments have to add up to 100%.')).not.toBeInTheDocument();
    await save();
    await expect.poll(saved).toMatchObject([{ terms: { plan: { kind: 'custom' } } }]);
  });

  it('leads to the first wrong field, in a folded clause too', async () => {
    await open();
    await button('Time').click();
    await field('Title of clause 2').fill('');
    await button('A new clause').click();
    await expect.element(field('Title of clause 2')).not.toBeInTheDocument();
    await save();
    await expect.element(field('Title of clause 2')).toHaveFocus();
    await expect.element(page.getByText('Give the clause a title.')).toBeVisible();
    await price(1).fill('some');
    await save();
    await expect.element(price(1)).toHaveFocus();
    expect(saved()).toEqual([]);
  });

  it('fills the payments by the kind that is chosen', async () => {
    await open();
    await page.getByRole('radio', { name: 'Thirds' }).click();
    await expect.element(percent(3)).toHaveValue('33');
    await expect.element(field('Payment 2 in words')).toHaveValue('when “Design” is approved');
    await expect.element(page.getByText('$4,250', { exact: true })).toBeVisible();
    await save();
    await expect.poll(saved).toMatchObject([{ terms: { plan: { kind: 'thirds' } } }]);
    const parts = saved()[0]?.terms?.plan.parts ?? [];
    expect(parts.map((part) => part.milestoneId)).toEqual([null, idOf(12), idOf(13)]);
  });

  it('makes the plan its own when a payment is edited, and keeps that over a look at another kind', async () => {
    await open();
    await expect.element(chosen().nth(1)).toHaveAttribute('value', 'halves');
    await page.getByRole('combobox', { name: 'Payment 2 is due' }).selectOptions('date');
    await expect.element(chosen().nth(1)).toHaveAttribute('value', 'custom');
    await expect.element(field('Payment 2 in words')).toHaveValue('on a fixed date');
    await field('Day of payment 2').fill('2027-03-01');
    await page.getByRole('radio', { name: '50/50' }).click();
    await expect.element(field('Payment 2 in words')).toHaveValue('at launch');
    await page.getByRole('radio', { name: 'Your own' }).click();
    await expect.element(field('Payment 2 in words')).toHaveValue('on a fixed date');
    await save();
    await expect
      .poll(() => saved()[0]?.terms?.plan.parts[1])
      .toMatchObject({ due: 'date', date: '2027-03-01', milestoneId: null });
  });

  it('keeps what is typed when the form comes back', async () => {
    const screen = await open();
    await price(3).fill('-500');
    await button('Add a usual clause').click();
    await page.getByRole('menuitem').first().click();
    await expect.element(field('Title of clause 3')).toHaveFocus();
    await field('Title of clause 3').fill('Guests');
    await screen.unmount();
    await open();
    await expect.element(price(3)).toHaveValue('-500');
    await expect.element(button('Guests')).toBeVisible();
    await expect.element(page.getByText('Not saved yet.')).toBeVisible();
  });

  it('replaces nothing that is typed when another window has saved', async () => {
    await open();
    await price(1).fill('11,000');
    answer({
      ...studioContract,
      draft: { ...draft, total: 13_500, revision: 4, terms: { ...terms, feedbackRounds: 3 } },
    });
    product.api.refuse(api.saveContract, 409, { code: 'conflict', message: 'Saved in another window.' });
    await save();
    await expect.element(page.getByText(/Saved there: \$13,500, a PDF made from the brief\./)).toBeVisible();
    await expect.element(price(1)).toHaveValue('11,000');
    await page.getByText('What you typed', { exact: true }).click();
    const differences = page.getByRole('list', { name: 'What you typed' }).getByRole('listitem');
    await expect
      .element(differences.last())
      .toHaveTextContent('Rounds of feedback Changed[removed: 3] [added: 2]');
    await save();
    await expect.poll(saved).toMatchObject([{ revision: 3 }, { revision: 4, total: 11_500 }]);
    await button('Use that version').click();
    await expect.element(price(1)).toHaveValue('12,000');
    await expect.element(field('Rounds of feedback')).toHaveValue('3');
  });

  it('takes over what another window has saved while nothing is typed', async () => {
    await open();
    await expect.element(price(1)).toHaveValue('12,000');
    const [website] = terms.lines;
    const theirs = { ...terms, lines: website ? [{ ...website, price: 9000 }] : [] };
    answer({ ...studioContract, draft: { ...draft, total: 9000, revision: 4, terms: theirs } });
    await queryClient.refetchQueries();
    await expect.element(price(1)).toHaveValue('9,000');
  });

  it('keeps the keyboard in the list when a line is removed or moved', async () => {
    await open();
    await button('Move line 1 down').click();
    await expect.element(button('Move line 2 down')).toHaveFocus();
    await expect.element(field('Line 2')).toHaveValue('Website');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Move line 3 down')).toHaveFocus();
    await expect.element(page.getByText('“Website” is 3 of 3 now.')).toBeInTheDocument();
    await button('Remove line 1').click();
    await expect.element(field('Line 1')).toHaveFocus();
    await expect.element(field('Line 1')).toHaveValue('Discount');
    await button('Remove line 2').click();
    await expect.element(field('Line 1')).toHaveFocus();
    await button('Remove line 1').click();
    await expect.element(button('Add a line')).toHaveFocus();
    // What the lines cost last is the total from here on.
    await expect.element(field('Total in US dollars')).toHaveValue('-200');
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Line 1')).toHaveFocus();
  });

  it('keeps the lines while another document is looked at', async () => {
    await open();
    await price(1).fill('2,000');
    await page.getByRole('radio', { name: /^A link/ }).click();
    await expect.element(price(1)).not.toBeInTheDocument();
    await expect.element(field('Total in US dollars')).toHaveValue('2500');
    await field('Total in US dollars').fill('9000');
    await field('Link to the contract').fill('https://papers.example/c');
    await save();
    await expect.poll(saved).toMatchObject([{ total: 9000, source: 'link', terms: { lines: [] } }]);
    await page.getByRole('radio', { name: /^Made from the brief/ }).click();
    await expect.element(price(1)).toHaveValue('2,000');
  });

  it('says before sending what changed since the version that the client has', async () => {
    const changes = [
      { what: 'line', name: 'Website', before: '$9,000: Six pages', after: '$12,000: Six pages' },
      { what: 'clause', name: 'Time', before: 'Until the last day.', after: 'Until the first day.' },
      { what: 'start', name: '', before: null, after: '2027-01-04' },
      { what: 'payment', name: 'at launch', before: '50%, 2027-03-01', after: null },
    ] as const;
    const version = { version: 1, total: 9500, source: 'made' as const, hash: '', url: null, sentAt: '' };
    await open({ ...studioContract, isChanged: true, changes: [...changes], versions: [version] });
    await button('Send version 2…').click();
    const dialog = page.getByRole('alertdialog');
    const items = dialog.getByRole('list', { name: 'What changed since version 1' }).getByRole('listitem');
    // Only what differs is marked.
    await expect.element(items.nth(0).getByRole('deletion')).toHaveTextContent('[removed: $9,000:]');
    await expect.element(items.nth(0).getByRole('insertion')).toHaveTextContent('[added: $12,000:]');
    await expect.element(items.nth(1).getByRole('deletion')).toHaveTextContent('[removed: last]');
    await expect.element(items.nth(2)).toHaveTextContent('Work begins Added[added: Jan 4, 2027]');
    await expect
      .element(items.nth(3))
      .toHaveTextContent('Payment at launchRemoved[removed: 50%, Mar 1, 2027]');
  });
});
