import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { api } from '@atelier/domain/api.ts';
import { shortId } from '@atelier/domain/ids.ts';
import type { Brief } from '@atelier/domain/onboarding.ts';
import type { Browser, Page } from '@playwright/test';
import { callAs, submitProject } from '../harness/fill.ts';
import {
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  hush,
  keepUnaware,
  leave,
  PHONE,
} from '../harness/look.ts';
import { createAccount, newPerson, openAs, ownerSession } from '../harness/people.ts';
import type { Product } from '../harness/product.ts';
import { expect, test } from '../harness/test.ts';

const CONTRACT = /\/api\/(admin\/)?portal\/[^/]+\/contract$/;
const ACCEPT = /\/contract\/accept$/;
const REQUEST = /\/contract\/request-change$/;
/** As small as a PDF can be. */
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const LIVE = /\/api\/events\b/;

/** A submitted project, and both of its sides, each with a browser of their own. */
async function begin(
  { page, browser, product }: { page: Page; browser: Browser; product: Product },
  answers: Partial<Brief> = {},
) {
  const person = newPerson();
  const [client, studio] = await Promise.all([createAccount(product, person), ownerSession(product)]);
  const project = await submitProject(product, client, { company: 'Sample Bakery', ...answers });
  const params = { id: project.id };
  const context = await browser.newContext({ baseURL: product.origin });
  const studioPage = await context.newPage();
  await openAs(studioPage, studio);
  await openAs(page, client);
  /** Sends the contract as it stands, with a total, without a browser. */
  const send = async (total: number | null) => {
    const { contract } = await callAs(product, studio, api.getContractAsStudio, { params });
    const body = { total, source: 'made', revision: contract.draft.revision };
    const saved = await callAs(product, studio, api.saveContract, { params, body });
    const { revision } = saved.contract.draft;
    await callAs(product, studio, api.sendContract, { params, body: { revision } });
  };
  return {
    person,
    client,
    studio,
    params,
    title: 'Sample Bakery',
    project,
    studioPage,
    openClient: () => page.goto(`/client-portal/${project.id}?tab=contract`),
    openStudio: () => studioPage.goto(`/admin/portal/${project.id}?tab=contract`),
    send,
    finish: () => leave(context),
  };
}

/** Presses one of the ways to give the document, and waits until it is chosen. */
async function choose(page: Page, name: string): Promise<void> {
  const way = page.getByRole('radio', { name });
  await way.click();
  await expect(way).toBeChecked();
}

