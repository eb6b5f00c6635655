import { api } from '@atelier/domain/api.ts';
import { beginContract } from '../../harness/contract.ts';
import { writeMessage } from '../../harness/messages.ts';
import { expectWellMade, failRequests } from '../../harness/page.ts';
import { callAs } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';

const WIDE = { width: 1440, height: 900 };
const SAVE = /\/change-orders\/[^/]+$/;

test('a client’s message becomes a change order that they accept, and another one is declined', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|status of 4/);
  const setting = await beginContract({ page, browser, product });
  const { client, studio, params, studioPage: desk, send, openClient, openStudio, finish } = setting;
  await send(4_800);
  await callAs(product, client, api.acceptContract, { params, body: { version: 1, name: 'Sam Sample' } });
  const words = 'Could you add a small shop with about twenty products before the summer sale begins?';
  await writeMessage(product, client, params.id, words);

  // One click leads to the draft, with the message's words.
  await desk.setViewportSize(WIDE);
  await desk.goto(`/admin/portal/${params.id}?tab=feedback`);
  const message = desk.getByRole('log').getByRole('listitem').filter({ hasText: words });
  await message.getByRole('button', { name: 'More with this message' }).click();
  await desk.getByRole('menuitem', { name: 'Make it a change order' }).click();
  const form = desk.getByRole('form', { name: 'Draft of change order 1' });
  await expect(form.getByLabel('Title')).toHaveValue(
    'Could you add a small shop with about twenty products…',
  );
  await expect(form.getByLabel('Why')).toHaveValue(words);
  await expect(desk.getByRole('heading', { name: /^1 · Could you add/ })).toBeFocused();

  await form.getByLabel('Title').fill('A small shop');
  await form.getByRole('button', { name: 'Add a line' }).click();
  await form.getByLabel('Line 1', { exact: true }).fill('Shop with 20 products');
  await form.getByLabel('Price of line 1 in US dollars').fill('1,000');
  await form.getByRole('button', { name: 'Add a line' }).click();
  await form.getByLabel('Line 2', { exact: true }).fill('Without the newsletter');
  await form.getByLabel('Price of line 2 in US dollars').fill('-100');
  await expect(form.getByText('$900', { exact: true }).first()).toBeVisible();
  await expect(form.getByText('$5,700')).toBeVisible();
  await expect(form.getByLabel('Payment 1 in words')).toHaveValue('when this change is accepted');
  await form.getByLabel('Days to move').fill('3');
  await form.getByRole('button', { name: 'Add a milestone' }).click();
  await form.getByLabel('Milestone 1', { exact: true }).fill('Shop');
  await form.getByLabel('Date of milestone 1').fill('2030-04-12');

  // Unsaved text survives a reload, and a save that fails.
  await desk.reload();
  await desk.getByRole('button', { name: 'Edit change order 1' }).or(form).first().waitFor();
  if (!(await form.isVisible())) await desk.getByRole('button', { name: 'Edit change order 1' }).click();
  await expect(form.getByLabel('Title')).toHaveValue('A small shop');
  await failRequests(desk, SAVE, 500, '');
  await form.getByRole('button', { name: 'Save draft' }).click();
  await expect(form.getByText('Failed to save the change order.')).toBeVisible();
  await expect(form.getByLabel('Line 1', { exact: true })).toHaveValue('Shop with 20 products');
  await desk.unroute(SAVE);
  await form.getByRole('button', { name: 'Save draft' }).click();
  await expect(form.getByText('Draft saved. Your client can’t see it yet.')).toBeVisible();
  await expectWellMade(desk);
  await form.getByRole('button', { name: 'Preview PDF' }).click();
  const reader = desk.getByRole('dialog', { name: 'Preview of change order 1' });
  await expect(reader.locator('canvas').first()).toBeVisible();
  await reader.getByRole('button', { name: 'Close' }).click();

  await openClient();
  await expect(page.getByText('Version 1 is accepted.')).toBeVisible();
  const order = page.getByRole('listitem', { name: 'Change order 1: A small shop' });
  await expect(order).toHaveCount(0);
  await form.getByRole('button', { name: 'Send…' }).click();
  const sending = desk.getByRole('alertdialog', { name: 'Send change order 1?' });
  await expect(sending).toContainText('$900 more. The contract then comes to $5,700.');
  await sending.getByRole('button', { name: 'Send' }).click();
  await expect(desk.getByRole('button', { name: 'Withdraw' })).toBeVisible();

  // A live event brings it to the client.
  await expect(order).toContainText(words);
  await expect(order).toContainText('Dates of open milestones move 3 days later.');
  await expect(order).toContainText('New milestone: Shop · Apr 12, 2030');
  await expect(order).toContainText('100% when this change is accepted');
  await expectWellMade(page);
  await order.getByRole('button', { name: 'Accept' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept change order 1' });
  await dialog.getByRole('button', { name: 'Accept change order 1' }).click();
  await expect(dialog.getByText('Type your name to accept.')).toBeVisible();
  await dialog.getByLabel('Your full name').fill('Sam Sample');
  await expectWellMade(page);
  await dialog.getByRole('button', { name: 'Accept change order 1' }).click();
  await expect(order).toContainText('Accepted by Sam Sample on');
  await expect(order).toBeFocused();
  await expect(order.getByRole('link', { name: 'Download the record of acceptance' })).toBeVisible();
  await expect(page.getByText('With accepted changes: $5,700')).toBeVisible();
  await expectWellMade(page);

  // Both sides' plans and milestones are longer.
  await expect(desk.getByText('accepted by Sam Sample')).toBeVisible();
  await expect(desk.getByText('The contract with accepted changes: $5,700')).toBeVisible();
  await expectWellMade(desk);
  for (const [each, side] of [
    [page, client],
    [desk, studio],
  ] as const) {
    await each.getByRole('tab', { name: 'Milestones' }).click();
    await expect(each.getByText('Shop', { exact: true }).first()).toBeVisible();
    const endpoint = side === client ? api.listInvoices : api.listInvoicesAsStudio;
    const { plan } = await callAs(product, side, endpoint, { params });
    expect(plan.at(-1)).toMatchObject({ label: 'when this change is accepted', amount: 90_000 });
  }

  // Another one is begun by its title, and declined.
  await openStudio();
  await desk.getByRole('button', { name: 'New change order' }).click();
  const begin = desk.getByRole('dialog', { name: 'New change order' });
  await begin.getByLabel('What changes').fill('No blog');
  await begin.getByRole('button', { name: 'Begin the draft' }).click();
  const second = desk.getByRole('form', { name: 'Draft of change order 2' });
  await second.getByRole('button', { name: 'Add a line' }).click();
  await second.getByLabel('Line 1', { exact: true }).fill('Without the blog');
  await second.getByLabel('Price of line 1 in US dollars').fill('-600');
  await expect(second.getByText('$600 less comes off the payments that are due last.')).toBeVisible();
  await second.getByRole('button', { name: 'Send…' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click();
  await expect(desk.getByRole('button', { name: 'Withdraw' })).toBeVisible();

  await openClient();
  const less = page.getByRole('listitem', { name: 'Change order 2: No blog' });
  await less.getByRole('button', { name: 'Decline' }).click();
  const declining = page.getByRole('alertdialog', { name: 'Decline change order 2?' });
  await declining.getByLabel('Why').fill('I’d like to keep it.');
  await failRequests(page, /\/decline$/, 500, '');
  await declining.getByRole('button', { name: 'Decline' }).click();
  await expect(declining.getByText('Failed to decline.')).toBeVisible();
  await expect(declining.getByLabel('Why')).toHaveValue('I’d like to keep it.');
  await expectWellMade(page);
  await page.unroute(/\/decline$/);
  await declining.getByRole('button', { name: 'Decline' }).click();
  await expect(less).toContainText('The contract stays as it is.');
  // The button that was pressed is gone: the keyboard stays in the card.
  await expect(less.getByRole('link', { name: 'View/Download PDF' })).toBeFocused();
  await expect(desk.getByRole('blockquote').or(desk.getByText('I’d like to keep it.')).first()).toBeVisible();
  await expect(page.getByText('With accepted changes: $5,700')).toBeVisible();
  await finish();
});
