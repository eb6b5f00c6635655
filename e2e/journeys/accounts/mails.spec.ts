import type { ParsedMail } from 'mailparser';
import { sendContract } from '../../harness/contract.ts';
import { sendEnquiry, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { expectFitsInAnyTypeface } from '../../harness/typefaces.ts';
import { createAccount, newTestUser, ownerSession } from '../../harness/users.ts';

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