test('the client is told of a newer version, and says in words what did not work', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  const { openClient, send, finish } = await begin({ page, browser, product });
  await openClient();
  await expect(page.getByText('No contract yet. I’ll send a proposal shortly.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  // It comes by itself.
  await send(null);
  await expect(page.getByRole('heading', { name: 'Contract, version 1' })).toBeVisible();
  await expect(page.getByText('TBD', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View/Download contract' })).toBeVisible();

  const request = page.getByPlaceholder('Request a change…');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Write what should change.')).toBeVisible();
  await request.fill('Payment in three parts,\nplease.');
  // What is typed outlives a look at something else.
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('tab', { name: 'Contract' }).click();
  await expect(request).toHaveValue('Payment in three parts,\nplease.');
  expectConsole(/Failed to load resource|status of 4/);
  await failRequests(page, REQUEST, 400, '');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to request change.');
  await expect(request).toHaveValue('Payment in three parts,\nplease.');
  await page.unroute(REQUEST);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Your request has been sent.')).toBeVisible();
  await expect(request).toHaveValue('');
  await expect(page.getByText('Change requested')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Payment in three parts' })).toContainText(
    'about version 1',
  );

  const dialog = page.getByRole('dialog', { name: 'Accept the contract' });
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await dialog.getByRole('button', { name: 'Accept version 1' }).click();
  await expect(dialog.getByText('Type your name to accept.')).toBeVisible();
  await dialog.getByLabel('Your full name').fill('Sam Sample');
  await failRequests(page, ACCEPT, 400, '');
  await dialog.getByRole('button', { name: 'Accept version 1' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to accept.');
  await expectAccessibleInBothThemes(page);
  await page.unroute(ACCEPT);

  // A newer one comes while the window is open: it is not slipped under its reader.
  await send(12_500);
  await expect(dialog.getByRole('alert')).toContainText('Version 1 was not accepted.');
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Look at version 2' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert')).toContainText('Version 2 takes the place of version 1.');
  await expect(page.getByText('$12,500', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  await page.context().route(LIVE, () => {});
  await failRequests(page, CONTRACT, 400, '');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load contract.');
  await page.unroute(CONTRACT);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Contract, version 2' })).toBeVisible();
  await finish();
});

test('a contract is written, sent, changed, sent again, accepted, and both sides get their copy', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  const { person, studioPage, openClient, openStudio, finish } = await begin(
    { page, browser, product },
    { goals: 'Bread and 漢字.' },
  );
  await openStudio();
  const missing = studioPage.getByRole('status').filter({ hasText: 'Some letters cannot be printed.' });
  await expect(missing).toContainText('漢字');
  const total = studioPage.getByLabel('Total in US dollars');
  const save = studioPage.getByRole('button', { name: 'Save draft' });
  await total.fill('a lot');
  await save.click();
  await expect(studioPage.getByText('Enter a whole number of dollars, or leave it empty.')).toBeVisible();
  await total.fill('$12,500');
  await choose(studioPage, 'A link');
  await studioPage.getByLabel('Link to the contract').fill('javascript:alert(1)');
  await save.click();
  await expect(studioPage.getByText('Use a link that begins with https://.')).toBeVisible();
  await studioPage.getByLabel('Link to the contract').fill('');
  await choose(studioPage, 'Made from the brief');
  await studioPage.getByRole('button', { name: 'Preview' }).click();
  const preview = studioPage.getByRole('link', { name: 'Open the preview' });
  await expect(preview).toBeFocused();
  await expect(preview).toHaveAttribute('target', '_blank');
  await expect(preview).toHaveAttribute('href', /^blob:/);
  // What opens there is kept as a file: not every Chromium shows a PDF.
  await preview.evaluate((link) => link.setAttribute('download', 'preview.pdf'));
  const downloading = studioPage.waitForEvent('download');
  await preview.click();
  const previewed = await readFile(await (await downloading).path());
  expect(previewed.subarray(0, 5).toString()).toBe('%PDF-');
  await expectAccessibleInBothThemes(studioPage);
  await openClient();
  await expect(page.getByText('No contract yet. I’ll send a proposal shortly.')).toBeVisible();

  await studioPage.getByRole('button', { name: 'Send to the client…' }).click();
  const question = studioPage.getByRole('alertdialog', { name: 'Send version 1?' });
  await expect(question).toContainText('$12,500, a PDF made from the brief.');
  await expect(question).toContainText('Some letters of the brief are shown as [?].');
  await expectAccessibleInBothThemes(studioPage);
  await question.getByRole('button', { name: 'Send version 1' }).click();
  await expect(studioPage.getByText('Version 1 has been sent.')).toBeVisible();
  await product.mail.nextMail(person.email, /^The contract for Sample Bakery/);

  await expect(page.getByText('$12,500', { exact: true })).toBeVisible();
  await total.fill('12750');
  await page.getByPlaceholder('Request a change…').fill('Payment in three parts, please.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Your request has been sent.')).toBeVisible();
  await expect(studioPage.getByText('Payment in three parts, please.')).toBeVisible();
  await expect(studioPage.getByText('Change requested')).toBeVisible();
  // What is being typed stays, whatever comes from the other side.
  await expect(total).toHaveValue('12750');
  await expect(total).toBeFocused();
  const subject = new RegExp(`^${person.username} asks for a change to the contract$`);
  const mail = await product.mail.nextMail(product.ownerEmail, subject);
  expect(mail.text).toContain('Payment in three parts, please.');

  // Nobody tells the client's page of the next version.
  await keepUnaware(page, CONTRACT);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible();
  await choose(studioPage, 'A PDF of yours');
  const upload = studioPage.getByLabel('The contract’s PDF');
  expectConsole(/status of 4(00|09|22)/);
  await upload.setInputFiles({
    name: 'terms.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<p>No PDF'),
  });
  await expect(studioPage.getByRole('alert')).toContainText('That is not a PDF.');
  await upload.setInputFiles({ name: 'terms.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(studioPage.getByRole('link', { name: 'terms.pdf' })).toBeVisible();
  await total.fill('13000');
  await studioPage.getByRole('button', { name: 'Send version 2…' }).click();
  await studioPage.getByRole('alertdialog').getByRole('button', { name: 'Send version 2' }).click();
  await expect(studioPage.getByText('Version 2 has been sent.')).toBeVisible();
  await product.mail.nextMail(person.email, /^The revised contract for Sample Bakery/);

  const dialog = page.getByRole('dialog', { name: 'Accept the contract' });
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await dialog.getByLabel('Your full name').fill('Sam Sample');
  await dialog.getByRole('button', { name: 'Accept version 1' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Version 1 was not accepted.');
  await dialog.getByRole('button', { name: 'Look at version 2' }).click();
  await expect(page.getByText('$13,000', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(dialog.getByRole('definition').first()).toHaveText('2');
  await total.fill('14000');
  await dialog.getByLabel('Your full name').fill('Sam Sample');
  await dialog.getByRole('button', { name: 'Accept version 2' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Version 2 is accepted.')).toBeVisible();
  await expect(page.getByText('By Sam Sample,')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0);
  await expect(page.getByPlaceholder('Request a change…')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);

  await expect(studioPage.getByRole('heading', { name: 'Version 2 is accepted' })).toBeVisible();
  const unsaved = studioPage.getByRole('alert').filter({ hasText: 'accepted the contract while you were' });
  await expect(unsaved).toContainText('a total of 14000, your PDF “terms.pdf”');
  await expectAccessibleInBothThemes(studioPage);
  await unsaved.getByRole('button', { name: 'Discard it' }).click();
  await expect(unsaved).toHaveCount(0);
  const facts = studioPage.getByRole('definition');
  for (const fact of ['Sam Sample', person.email, '127.0.0.1', '$13,000', sha256(PDF)]) {
    await expect(facts.getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(studioPage.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2);
  await expect(studioPage.getByRole('form', { name: 'The contract' })).toHaveCount(0);
  await expectAccessibleInBothThemes(studioPage);
  for (const [to, who] of [
    [person.email, 'You'],
    [product.ownerEmail, person.username],
  ] as const) {
    const copy = await product.mail.nextMail(to, new RegExp(`^${who} accepted the contract`));
    const [contract, record] = copy.attachments;
    expect(contract?.content.equals(PDF), `the contract, to ${to}`).toBe(true);
    expect(record?.filename).toMatch(/^Record of acceptance Sample Bakery v2\.pdf$/);
    expect(record?.content.subarray(0, 5).toString()).toBe('%PDF-');
  }
  await finish();
});

test('what two windows of the studio write is never lost, and failures say so', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  const { studioPage, openClient, openStudio, studio, params, send, finish } = await begin({
    page,
    browser,
    product,
  });
  const held = await holdRequests(studioPage, CONTRACT);
  await openStudio();
  await expect(studioPage.getByText('Loading the contract…')).toBeAttached();
  await held.release();
  const total = studioPage.getByLabel('Total in US dollars');
  const save = studioPage.getByRole('button', { name: 'Save draft' });
  await total.fill('4000');
  await save.click();
  await expect(studioPage.getByText('Draft saved. Your client does not see it yet.')).toBeVisible();
  expectConsole(/Failed to load resource|status of 4/);
  // Typed before the other window saves: what is not typed in yet gives way to what was saved.
  await total.fill('6000');
  const { contract } = await callAs(product, studio, api.getContractAsStudio, { params });
  const body = { total: 5000, source: 'made', revision: contract.draft.revision };
  await callAs(product, studio, api.saveContract, { params, body });
  await save.click();
  await expect(studioPage.getByRole('alert')).toContainText(
    'Saved there: $5,000, a PDF made from the brief.',
  );
  await expect(total).toHaveValue('6000');
  await expectAccessibleInBothThemes(studioPage);
  await save.click();
  await expect(studioPage.getByText('Draft saved. Your client does not see it yet.')).toBeVisible();
  await expect(studioPage.getByRole('alert')).toHaveCount(0);
  const stored = await callAs(product, studio, api.getContractAsStudio, { params });
  expect(stored.contract.draft.total).toBe(6000);
  await total.fill('7000');
  await callAs(product, studio, api.saveContract, {
    params,
    body: { ...body, revision: stored.contract.draft.revision },
  });
  // What is typed is still there after a look elsewhere.
  await studioPage.getByRole('tab', { name: 'Activity' }).click();
  await expect(total).toBeHidden();
  await studioPage.getByRole('tab', { name: 'Contract' }).click();
  await expect(total).toHaveValue('7000');
  await save.click();
  await studioPage.getByRole('button', { name: 'Take what was saved there' }).click();
  await expect(total).toHaveValue('5000');

  // The other window sends it while this one asks.
  await studioPage.getByRole('button', { name: 'Send to the client…' }).click();
  await send(8000);
  await studioPage.getByRole('alertdialog').getByRole('button', { name: 'Send version 1' }).click();
  await expect(studioPage.getByRole('alertdialog').getByRole('alert')).toContainText(
    'The contract was changed in another window.',
  );
  await studioPage.keyboard.press('Escape');
  await expect(total).toHaveValue('8000');
  await studioPage.setViewportSize(PHONE);
  await expectNoSidewaysScroll(studioPage);
  await expectAccessibleInBothThemes(studioPage);
  await hush(studioPage);
  await failRequests(studioPage, CONTRACT, 400, '');
  await studioPage.reload();
  await expect(studioPage.getByRole('alert')).toContainText('Failed to load contract.');
  await studioPage.unroute(CONTRACT);
  await studioPage.getByRole('button', { name: 'Try again' }).click();
  await expect(total).toHaveValue('8000');

  // By a link to a paper that is kept elsewhere.
  const address = 'https://papers.example/sample-bakery?version=2';
  await choose(studioPage, 'A link');
  await studioPage.getByLabel('Link to the contract').fill(address);
  await studioPage.getByRole('button', { name: 'Send version 2…' }).click();
  const question = studioPage.getByRole('alertdialog', { name: 'Send version 2?' });
  await expect(question).toContainText(`$8,000, the link ${address}.`);
  await question.getByRole('button', { name: 'Send version 2' }).click();
  await expect(studioPage.getByText('Version 2 has been sent.')).toBeVisible();
  await openClient();
  const link = page.getByRole('link', { name: 'View/Download contract' });
  await expect(link).toHaveAttribute('href', address);
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  await finish();
});

test('a project with an accepted contract is deleted by its name alone', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  const { person, project, title, client, params, studioPage, send, finish } = await begin({
    page,
    browser,
    product,
  });
  await send(9000);
  await callAs(product, client, api.acceptContract, { params, body: { version: 1, name: 'Sam Sample' } });
  expectConsole(/status of 4(04|09)/);
  for (const [each, open] of [
    [page, '/client-portal'],
    [studioPage, `/admin/projects?q=${shortId(project.id)}`],
  ] as const) {
    await each.goto(open);
    const question = each.getByRole('alertdialog');
    await each.getByRole('button', { name: `Delete ${title}` }).click();
    await expect(question.getByRole('heading')).toHaveText(
      `Delete "${title}" (#${shortId(project.id)}) ? This cannot be undone.`,
    );
    const remove = question.getByRole('button', { name: 'Delete project' });
    await remove.click();
    await expect(question.getByRole('alert')).toContainText('The record of the acceptance');
    const name = question.getByLabel(`Type “${title}” to delete it`);
    await expect(name).toBeFocused();
    await name.fill('Another Bakery');
    await remove.click();
    await expect(question.getByText('That is not its name. Type it as it stands above.')).toBeVisible();
    await expectAccessibleInBothThemes(each);
    if (each === page) {
      await each.keyboard.press('Escape');
      continue;
    }
    await page.goto(`/client-portal/${project.id}?tab=feedback`);
    await page.getByLabel('Your message').fill('Just one more');
    const second = await studioPage.context().newPage();
    await second.goto(`/admin/portal/${project.id}/as-client`);
    await expect(second.getByRole('heading', { name: title })).toBeVisible();
    await name.fill(title);
    await remove.click();
    await expect(each.getByText('Project deleted.')).toBeVisible();
    // Whoever has it open is told, and led away.
    for (const open of [page, second]) {
      await expect(open.getByRole('alert')).toContainText('This project was deleted.');
      await expect(open.getByRole('tab')).toHaveCount(0);
      await expectAccessibleInBothThemes(open);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No submissions yet.')).toBeVisible();
  }
  await page.goto(`/client-portal/${project.id}`);
  await expect(page.getByText('Not found.', { exact: true })).toBeVisible();

  // What was accepted is still on record, with its documents.
  await studioPage.goto('/admin/projects');
  await studioPage.getByRole('link', { name: 'Accepted contracts' }).click();
  const record = studioPage.getByRole('row').filter({ hasText: person.email });
  await expect(record).toContainText('Deleted');
  for (const fact of ['Version 1 · $9,000', 'Sam Sample', '127.0.0.1'])
    await expect(record).toContainText(fact);
  for (const [name, file] of [
    ['Contract of Sample Bakery', 'Contract Sample Bakery v1.pdf'],
    ['Record of Sample Bakery', 'Record of acceptance Sample Bakery v1.pdf'],
  ] as const) {
    const downloading = studioPage.waitForEvent('download');
    await record.getByRole('link', { name }).click();
    expect((await downloading).suggestedFilename()).toBe(file);
  }
  await expectAccessibleInBothThemes(studioPage);
  await studioPage.setViewportSize(PHONE);
  await expectNoSidewaysScroll(studioPage);
  await finish();
});
