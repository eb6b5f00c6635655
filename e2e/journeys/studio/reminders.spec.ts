import { api } from '@atelier/domain/api.ts';
import { isoWeekday } from '@atelier/domain/days.ts';
import type { Page } from '@playwright/test';
import { sendContract } from '../../harness/contract.ts';
import { writeMessage } from '../../harness/messages.ts';
import { createMovedDate } from '../../harness/moved-date.ts';
import { closeContext, expectWellMade } from '../../harness/page.ts';
import { startProduct } from '../../harness/product.ts';
import { callAs, submitProject } from '../../harness/seed.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import { createAccount, newAuthClient, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

const DAY_MS = 24 * 3_600_000;
const upcoming = (page: Page) => page.locator('section').filter({ hasText: 'Reminders that go out' });
const row = (page: Page, words: string) => upcoming(page).getByRole('listitem').filter({ hasText: words });

test('the owner reads and pauses reminders; clients get one digest, turn a kind off, and none of what is done', async ({
  page: desk,
  browser,
  expectConsole,
}) => {
  test.slow();
  // Sessions end while the date moves on.
  expectConsole(REFUSED);
  await using date = await createMovedDate();
  const product = await startProduct(date.settings);
  const context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();
  const [ada, ben, cyd] = [newTestUser('ada'), newTestUser('ben'), newTestUser('cyd')];
  let begun = date.now();
  /** What came after the mails about the beginning. One on its way while the date moves on can come twice, with the same id. */
  const sent = (user: { email: string }) => {
    const later = product.mail.mailsTo(user.email).filter(({ date: at }) => at && at > begun);
    return [...new Map(later.map(({ messageId, subject }) => [messageId, subject])).values()];
  };
  const signIn = async (user: typeof ada) => {
    const { data, error } = await newAuthClient(product).signInWithPassword(user);
    if (error) throw error;
    return data.session;
  };
  const openOverview = async () => {
    await openAs(desk, await ownerSession(product), product.origin);
    await desk.clock.setSystemTime(date.now());
    await desk.goto(`${product.origin}/admin`);
  };
  try {
    // On a Monday, so that the days below are weekdays.
    await date.pass(8 - isoWeekday(date.now().toISOString().slice(0, 10)));
    const owner = await ownerSession(product);
    const begin = async (user: typeof ada, company: string) => {
      const session = await createAccount(product, user);
      const { id } = await submitProject(product, session, { company });
      return { session, id, params: { id } };
    };
    const review = async ({ params }: { params: { id: string } }, title: string) => {
      const body = { title, published: true };
      const { milestone } = await callAs(product, owner, api.createMilestone, { params, body });
      const at = { ...params, milestoneId: milestone.id };
      for (const status of ['in_progress', 'in_review']) {
        await callAs(product, owner, api.setMilestoneStatus, { params: at, body: { status } });
      }
      return at;
    };
    const [adas, bens, cyds] = [
      await begin(ada, 'Alder Bakery'),
      await begin(ben, 'Birch Books'),
      await begin(cyd, 'Cedar Cafe'),
    ];
    await sendContract(product, owner, adas, { total: 4_200 });
    await review(adas, 'Home page');
    await writeMessage(product, owner, adas.id, 'Which of the two pictures do you like better?', 'studio');
    await review(bens, 'Book cover');
    const sketch = await review(cyds, 'Menu card');
    await callAs(product, owner, api.sendRequests, {
      params: cyds.params,
      body: { items: [{ key: crypto.randomUUID(), title: 'A photo of the terrace' }] },
    });

    // On Tuesday, the owner sees what goes out on Thursday, and to whom.
    await date.pass(1);
    // The mails about the beginning go out first, at the pace of the jobs.
    for (const [user, subject] of [
      [ada, /^“Home page” is ready/],
      [ada, /^Atelier wrote about/],
      [ben, /^“Book cover” is ready/],
      [cyd, /^“Menu card” is ready/],
      [cyd, /, please send: A photo of the terrace$/],
    ] as const)
      await product.mail.nextMail(user.email, subject);
    begun = new Date(date.now().getTime() + DAY_MS);
    await openOverview();
    await expect(row(desk, 'Home page to Alder Bakery')).toContainText('goes out in 2 days');
    await expect(row(desk, 'Contract to Alder Bakery')).toContainText('goes out in 2 days');
    await expectWellMade(desk);
    await row(desk, 'Home page').getByRole('button', { name: 'Read the email to Alder Bakery' }).click();
    const preview = desk.getByRole('dialog', { name: 'Reminders for Alder Bakery' });
    const mail = preview.getByRole('article', { name: `Email to ${ada.email}` });
    await expect(mail.getByRole('heading', { name: '3 things are waiting for you' })).toBeVisible();
    await expect(mail).toContainText('“Home page” is ready for your review');
    await expect(mail).not.toContainText('unsubscribe');
    await expectWellMade(desk);
    await desk.keyboard.press('Escape');

    // A project and a client are paused.
    await row(desk, 'Book cover')
      .getByRole('button', { name: /^Pause for this project/ })
      .click();
    await expect(row(desk, 'Book cover')).toContainText('Paused');
    const pause = row(desk, 'Menu card').getByRole('button', { name: 'Pause for this client (Cedar Cafe)' });
    await pause.click();
    for (const title of ['Menu card', 'A photo of the terrace'])
      await expect(row(desk, title)).toContainText('Paused');
    await expectWellMade(desk);

    // On Thursday one mail lists what waits for the first client; the others get none.
    await date.pass(2);
    const digest = await product.mail.nextMail(ada.email, /^3 things are waiting for you$/);
    for (const words of ['“Home page” is ready for your review', 'Your contract for', 'You have a message'])
      expect(digest.text).toContain(words);

    // Both go out again: the next ones, not those of the pause.
    await openOverview();
    await expect(row(desk, 'Book cover')).toContainText('Paused');
    await row(desk, 'Book cover')
      .getByRole('button', { name: /^Let the project’s go out/ })
      .click();
    await expect(row(desk, 'Book cover')).toContainText('goes out in 5 days');
    await row(desk, 'Menu card').getByRole('button', { name: 'Let them go out (Cedar Cafe)' }).click();
    await expect(row(desk, 'A photo of the terrace')).not.toContainText('Paused');
    // One client approves: it is off the open page by itself.
    await callAs(product, await signIn(cyd), api.reviewMilestone, {
      params: sketch,
      body: { status: 'approved' },
    });
    await expect(row(desk, 'Menu card')).toHaveCount(0);

    // Another turns a kind off. Those about contracts and invoices aren't among the choices.
    await openAs(page, await signIn(ada));
    await page.goto('/profile');
    const reviews = page.getByRole('checkbox', { name: 'Reminders: a milestone waits for your review' });
    await reviews.uncheck();
    await expect(page.getByText('Saved: no more of these emails.')).toBeVisible();
    await expect(page.getByText('So are reminders about contracts and invoices.')).toBeVisible();
    const choices = page.getByRole('checkbox', { name: /^Reminders:/ });
    await expect(choices).toHaveCount(4);
    await expect(choices.and(page.getByRole('checkbox', { name: /contract|invoice/i }))).toHaveCount(0);
    await expectWellMade(page);
    await page.reload();
    await expect(reviews).not.toBeChecked();

    // On the next Tuesday and Thursday the rest goes out, and nothing else ever did.
    await date.pass(5);
    await product.mail.nextMail(ben.email, /^“Book cover” still waits for your review$/);
    await product.mail.nextMail(cyd.email, /^I need “A photo of the terrace” from you$/);
    await date.pass(2);
    await product.mail.nextMail(ada.email, /^Shall we go ahead with /);
    expect(sent(ada)).toEqual([
      '3 things are waiting for you',
      expect.stringMatching(/^Shall we go ahead with .+\?$/),
    ]);
    expect(sent(ben)).toEqual(['“Book cover” still waits for your review']);
    expect(sent(cyd)).toEqual(['I need “A photo of the terrace” from you']);
  } finally {
    await closeContext(context);
    await desk.close();
    await product.stop();
  }
});
