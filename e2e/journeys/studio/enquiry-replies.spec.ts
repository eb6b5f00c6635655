import { fileOf } from '../../harness/files.ts';
import { messages, openMessage } from '../../harness/inbox.ts';
import {
  closeContext,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  PHONE,
} from '../../harness/page.ts';
import { newWord, sendEnquiry } from '../../harness/seed.ts';
import { linkIn } from '../../harness/smtp-sink.ts';
import { expect, test } from '../../harness/test.ts';
import {
  confirmationLink,
  createAccountButton,
  fillSignUp,
  followLink,
  newTestUser,
  signInAsOwner,
} from '../../harness/users.ts';

const REPLIES = /\/api\/contact\/[^/]+\/replies$/;

test('an enquiry is answered inside, and becomes a brief that its sender finds prefilled', async ({
  page,
  product,
  browser,
  expectConsole,
}) => {
  test.slow();
  const word = newWord();
  const user = newTestUser('asker');
  const message = `A shop for teas, ${word}.\nWith subscriptions.`;
  await sendEnquiry(product, { name: `Vera ${word}`, email: user.email, message, subject: 'An online shop' });
  await signInAsOwner(page, product);
  await page.goto(`/admin/contact?q=${word}`);
  const article = openMessage(page);
  await page.getByRole('link', { name: `Vera ${word}` }).click();
  const reply = article.getByRole('form', { name: 'Reply by email' });
  const words = reply.getByRole('textbox', { name: 'Your reply' });
  // Without answers by mail the panel says where they arrive; the specified links stay.
  await expect(reply.getByText(/arrives in your own mailbox/)).toBeVisible();
  await expect(article.getByRole('link', { name: 'Reply', exact: true })).toHaveAttribute('href', /^mailto:/);

  // By keyboard: a template, then words of one's own.
  await reply.getByRole('button', { name: 'Templates' }).press('Enter');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('menuitem', { name: 'Ask for details' }).press('Enter');
  await expect(words).toHaveValue(/^Hi Vera,/);
  await expect(words).toBeFocused();
  await words.press('Control+End');
  await words.pressSequentially(`\nPS ${word}`);
  await reply.getByLabel('Files to attach').setInputFiles(fileOf('offer.txt', 'An offer'));
  await expect(reply.getByRole('button', { name: 'Remove offer.txt' })).toBeVisible();

  // A failure and a reload lose nothing.
  expectConsole(/Failed to load resource/);
  await page.route(REPLIES, (route) => route.abort());
  await reply.getByRole('button', { name: 'Send reply' }).click();
  await expect(reply.getByRole('alert')).toHaveText('Failed to send.');
  await page.unroute(REPLIES);
  await page.reload();
  await expect(words).toHaveValue(new RegExp(`PS ${word}$`));
  await expect(reply.getByRole('button', { name: 'Remove offer.txt' })).toBeVisible();
  for (const width of [PHONE.width, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessibleInBothThemes(page);
  await reply.getByRole('button', { name: 'Send reply' }).click();
  const thread = article.getByRole('list', { name: 'Replies and answers' });
  await expect(thread.getByText(`PS ${word}`)).toBeVisible();
  await expect(thread.getByRole('link', { name: /offer\.txt/ })).toBeVisible();
  await expect(words).toHaveValue('');
  await expect(reply.getByRole('button', { name: 'Remove offer.txt' })).toHaveCount(0);
  await expect(messages(page).getByRole('link', { name: `Vera ${word}` })).toContainText('Replied');

  const mail = await product.mail.nextMail(user.email, /^Re: Your inquiry — Vera/);
  expect(mail.text).toContain(`PS ${word}`);
  expect(mail.replyTo?.value[0]?.address).toBe(product.ownerEmail);
  expect(mail.attachments.map(({ filename, content }) => [filename, content.toString()])).toEqual([
    ['offer.txt', 'An offer'],
  ]);

  await article.getByRole('button', { name: 'Start a project for them' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a project for them' });
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(article.getByText('They haven’t begun a project yet.')).toBeVisible();
  const link = linkIn(await product.mail.nextMail(user.email, /Let’s start your project/), '/start');

  // The client, in a browser of their own.
  const context = await browser.newContext({ baseURL: product.origin });
  const client = await context.newPage();
  await client.goto(link);
  await expect(client).toHaveURL(/\/login/);
  await client.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await fillSignUp(client, user);
  await createAccountButton(client).click();
  await expect(client.getByText('Account created.')).toBeVisible();
  await followLink(client, await confirmationLink(product, user.email));
  await client.getByRole('main').getByRole('link', { name: 'Continue' }).click();
  await expect(client.getByText('I’ve filled in what you told me already')).toBeVisible();
  await expectAccessibleInBothThemes(client);
  await client.getByRole('button', { name: 'Next' }).click();
  await expect(client.getByLabel('Primary contact')).toHaveValue(`Vera ${word}`);
  await client.getByRole('button', { name: 'Next' }).click();
  await expect(client.getByLabel('Goals')).toHaveValue(message);
  await expect(client.getByText(/^Saved /)).toBeVisible();
  await closeContext(context);

  // The draft exists, and the inbox leads to it.
  await page.reload();
  const begun = article.getByRole('paragraph').filter({ hasText: 'They’re filling in a brief:' });
  await begun.getByRole('link').click();
  await expect(page).toHaveURL(/\/admin\/portal\/[\da-f-]{36}$/);
  await expect(page.getByRole('main')).toContainText(`A shop for teas, ${word}.`);
});
