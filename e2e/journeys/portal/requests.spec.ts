import type { Page } from '@playwright/test';
import { fileOf } from '../../harness/files.ts';
import { expectWellMade } from '../../harness/page.ts';
import { beginPlan, step } from '../../harness/plan.ts';
import { linkIn } from '../../harness/smtp-sink.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';

const request = (page: Page, title: string) => page.getByRole('listitem', { name: title, exact: true });
const answerDialog = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const openOverview = (page: Page) => page.getByRole('tab', { name: 'Overview' }).click();

test('the studio asks by the brief, the client brings it in two goes, and a milestone waits for it', async ({
  page,
  browser,
  product,
}) => {
  test.slow();
  const plan = await beginPlan({ page, browser, product }, ['Design', 'Launch']);
  const desk = plan.studioPage;
  const texts = 'Texts and pictures for your pages';
  try {
    await plan.openStudio();
    await openOverview(desk);
    await expect(desk.getByText(`By the brief, you also need: ${texts}`)).toBeVisible();
    await desk.getByRole('button', { name: 'Choose and send…' }).click();
    const choice = desk.getByRole('dialog', { name: 'What the brief calls for' });
    await expect(choice.getByText('for “Design”')).toBeVisible();
    await expectWellMade(desk);
    await choice.getByRole('checkbox', { name: /^Access to Google Search Console/ }).click();
    await choice.getByRole('button', { name: 'Send 2 requests' }).click();
    await expect(choice).toBeHidden();
    await expect(request(desk, texts)).toContainText('Open');

    // One by hand, too.
    await desk.getByRole('button', { name: 'Ask for something' }).click();
    const form = desk.getByRole('dialog', { name: 'Ask for something' });
    await form.getByLabel('What you need').fill('A photo of the shop');
    await form.getByLabel('Due').fill('2030-04-12');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(request(desk, 'A photo of the shop')).toContainText('Due Apr 12, 2030');
    await expectWellMade(desk);

    await plan.openClient();
    await openOverview(page);
    await expect(page.getByText('Bring: A photo of the shop')).toBeVisible();
    await expectWellMade(page);
    await page.getByRole('button', { name: `Answer the request ${texts}` }).click();
    const dialog = answerDialog(page, texts);
    await dialog.getByLabel('Your answer').fill('Here are the first ones.');
    await dialog
      .locator('input[type=file]')
      .setInputFiles([fileOf('setup.exe', 'MZ'), fileOf('home.md', '# Home')]);
    await expect(dialog.getByText('You can’t send programs here.', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove setup.exe' }).click();
    await expect(dialog.getByRole('button', { name: 'Remove home.md' })).toBeVisible();
    await expectWellMade(page);

    // What was begun survives a reload.
    await page.reload();
    await page.getByRole('button', { name: `Answer the request ${texts}` }).click();
    await expect(dialog.getByLabel('Your answer')).toHaveValue('Here are the first ones.');
    await expect(dialog.getByRole('button', { name: 'Remove home.md' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(request(page, texts)).toContainText('Here are the first ones.');
    await page.getByRole('button', { name: 'It’s done for A photo of the shop' }).click();
    await expect(request(page, 'A photo of the shop')).toContainText('It’s done.');

    // The studio sees both without a reload, and asks again for one.
    await expect(request(desk, texts).getByRole('link', { name: /home\.md/ })).toBeVisible();
    await expect(desk.getByText(`Look at what came for “${texts}”`)).toBeVisible();
    await desk.getByRole('button', { name: 'Accept what came for A photo of the shop' }).click();
    await expect(desk.getByText('Accepted and withdrawn (1)')).toBeVisible();
    await desk.getByRole('button', { name: `Ask again… for ${texts}` }).click();
    const again = desk.getByRole('dialog', { name: `Ask again for “${texts}”` });
    await again.getByLabel('What is still missing').fill('The page about the team.');
    await again.getByRole('button', { name: 'Ask again' }).click();
    await expect(again).toBeHidden();
    await expectWellMade(desk);

    await expect(request(page, texts)).toContainText('The page about the team.');
    // The mail leads to it.
    const mail = await product.mail.nextMail(plan.clientEmail, /something is still missing/);
    await page.goto(linkIn(mail, '/client-portal'));
    await expect(page.getByRole('heading', { name: texts })).toBeFocused();
    await page.getByRole('tab', { name: 'Milestones' }).click();
    await expect(step(page, 'Design')).toContainText(`Waiting for: ${texts}`);
    await step(page, 'Design').getByRole('link', { name: texts }).click();
    await expect(page.getByRole('heading', { name: texts })).toBeFocused();
    await page.getByRole('button', { name: `It’s done for ${texts}` }).click();
    await desk.getByRole('button', { name: `Accept what came for ${texts}` }).click();
    await desk.getByRole('tab', { name: 'Milestones' }).click();
    await expect(desk.getByText('Waiting for:')).toHaveCount(1);
    await page.getByRole('tab', { name: 'Milestones' }).click();
    await expect(step(page, 'Design')).not.toContainText('Waiting for');
  } finally {
    await plan.finish();
  }
});

test('a withdrawal leaves the words of the client who is answering', async ({
  page,
  browser,
  product,
  expectConsole,
}) => {
  expectConsole(REFUSED);
  const plan = await beginPlan({ page, browser, product }, []);
  const desk = plan.studioPage;
  try {
    await plan.openStudio();
    await openOverview(desk);
    await desk.getByRole('button', { name: 'Ask for something' }).click();
    const form = desk.getByRole('dialog', { name: 'Ask for something' });
    await form.getByLabel('What you need').fill('Your opening hours');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await plan.openClient();
    await openOverview(page);
    await page.getByRole('button', { name: 'Answer the request Your opening hours' }).click();
    const dialog = answerDialog(page, 'Your opening hours');
    await dialog.getByLabel('Your answer').fill('From six in the morning');
    await desk.getByRole('button', { name: 'What to do with Your opening hours' }).click();
    await desk.getByRole('menuitem', { name: 'Withdraw' }).click();
    await expect(dialog.getByText(/This is no longer needed/)).toBeVisible();
    await expect(dialog.getByLabel('Your answer')).toHaveValue('From six in the morning');
    await page.keyboard.press('Escape');
    await expect(page.getByText('What I need from you')).toHaveCount(0);
  } finally {
    await plan.finish();
  }
});
