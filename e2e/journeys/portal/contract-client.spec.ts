import { api } from '@atelier/domain/api.ts';
import { beginContract, CONTRACT, sendChangeOrder } from '../../harness/contract.ts';
import {
  blockEvents,
  expectAccessibleInBothThemes,
  expectInUpperHalf,
  expectNoSidewaysScroll,
  failRequests,
  PHONE,
  pressByKeyboard,
} from '../../harness/page.ts';
import { callAs } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';

const ACCEPT = /\/contract\/accept$/;
const REQUEST = /\/contract\/request-change$/;

test('the client sees that a newer version replaces the contract, and why an action failed', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  const { openClient, send, finish } = await beginContract({ page, browser, product });
  await openClient();
  await expect(page.getByText('No contract yet. I’ll send a proposal shortly.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  // A live event brings it.
  await send(null);
  await expect(page.getByRole('heading', { name: 'Contract, version 1' })).toBeVisible();
  await expect(page.getByText('TBD', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View/Download contract' })).toBeVisible();

  const request = page.getByPlaceholder('Request a change…');
  await expect(request).toHaveCount(0);
  await pressByKeyboard(page, page.getByRole('button', { name: 'Request a change' }));
  await expect(request).toBeFocused();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Write what should change.')).toBeVisible();
  await request.fill('Payment in three parts,\nplease.');
  // Typed text survives a look at another tab.
  const [files, contract] = ['Files', 'Contract'].map((name) => page.getByRole('tab', { name }));
  await files?.click();
  await expect(page.getByText('No deliverables yet.')).toBeVisible();
  await contract?.click();
  await expect(request).toHaveValue('Payment in three parts,\nplease.');
  expectConsole(/Failed to load resource|status of 4/);
  await failRequests(page, REQUEST, 400, '');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to request change.');
  await expect(request).toHaveValue('Payment in three parts,\nplease.');
  await page.unroute(REQUEST);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Your request has been sent.')).toBeVisible();
  await expect(request).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Request a change' })).toBeFocused();
  await expect(page.getByText('Change requested')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Payment in three parts' })).toContainText(
    'on version 1',
  );

  const dialog = page.getByRole('dialog', { name: 'Accept the contract' });
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await dialog.getByRole('button', { name: 'Accept version 1' }).click();
  await expect(dialog.getByText('Type your name to accept.')).toBeVisible();
  await dialog.getByLabel('Your full name').fill('Sam Sample');
  await failRequests(page, ACCEPT, 400, '');
  await dialog.getByRole('button', { name: 'Accept version 1' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to accept.');
  await expectAccessibleInBothThemes(page);
  await page.unroute(ACCEPT);

  // A newer version arrives while the dialog is open: it isn't swapped in silently.
  await send(12_500);
  await expect(dialog.getByRole('alert')).toContainText('Version 1 wasn’t accepted.');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'See version 2' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert')).toContainText('Version 2 replaces version 1.');
  await expect(page.getByText('$12,500', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  await blockEvents(page);
  await failRequests(page, CONTRACT, 400, '');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load contract.');
  await page.unroute(CONTRACT);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Contract, version 2' })).toBeVisible();
  await finish();
});

test('a contract button fails at once offline and sends nothing when the network returns', async ({
  page,
  context,
  browser,
  product,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const { client, params, openClient, send, finish } = await beginContract({ page, browser, product });
  await send(9000);
  await openClient();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Accept' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept the contract' });
  await dialog.getByLabel('Your full name').fill('Sam Sample');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Accept version 1' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to accept.');
  await dialog.getByRole('button', { name: 'Not yet' }).click();
  await page.getByRole('button', { name: 'Request a change' }).click();
  await page.getByLabel('Request a change').fill('Two rounds, please');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Failed to request change.')).toBeVisible();
  const tried = sent.length;
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(page.getByText('No deliverables yet.')).toBeVisible();
  await page.getByRole('tab', { name: 'Contract' }).click();
  await expect(page.getByLabel('Request a change')).toHaveValue('Two rounds, please');
  expect(sent.slice(tried).filter((path) => path.includes('/contract/'))).toEqual([]);
  const { contract } = await callAs(product, client, api.getContract, { params });
  expect(contract).toMatchObject({ status: 'sent', changeRequests: [] });
  await finish();
});

test('a contract accepted on a phone shows at once that it is, and so does a change order', async ({
  page,
  browser,
  product,
}) => {
  const { studio, params, openClient, send, finish } = await beginContract({ page, browser, product });
  await page.setViewportSize(PHONE);
  await send(9000);
  await openClient();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const accepting = page.getByRole('dialog', { name: 'Accept the contract' });
  await accepting.getByLabel('Your full name').fill('Sam Sample');
  await accepting.getByRole('button', { name: 'Accept version 1' }).click();
  await expect(accepting).toBeHidden();
  await expectInUpperHalf(page, page.getByRole('heading', { name: 'Your place is reserved' }));

  await sendChangeOrder(product, studio, params, 'Gift vouchers');
  const order = page.getByRole('listitem', { name: 'Change order 1: Gift vouchers' });
  await order.getByRole('button', { name: 'Accept' }).click();
  const changing = page.getByRole('dialog', { name: 'Accept change order 1' });
  await changing.getByLabel('Your full name').fill('Sam Sample');
  await changing.getByRole('button', { name: 'Accept change order 1' }).click();
  await expect(changing).toBeHidden();
  await expectInUpperHalf(page, order);
  await expect(order).toBeFocused();
  await finish();
});
