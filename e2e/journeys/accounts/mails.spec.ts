import type { ParsedMail } from 'mailparser';
import { sendContract } from '../../harness/contract.ts';
import { sendEnquiry, submitProject } from '../../harness/seed.ts';
import { linkIn } from '../../harness/smtp-sink.ts';
import { expect, test } from '../../harness/test.ts';
import { expectFitsInAnyTypeface } from '../../harness/typefaces.ts';
import { confirmationLink, createAccount, newTestUser, ownerSession, signUp } from '../../harness/users.ts';

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(4);

test('every mail fits a phone and a desk, in both themes and in every system’s typeface', async ({
  page,
  product,
}) => {
  const user = newTestUser();
  const [client, studio] = await Promise.all([createAccount(product, user), ownerSession(product)]);
  const { mail, ownerEmail } = product;
  await page.goto('/forgot');
  await page.getByLabel('Email').fill(user.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await sendEnquiry(product, { name: LONG_WORD, message: `${LONG_WORD}\n\nA second paragraph.` });
  const project = await submitProject(product, client, { company: LONG_WORD });
  await sendContract(product, studio, project, { total: 4_400 });
  const mails: ParsedMail[] = [
    await mail.nextMail(user.email, /password/i),
    await mail.nextMail(ownerEmail, /Donau/),
    await mail.nextMail(ownerEmail, /Donau/),
    await mail.nextMail(user.email, /contract/i),
  ];
  for (const { html, text, subject } of mails) {
    expect(html, subject).toBeTruthy();
    expect(text, subject).toContain('--');
    await expectFitsInAnyTypeface(page, String(html));
  }
});

test('the pages that a mail’s links open fit a phone and a desk in every system’s typeface', async ({
  page,
  product,
}) => {
  const user = newTestUser();
  const [client, studio] = await Promise.all([createAccount(product, user), ownerSession(product)]);
  const other = newTestUser();
  await signUp(page, other);
  const project = await submitProject(product, client, { company: LONG_WORD });
  await sendContract(product, studio, project, { total: 4_400 });
  const contract = await product.mail.nextMail(user.email, /contract/i);
  for (const address of [
    await confirmationLink(product, other.email),
    linkIn(contract, '/unsubscribe'),
    `${product.origin}/files/${project.id}.tp8oko.${'x'.repeat(43)}`,
  ]) {
    const reply = await fetch(address, { headers: { accept: 'text/html' } });
    const html = await reply.text();
    expect(html, address).toContain('class="studio"');
    await expectFitsInAnyTypeface(page, html);
  }
});
