import { api } from '@atelier/domain/api.ts';
import { writeMessage } from '../../harness/messages.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, PHONE } from '../../harness/page.ts';
import { callAs, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

test('the studio views a project as its client and changes nothing', async ({ page, product }) => {
  const user = newTestUser();
  const client = await createAccount(product, user);
  const studio = await ownerSession(product);
  const { id } = await submitProject(product, client, { company: 'Sample Bakery' });
  const params = { id };
  const body = { title: 'Shown design' };
  const { milestone } = await callAs(product, studio, api.createMilestone, { params, body });
  await callAs(product, studio, api.createMilestone, {
    params,
    body: { title: 'Kept plan', published: false },
  });
  await callAs(product, studio, api.setMilestoneStatus, {
    params: { id, milestoneId: milestone.id },
    body: { status: 'in_review' },
  });
  await writeMessage(product, studio, id, 'A word from the studio', 'studio');
  await writeMessage(product, client, id, 'A word from the client');
  const seen = async () => ({
    client: (await callAs(product, client, api.listMessages, { params })).unread,
    studio: (await callAs(product, studio, api.listMessagesAsStudio, { params })).unread,
  });
  const before = await seen();
  const writes: string[] = [];
  await openAs(page, studio);
  await page.goto(`/admin/portal/${id}?tab=milestones`);
  await expect(page.getByText('Kept plan')).toBeVisible();
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.method() !== 'GET') writes.push(request.url());
  });
  await page.getByRole('link', { name: 'View as client' }).click();
  await expect(page).toHaveURL(`/admin/portal/${id}/as-client?tab=milestones`);
  const bar = page.getByRole('region', { name: 'View as client' });
  await expect(bar).toContainText('You’re seeing this project as');
  await expect(page.getByRole('heading', { name: 'Shown design' })).toBeVisible();
  await expect(page.getByText('Kept plan')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Feedback').click();
  await expect(page.getByText('A word from the studio')).toBeVisible();
  await expect(page.getByText('Only this project’s client writes here.')).toBeVisible();
  await expect(tab('Feedback')).toContainText('1 unread message');
  await tab('Files').click();
  await expect(page.getByText('No deliverables yet.')).toBeVisible();
  await expect(page.getByText('Send files for your project')).toBeHidden();
  await tab('Contract').click();
  await expect(page.getByText('No contract yet. I’ll send a proposal shortly.')).toBeVisible();
  await tab('Activity').click();
  await expect(page.getByText('Everything so far')).toBeVisible();
  await expect(page.getByText('127.0.0.1')).toBeHidden();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  expect(writes).toEqual([]);
  expect(await seen()).toEqual(before);
  await bar.getByRole('link', { name: 'Back to your view' }).click();
  await expect(page).toHaveURL(`/admin/portal/${id}?tab=activity`);
  await expect(page.getByText('127.0.0.1').first()).toBeVisible();
});

test('viewing an own project as its client sends no unsent messages', async ({ page, product }) => {
  const studio = await ownerSession(product);
  const { id } = await submitProject(product, studio, { company: 'Own Bakery' });
  await openAs(page, studio);
  const thread = `feedback:unsent:${studio.user.id}/client:${id}`;
  const waiting = {
    body: 'From last week',
    writtenAt: '2030-01-31T10:00:00.000Z',
    triedAt: 0,
    failure: 'Failed to send.',
  };
  const unsent = { [thread]: 'Half a', [`${thread}/${crypto.randomUUID()}`]: JSON.stringify(waiting) };
  await page.evaluate((texts) => Object.assign(localStorage, texts), unsent);
  const kept = () =>
    page.evaluate(() =>
      Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('feedback:unsent'))),
    );
  await page.goto(`/admin/portal/${id}/as-client?tab=feedback`);
  await expect(page.getByText('No messages yet.')).toBeVisible();
  await expect(page.getByText('From last week')).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const { items } = await callAs(product, studio, api.listMessages, { params: { id } });
  expect(items).toEqual([]);
  expect(await kept()).toEqual(unsent);

  // On the client's own page the message waits for their click.
  await page.goto(`/client-portal/${id}?tab=feedback`);
  await expect(page.getByLabel('Your message')).toHaveValue('Half a');
  const message = page.getByRole('log').getByRole('listitem').filter({ hasText: 'From last week' });
  await message.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(kept).toEqual({ [thread]: 'Half a' });
  await expect(message).toHaveCount(1);
});
