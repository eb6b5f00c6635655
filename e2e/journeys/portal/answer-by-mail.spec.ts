import { studio } from '@atelier/content/studio.ts';
import type { Page } from '@playwright/test';
import { bring, createMailDomains, writeMail } from '../../../server/test/harness/mail-domains.ts';
import { startNameServer } from '../../../server/test/harness/name-server.ts';
import { writeMessage } from '../../harness/messages.ts';
import { createMovedDate } from '../../harness/moved-date.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, PHONE } from '../../harness/page.ts';
import { freePort, startProduct } from '../../harness/product.ts';
import { submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

test('a client answers an email, and a forged answer waits in quarantine', async ({ browser }) => {
  const domains = createMailDomains();
  await using names = await startNameServer(domains.records);
  await using date = await createMovedDate();
  const port = await freePort();
  const product = await startProduct({
    ...date.settings,
    MAIL_IN_ADDRESS: 'reply@studio.example',
    MAIL_IN_PORT: String(port),
    MAIL_IN_NAME_SERVERS: names.address,
  });
  try {
    const ada = { ...newTestUser('ada'), email: 'ada@client.example' };
    const session = await createAccount(product, ada);
    const owner = await ownerSession(product);
    const { id } = await submitProject(product, session, { company: 'Sample Bakery' });
    await writeMessage(product, owner, id, 'Is the blue all right?', 'studio');
    await date.pass(1);
    const mail = await product.mail.nextMail(ada.email, /wrote about/);
    expect(mail.text).toContain('just reply to this email');
    const to = mail.replyTo?.value[0]?.address ?? '';
    expect(to).toMatch(/^reply\+[a-z2-7]{32}@studio\.example$/);

    const answer = await domains.sign(
      writeMail({
        from: ada.email,
        to,
        text: `Yes, it is.\r\n\r\nOn Tue, 3 Mar 2026, ${studio.name} wrote:\r\n> Is the blue all right?`,
      }),
    );
    expect(await bring(port, answer, { from: ada.email, to })).toMatch(/^250/);
    const forged = writeMail({ from: ada.email, to, text: 'Please change my bank details.' });
    expect(await bring(port, forged, { from: ada.email, to })).toMatch(/^250/);

    const context = await browser.newContext({ baseURL: product.origin, locale: 'en-US' });
    const desk = await context.newPage();
    await openAs(desk, owner);
    await desk.goto('/admin/mails');
    const row = desk.getByRole('row').filter({ hasText: 'Please change my bank details.' });
    await expect(row.getByText('Quarantined')).toBeVisible();
    await expect(desk.getByRole('row').filter({ hasText: 'Yes, it is.' }).getByText('Posted')).toBeVisible();
    await expect(desk.getByText('One email is in quarantine.')).toBeVisible();
    await expectAccessibleInBothThemes(desk);

    await row.getByRole('button', { name: /^Actions/ }).click();
    await desk.getByRole('menuitem', { name: 'Show the whole email' }).click();
    const whole = desk.getByRole('dialog', { name: 'The whole email' });
    await expect(whole.getByRole('region', { name: 'Source of the email' })).toContainText('Message-ID:');
    await expectAccessibleInBothThemes(desk);
    await desk.keyboard.press('Escape');

    await desk.goto(`/admin/portal/${id}?tab=feedback`);
    const posted = log(desk).getByRole('listitem').filter({ hasText: 'Yes, it is.' });
    await expect(posted).toContainText('by email');
    await expect(posted).not.toContainText('Is the blue all right?');
    await expect(log(desk)).not.toContainText('bank details');

    // What the studio believes, it posts: both sides see that nothing proves it.
    await desk.goto('/admin/mails?status=quarantined');
    await desk.getByRole('button', { name: /^Actions/ }).click();
    await desk.getByRole('menuitem', { name: 'Post it…' }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Post it' }).click();
    await expect(desk.getByText('Nothing matches.')).toBeVisible();
    await desk.setViewportSize(PHONE);
    await desk.goto('/admin/mails');
    await expect(desk.getByText('Yes, it is.')).toBeVisible();
    await expectNoSidewaysScroll(desk);
    await context.close();

    const other = await browser.newContext({ baseURL: product.origin, locale: 'en-US' });
    const page = await other.newPage();
    await openAs(page, session);
    await page.goto(`/client-portal/${id}?tab=feedback`);
    await expect(log(page).getByRole('listitem').filter({ hasText: 'Yes, it is.' })).toContainText(
      'by email',
    );
    await expect(log(page).getByRole('listitem').filter({ hasText: 'bank details' })).toContainText(
      'sender not confirmed',
    );
    await other.close();

    expect(await product.studio('doctor').catch((error: { stdout: string }) => error.stdout)).toContain(
      'Answers to reply+…@studio.example are taken',
    );
  } finally {
    await product.stop();
  }
});
