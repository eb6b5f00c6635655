import { api } from '@atelier/domain/api.ts';
import type { Page } from '@playwright/test';
import { sendContract } from '../../harness/contract.ts';
import { writeMessage } from '../../harness/messages.ts';
import { callAs, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

const ATTACK = `"><img src=x onerror="document.title='ran'"><script>document.title='ran'</script>{{7*7}}`;
/**
 * Without slashes, which would cut a file name, and without quotation marks, which a form doesn't carry
 * unchanged.
 */
const NAME_ATTACK = `'><img src=x onerror=document.title='ran'><svg onload=document.title='ran'>.txt`;

/** Expects the text as text. Anything the content policy had to block would be in the console. */
async function expectText(page: Page, text: string): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByText(text).first()).toBeVisible();
  await expect(main.locator('[src="x"], [onerror], [onload], script')).toHaveCount(0);
  await expect(page).not.toHaveTitle('ran');
}

test('markup that either side writes in a project stays text on every screen and in the emails', async ({
  page,
  browser,
  product,
}) => {
  const user = newTestUser();
  const [client, studio] = [await createAccount(product, user), await ownerSession(product)];
  const { id } = await submitProject(product, client, {
    company: ATTACK,
    contact: ATTACK,
    goals: ATTACK,
    decisionMakers: [{ name: ATTACK, role: ATTACK }],
  });
  const params = { id };
  const body = { title: ATTACK, description: ATTACK };
  const { milestone } = await callAs(product, studio, api.createMilestone, { params, body });
  const milestoneParams = { ...params, milestoneId: milestone.id };
  const toReview = { params: milestoneParams, body: { status: 'in_review' } };
  await callAs(product, studio, api.setMilestoneStatus, toReview);
  const refusal = { params: milestoneParams, body: { status: 'needs_changes', reason: ATTACK } };
  await callAs(product, client, api.reviewMilestone, refusal);
  await writeMessage(product, studio, id, ATTACK, 'studio');
  await writeMessage(product, client, id, ATTACK);
  const link = `https://papers.example/?"><script>document.title='ran'</script>`;
  await sendContract(product, studio, params, { total: 900, link });
  await callAs(product, client, api.requestContractChange, { params, body: { message: ATTACK } });
  await callAs(product, client, api.acceptContract, { params, body: { version: 1, name: ATTACK } });
  for (const [{ access_token: token }, { path }] of [
    [client, api.sendFile],
    [studio, api.sendFileAsStudio],
  ] as const) {
    const form = new FormData();
    form.append('file', new File(['text'], NAME_ATTACK));
    const headers = { authorization: `Bearer ${token}` };
    const address = `${product.origin}/api${path.replace(':id', id)}`;
    expect((await fetch(address, { method: 'POST', headers, body: form })).status).toBe(201);
  }

  const context = await browser.newContext({ baseURL: product.origin });
  const desk = await context.newPage();
  await openAs(page, client);
  await openAs(desk, studio);
  await page.goto(`/client-portal/${id}`);
  await desk.goto(`/admin/portal/${id}`);
  for (const each of [page, desk]) {
    await expectText(each, ATTACK);
    for (const tab of ['Contract', 'Milestones', 'Feedback', 'Activity']) {
      await each.getByRole('tab', { name: tab }).click();
      await expectText(each, ATTACK);
    }
    await each.getByRole('tab', { name: 'Files' }).click();
    await expectText(each, NAME_ATTACK);
  }
  for (const path of ['/admin', '/admin/projects', '/admin/contracts', '/admin/audit']) {
    await desk.goto(path);
    await expectText(desk, ATTACK);
  }
  const about = () =>
    [user.email, product.ownerEmail]
      .flatMap((address) => product.mail.mailsTo(address))
      .filter(({ text }) => text?.includes(id));
  await expect.poll(() => about().length).toBeGreaterThanOrEqual(4);
  for (const { html, subject } of about()) {
    expect(html, subject).not.toMatch(/<script|<img src=x|<svg onload/);
  }
  await context.close();
});
