import { offeredFeatures, offersCare } from '@atelier/content/offer.ts';
import { packageOffers } from '@atelier/content/package-offers.ts';
import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll, PHONE, untilTypefacesRest } from '../../harness/page.ts';
import { expect, test } from '../../harness/test.ts';
import {
  confirmBox,
  feature,
  finishButton,
  newClient,
  openReview,
  openWizard,
  saveLine,
} from '../../harness/wizard.ts';

const packages = (page: Page) =>
  page.getByRole('group', { name: 'Start from a package' }).getByRole('button');
const bar = (page: Page) => page.locator('[data-bottom-bar]');

/** Where an element is in the window, in CSS px. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element has no box.');
  return { ...box, bottom: box.y + box.height };
}

const DESKTOP = { width: 1440, height: 900 };

test('the wizard opens with its first choice in sight, priced, and care explained', async ({
  page,
  product,
}) => {
  await page.setViewportSize(DESKTOP);
  await openWizard(page, await newClient(product));
  await untilTypefacesRest(page);
  expect((await boxOf(packages(page).first())).y).toBeLessThan(300);
  await expect(packages(page)).toHaveText(
    packageOffers.map(({ name }) => new RegExp(`${RegExp.escape(name)}.*\\$`)),
  );
  const steps = await boxOf(page.getByRole('navigation', { name: 'Steps of the brief' }));
  expect(steps.height).toBe(44);

  if (offersCare) {
    await expect(page.getByText(/is already added/)).toBeVisible();
    await page.getByRole('button', { name: 'Leave it out' }).click();
    await expect(feature(page, 'support')).not.toBeChecked();
    await page.getByRole('button', { name: 'Add it back' }).click();
    await expect(feature(page, 'support')).toBeChecked();
  }

  await page.setViewportSize(PHONE);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(async () => (await boxOf(packages(page).first())).bottom).toBeLessThan(700);
  await expectNoSidewaysScroll(page);
});

test('the wizard’s bar is 64 px and hides no card from the keyboard at any width', async ({
  page,
  product,
}) => {
  const sizes = [PHONE, { width: 640, height: 900 }, { width: 768, height: 1024 }, DESKTOP];
  await openWizard(page, await newClient(product), `?features=${offeredFeatures.join(',')}`);
  await untilTypefacesRest(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect
      .poll(async () => (await boxOf(bar(page))).height, `at ${size.width} px`)
      .toBeLessThanOrEqual(65);
  }
  // A change brings the line that says where it is kept.
  await feature(page, offeredFeatures[0] ?? 'web').uncheck();
  await expect(saveLine(page)).toContainText('Kept on this device');
  for (const size of sizes) {
    const at = `at ${size.width} px`;
    await page.setViewportSize(size);
    await expect.poll(async () => (await boxOf(bar(page))).height, at).toBeLessThanOrEqual(65);
    // A box that has the focus already wouldn't scroll into view.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (const id of offeredFeatures) {
      await feature(page, id).focus();
      // The focused box is the whole card.
      const [card, foot] = [await boxOf(feature(page, id)), await boxOf(bar(page))];
      expect(card.bottom, `${id} ${at}`).toBeLessThanOrEqual(foot.y);
    }
    // At its end the step lies above the bar.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const last = await boxOf(feature(page, offeredFeatures.at(-1) ?? 'support'));
    expect(last.bottom, at).toBeLessThanOrEqual((await boxOf(bar(page))).y);
    await expectNoSidewaysScroll(page);
  }
});

test('the review reads as a proposal, with scope and price first', async ({ page, product }) => {
  await page.setViewportSize(PHONE);
  await openReview(page, product);
  const sheet = page.getByRole('article');
  await expect(sheet.getByText('Brief for a proposal')).toBeVisible();
  await expect(sheet.getByText('Estimate', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('listitem').first()).toContainText('$');
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  await untilTypefacesRest(page);
  expect((await boxOf(bar(page))).height).toBeLessThanOrEqual(65);
  await finishButton(page).click();
  await expect(confirmBox(page)).toBeFocused();
  expect((await boxOf(confirmBox(page))).bottom).toBeLessThanOrEqual((await boxOf(bar(page))).y);
  await expectNoSidewaysScroll(page);
});
