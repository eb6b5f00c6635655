import { api } from '@atelier/domain/api.ts';
import type { Session } from '@supabase/auth-js';
import { sendContract } from '../../harness/contract.ts';
import { invoiceLine, sendInvoice } from '../../harness/invoices.ts';
import { holdRequests, layoutShifts, PHONE, untilTypefacesRest } from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { callAs, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

/** A screen, the calls that it waits for in the order of their replies, and what its data shows in the end. */
type Screen = readonly [path: string, calls: readonly RegExp[], shows: string];

const ME = /\/api\/me$/;
const LIST = /\/api\/onboarding\/list\?/;
const PROJECT = /\/api\/(admin\/projects|portal)\/[\da-f-]{36}$/;
const MILESTONES = /\/milestones$/;
const CONTRACT = /\/contract$/;
const INVOICES = /\/invoices$/;
const PAYMENTS = /\/payments$/;
const MESSAGES = /\/messages(\?as=client)?$/;
const ACTIVITY = /\/activity\?/;
const UNREAD = /\/messages\/unread\?/;
const WAITING = /\/portal\/waiting\?/;
const INVITATIONS = /\/api\/invitations$/;

const OVERVIEW = [ME, LIST, PROJECT, ACTIVITY, MILESTONES, CONTRACT, MESSAGES, UNREAD, WAITING];

/** Gives what invites a client to one more project. */
async function prepareInvitations(product: Product) {
  const contact = await createAccount(product, newTestUser());
  return async ({ user }: Session, company: string) => {
    const { id } = await submitProject(product, contact, { company });
    const body = { email: user.email, role: 'follows' };
    await callAs(product, contact, api.inviteColleague, { params: { id }, body });
  };
}

for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
  test(`nothing moves at ${viewport.width} px while the data of a screen arrives call by call`, async ({
    page,
    product,
  }) => {
    const [client, studio] = [await createAccount(product, newTestUser()), await ownerSession(product)];
    const project = await submitProject(product, client, { company: 'Sample Bakery' });
    const params = { id: project.id };
    await sendContract(product, studio, project, { total: 4_200 });
    const milestone = { title: 'Second draft', published: true };
    await callAs(product, studio, api.createMilestone, { params, body: milestone });
    const invoice = {
      ...{ title: 'Hosting', dueOn: null, lines: [invoiceLine('Hosting', 4_500)] },
      billing: { name: 'Sample Bakery', address: '', taxId: '' },
    };
    const invoiceId = await sendInvoice(product, studio, params, invoice);
    await callAs(product, studio, api.recordPayment, {
      params: { ...params, invoiceId },
      body: { amount: 2_500, on: '2030-01-31' },
    });
    // More than the messages' box holds without scrolling.
    for (let line = 0; line < 12; line += 1) {
      await callAs(product, client, api.sendMessage, {
        params,
        body: { body: `Is the oven ready? ${line}` },
      });
    }
    await page.setViewportSize(viewport);
    const look = async ([path, calls, shows]: Screen) => {
      const held: Awaited<ReturnType<typeof holdRequests>>[] = [];
      for (const call of calls) held.push(await holdRequests(page, call));
      await page.goto(path);
      await expect(page.getByRole('status').first(), path).toBeAttached();
      for (const { release } of held) {
        await release();
        // Waits for two frames, so that replies are painted one after the other.
        await layoutShifts(page);
      }
      await expect(page.getByRole('main'), path).toContainText(shows);
      const sum = (await layoutShifts(page)).reduce((shifts, shift) => shifts + shift, 0);
      expect(sum, path).toBeLessThan(0.01);
    };
    await openAs(page, client);
    const own = `/client-portal/${project.id}`;
    await look(['/client-portal', [ME, LIST, WAITING], 'Sample Bakery']);
    // With an invitation, which may come before the list or after it, beside it too.
    const invite = await prepareInvitations(product);
    await invite(client, 'Tea Shop');
    await look(['/client-portal', [ME, LIST, INVITATIONS, WAITING], 'You’re invited']);
    await look(['/client-portal', [ME, INVITATIONS, LIST, WAITING], 'You’re invited']);
    await look([own, [...OVERVIEW, INVITATIONS], 'Sell bread']);
    // Another one arrives while the list is open.
    await page.goto('/client-portal');
    const join = page.getByRole('button', { name: 'Join' });
    await expect(join).toHaveCount(1);
    // A button is a little wider in the site's own typefaces.
    await untilTypefacesRest(page);
    const where = await join.boundingBox();
    await invite(client, 'Coffee Shop');
    // The page is looked at again after a while.
    await page.clock.setSystemTime(Date.now() + 60_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(join).toHaveCount(2);
    expect(await join.first().boundingBox()).toEqual(where);
    const moved = (await layoutShifts(page)).reduce((shifts, shift) => shifts + shift, 0);
    expect(moved, 'after an invitation').toBeLessThan(0.01);
    await look([own, OVERVIEW, 'Sell bread']);
    await look([`${own}?tab=contract`, [ME, LIST, PROJECT, CONTRACT], '4,200']);
    await look([`${own}?tab=feedback`, [ME, LIST, PROJECT, MESSAGES], 'Is the oven ready? 11']);
    const money = [INVOICES, MILESTONES, PAYMENTS];
    await look([`${own}?tab=invoices`, [ME, LIST, PROJECT, ...money], '20.00']);
    await look(['/profile', [ME, /\/me\/notifications$/, /\/me\/sessions$/], client.user.email ?? '']);
    await openAs(page, studio);
    const studios = `/admin/portal/${project.id}`;
    await look([studios, OVERVIEW, 'Sell bread']);
    await look([`${studios}?tab=feedback`, [ME, PROJECT, MESSAGES], 'Is the oven ready? 11']);
    await look([`${studios}?tab=invoices`, [ME, PROJECT, ...money], '20.00']);
    await look([`${studios}/as-client`, OVERVIEW, 'Sell bread']);
  });
}
