import { expectNoSidewaysScroll, expectWellMade } from '../../harness/page.ts';
import { beginPlan, row } from '../../harness/plan.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import { expectFitsInAnyTypeface } from '../../harness/typefaces.ts';

const LINK = /http:\/\/localhost:\d+\/decide#[\w-]{43}/;

test('a client approves a milestone from the email without a session, and the record says how', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  test.slow();
  const plan = await beginPlan({ page, browser, product }, ['Design']);
  const visitor = await browser.newContext({ baseURL: product.origin, locale: 'en-US' });
  const phone = await visitor.newPage();
  const desk = plan.studioPage;
  try {
    await plan.set(0, { status: 'in_review' });
    const mail = await product.mail.nextMail(plan.clientEmail, /ready for your review/);
    const link = LINK.exec(mail.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
    await expectFitsInAnyTypeface(phone, String(mail.html));
    // The secret is in the fragment alone, in both parts of the mail.
    const token = link.split('#')[1] ?? '';
    for (const part of [mail.text ?? '', String(mail.html)]) {
      for (const before of part.split(token).slice(0, -1)) expect(before.endsWith('/decide#')).toBe(true);
    }

    // What scanners do: fetch the address, with and without its fragment, and open it in a browser that presses nothing.
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await visitor.request.fetch(link, { method });
      expect(reply.ok()).toBe(true);
    }
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: 'Design' })).toBeVisible();
    await plan.openStudio();
    await expect(row(desk, 'Design')).toContainText('In review');

    expect(new URL(phone.url()).hash).toBe('');
    await phone.reload();
    await expect(phone.getByRole('button', { name: 'Approve' })).toBeVisible();
    await expectWellMade(phone);
    await phone.setViewportSize({ width: 768, height: 1024 });
    await expectNoSidewaysScroll(phone);

    // What was begun stays while nothing is in reach.
    await phone.getByRole('button', { name: 'Needs changes' }).click();
    await phone.getByLabel('What should change?').fill('Bluer, please.');
    await visitor.setOffline(true);
    await phone.getByRole('button', { name: 'Ask for changes' }).click();
    await expect(phone.getByRole('alert')).toBeVisible();
    await visitor.setOffline(false);
    await expect(phone.getByLabel('What should change?')).toHaveValue('Bluer, please.');
    await expectWellMade(phone);
    await phone.getByRole('button', { name: 'Back' }).click();
    await phone.getByRole('button', { name: 'Approve' }).focus();
    await phone.keyboard.press('Enter');
    await expect(phone.getByText('Approved. Thank you!')).toBeVisible();
    await expectWellMade(phone);

    await expect(row(desk, 'Design')).toContainText('Approved by mail link');
    await desk.getByRole('tab', { name: 'Activity' }).click();
    await expect(desk.getByRole('listitem').filter({ hasText: 'approved “Design”' })).toContainText(
      'by mail link',
    );
    await plan.openClient();
    await expect(page.getByText('Approved by mail link')).toBeVisible();

    // Opened once more, from the mail.
    await phone.goto('about:blank');
    await phone.goto(link);
    await expect(phone.getByText('Already answered.')).toBeVisible();
    await expectWellMade(phone);
    await phone.getByRole('link', { name: 'Sign in and open it' }).click();
    await expect(phone).toHaveURL(/\/login/);
    expectConsole(REFUSED);
    await phone.goto(`/decide#${'x'.repeat(43)}`);
    await expect(phone.getByText('This link doesn’t work.')).toBeVisible();
  } finally {
    await visitor.close();
    await plan.finish();
  }
});
