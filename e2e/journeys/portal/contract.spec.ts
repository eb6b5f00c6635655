import { createHash } from 'node:crypto';
import { beginContract, CONTRACT, chooseDocument, replaceLines } from '../../harness/contract.ts';
import { expectAccessibleInBothThemes, freezeReads, hasInk } from '../../harness/page.ts';
import { expect, test } from '../../harness/test.ts';

/** A minimal PDF. */
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a contract is written, sent, revised and accepted, and both sides get a copy', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  const { user, studio, params, studioPage, openClient, openStudio, finish } = await beginContract(
    { page, browser, product },
    { goals: 'Bread \u2192 cake.' },
  );
  await replaceLines(product, studio, params, 3000);
  await openStudio();
  const total = studioPage.getByLabel('Total in US dollars');
  const save = studioPage.getByRole('button', { name: 'Save draft' });
  await total.fill('a lot');
  await save.click();
  await expect(studioPage.getByText('Enter a whole number of dollars, or leave it empty.')).toBeVisible();
  await total.fill('$12,500');
  await chooseDocument(studioPage, 'A link');
  await studioPage.getByLabel('Link to the contract').fill('javascript:alert(1)');
  await save.click();
  await expect(studioPage.getByText('Use a link that starts with https://.')).toBeVisible();
  await studioPage.getByLabel('Link to the contract').fill('');
  await chooseDocument(studioPage, 'Made from the brief');
  const preview = studioPage.getByRole('region', { name: 'Preview' });
  await expect.poll(() => hasInk(preview.getByRole('img', { name: 'Page 1 of the preview' }))).toBe(true);
  await expectAccessibleInBothThemes(studioPage);
  await openClient();
  await expect(page.getByText('No contract yet. I’ll send a proposal shortly.')).toBeVisible();

  await studioPage.getByRole('button', { name: 'Send to the client…' }).click();
  const question = studioPage.getByRole('alertdialog', { name: 'Send version 1?' });
  await expect(question).toContainText('$12,500, a PDF made from the brief.');
  await expectAccessibleInBothThemes(studioPage);
  await question.getByRole('button', { name: 'Send version 1' }).click();
  await expect(studioPage.getByText('Version 1 has been sent.')).toBeVisible();
  await product.mail.nextMail(user.email, /^The contract for Sample Bakery/);

  await expect(page.getByText('$12,500', { exact: true })).toBeVisible();
  await expect(page.getByText('$6,250', { exact: true })).toHaveCount(2);
  await total.fill('12750');
  await page.getByRole('button', { name: 'Request a change' }).click();
  await page.getByPlaceholder('Request a change…').fill('Payment in three parts, please.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Your request has been sent.')).toBeVisible();
  await expect(studioPage.getByText('Payment in three parts, please.')).toBeVisible();
  await expect(studioPage.getByText('Change requested')).toBeVisible();
  // Text being typed stays, whatever the other side does.
  await studioPage.bringToFront();
  await expect(total).toHaveValue('12750');
  await expect(total).toBeFocused();
  const subject = new RegExp(`^${user.username} asked for a change to the contract$`);
  const mail = await product.mail.nextMail(product.ownerEmail, subject);
  expect(mail.text).toContain('Payment in three parts, please.');

  // The client's page isn't notified of the next version.
  await freezeReads(page, CONTRACT);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible();
  await chooseDocument(studioPage, 'Your own PDF');
  const upload = studioPage.getByLabel('The contract’s PDF');
  expectConsole(/status of 4(00|09|22)/);
  await upload.setInputFiles({
    name: 'terms.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<p>No PDF'),
  });
  await expect(studioPage.getByRole('alert')).toContainText('That isn’t a PDF.');
  await upload.setInputFiles({ name: 'terms.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(studioPage.getByRole('link', { name: 'terms.pdf' })).toBeVisible();
  await total.fill('13000');
  await studioPage.getByRole('button', { name: 'Send version 2…' }).click();
  await studioPage.getByRole('alertdialog').getByRole('button', { name: 'Send version 2' }).click();
  await expect(studioPage.getByText('Version 2 has been sent.')).toBeVisible();
  await product.mail.nextMail(user.email, /^The revised contract for Sample Bakery/);

  const dialog = page.getByRole('dialog', { name: 'Accept the contract' });
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await dialog.getByLabel('Your full name').fill('Sam Sample');
  await dialog.getByRole('button', { name: 'Accept version 1' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Version 1 wasn’t accepted.');
  await dialog.getByRole('button', { name: 'See version 2' }).click();
  await expect(page.getByText('$13,000', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(dialog.getByRole('definition').first()).toHaveText('2');
  await total.fill('14000');
  await dialog.getByLabel('Your full name').fill('Sam Sample');
  await dialog.getByRole('button', { name: 'Accept version 2' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Your place is reserved' })).toBeFocused();
  await expect(page.getByText('Version 2 is accepted.')).toBeVisible();
  await expect(page.getByText('By Sam Sample,')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Request a change' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);

  await expect(studioPage.getByRole('heading', { name: 'Version 2 is accepted' })).toBeVisible();
  const unsaved = studioPage.getByRole('alert').filter({ hasText: 'accepted the contract while you were' });
  await expect(unsaved).toContainText('a total of 14000, your PDF “terms.pdf”');
  await expectAccessibleInBothThemes(studioPage);
  await unsaved.getByRole('button', { name: 'Discard it' }).click();
  await expect(unsaved).toHaveCount(0);
  const facts = studioPage.getByRole('definition');
  for (const fact of ['Sam Sample', user.email, '127.0.0.1', '$13,000', sha256(PDF)]) {
    await expect(facts.getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(studioPage.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2);
  await expect(studioPage.getByRole('form', { name: 'The contract' })).toHaveCount(0);
  await expectAccessibleInBothThemes(studioPage);
  for (const [to, who] of [
    [user.email, 'You'],
    [product.ownerEmail, user.username],
  ] as const) {
    const copy = await product.mail.nextMail(to, new RegExp(`^${who} accepted the contract`));
    const [contract, record] = copy.attachments;
    expect(contract?.content.equals(PDF), `the contract, to ${to}`).toBe(true);
    expect(record?.filename).toMatch(/^Record of acceptance Sample Bakery Website v2\.pdf$/);
    expect(record?.content.subarray(0, 5).toString()).toBe('%PDF-');
  }
  await finish();
});
