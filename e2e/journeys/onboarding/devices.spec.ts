import { preselected } from '@atelier/content/offer.ts';
import { featurePrice } from '@atelier/content/package-offers.ts';
import { inBriefOrder, someFeature } from '../../harness/offer.ts';
import { expectNoSidewaysScroll, tabTo } from '../../harness/page.ts';
import { expect, test } from '../../harness/test.ts';
import {
  confirmBox,
  expectStep,
  feature,
  fillBusiness,
  fillDiscovery,
  finish,
  finishButton,
  goNext,
  newClient,
  nextButton,
  onServer,
  openWizard,
  saveLine,
} from '../../harness/wizard.ts';

/** The day each key leads to in the calendar, in sequence, in a locale whose weeks start on Sunday. */
const calendarKeys = [
  ['ArrowRight', 'Friday, January 31, 2031'],
  ['ArrowUp', 'Friday, January 24, 2031'],
  ['ArrowLeft', 'Thursday, January 23, 2031'],
  ['Home', 'Sunday, January 19, 2031'],
  ['End', 'Saturday, January 25, 2031'],
  ['ArrowDown', 'Saturday, February 1, 2031'],
  ['PageUp', 'Wednesday, January 1, 2031'],
  ['PageDown', 'Saturday, February 1, 2031'],
  ['Shift+PageDown', 'Sunday, February 1, 2032'],
  ['Shift+PageUp', 'Saturday, February 1, 2031'],
] as const;

test('the whole brief can be completed with the keyboard alone', async ({ page, product }) => {
  test.slow();
  const client = await newClient(product);
  await openWizard(page, client);
  const keys = page.keyboard;
  const tabToField = (name: string | RegExp) => tabTo(page, page.getByLabel(name));
  await tabTo(page, feature(page, someFeature));
  await keys.press('Space');
  await expect(feature(page, someFeature)).toBeChecked();
  await tabTo(page, nextButton(page));
  await keys.press('Enter');
  await expectStep(page, 2);
  await tabToField('Primary contact');
  await keys.type('Ada Sample');
  await tabToField(/^Email/);
  await keys.type('ada@sample.example');
  await tabToField('Time zone');
  await keys.type('tokyo');
  await expect(page.getByRole('option', { name: 'Asia/Tokyo' })).toHaveAttribute('data-highlighted');
  await keys.press('Enter');
  await tabTo(page, nextButton(page));
  await keys.press('Enter');
  await expectStep(page, 3);
  await tabToField('Initial pages');
  await keys.type('Prices');
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Prices' })).toBeVisible();
  await keys.press('Backspace');
  await expect(page.getByRole('button', { name: 'Remove Prices' })).toBeHidden();
  await keys.type(' and more,');
  // In an empty list Enter ends no entry, and leaves no step.
  await keys.press('Enter');
  await tabTo(page, nextButton(page));
  await keys.press('Enter');
  await expectStep(page, 4);

  await tabToField('Flexible');
  await keys.press('Space');
  await tabToField('Ready to go');
  await keys.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Add a decision maker' }));
  await keys.press('Enter');
  await expect(page.getByLabel('Decision maker 1, Name')).toBeFocused();
  await keys.type('Grace');
  await keys.press('Enter');
  await expect(page.getByLabel('Decision maker 2, Name')).toBeFocused();
  await keys.type('Alan');
  await tabTo(page, page.getByRole('button', { name: 'Remove decision maker 2' }));
  await keys.press('Enter');
  await expect(page.getByLabel('Decision maker 1, Name')).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Remove decision maker 1' }));
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Add a decision maker' })).toBeFocused();
  await tabTo(page, nextButton(page));
  await keys.press('Enter');
  await expectStep(page, 5);
  await tabTo(page, nextButton(page));
  await keys.press('Enter');
  await expectStep(page, 6);
  await tabToField('CRM');
  // One letter only: the browser's own timing decides whether a second one continues the search.
  await keys.type('H');
  await expect(page.getByLabel('CRM')).toHaveValue('HubSpot');
  await tabToField('Launch date');
  await keys.type('2031-01-30');
  await keys.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Thursday, January 30, 2031' })).toBeFocused();
  for (const [key, day] of calendarKeys) {
    await keys.press(key);
    await expect(page.getByRole('button', { name: day })).toBeFocused();
  }
  await keys.press('Escape');
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(page.getByLabel('Launch date')).toBeFocused();
  await expect(page.getByLabel('Launch date')).toHaveValue('Jan 30, 2031');
  await keys.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Thursday, January 30, 2031' })).toBeFocused();
  await keys.press('PageDown');
  await expect(page.getByRole('button', { name: 'Friday, February 28, 2031' })).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByLabel('Launch date')).toHaveValue('Feb 28, 2031');
  await tabTo(page, nextButton(page));
  await keys.press('Enter');
  await expectStep(page, 7);
  await tabTo(page, confirmBox(page));
  await keys.press('Space');
  await tabTo(page, finishButton(page));
  await keys.press('Enter');
  await page.waitForURL('**/client-portal**');
  expect((await onServer(product, client))?.final).toMatchObject({
    features: inBriefOrder([someFeature, ...preselected]),
    timezone: 'Asia/Tokyo',
    pages: 'Home, About, Contact, Prices and more',
    crm: 'HubSpot',
    target: '2031-02-28',
    decisionMakers: [],
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the whole brief fits, with the estimate and the Next button in view', async ({ page, product }) => {
    const client = await newClient(product);
    await openWizard(page, client, `?features=${someFeature}`);
    await expect(nextButton(page)).toBeInViewport();
    await expect(page.getByText(`Estimate ${featurePrice(someFeature)}`)).toBeInViewport();
    await expect(page.getByText('Step 1 of 7').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await goNext(page, 2);
    await expect(saveLine(page)).toContainText('Saved');
    await fillBusiness(page);
    await expectNoSidewaysScroll(page);
    await goNext(page, 3);
    await expectNoSidewaysScroll(page);
    await goNext(page, 4);
    await page.getByRole('button', { name: 'Add a decision maker' }).tap();
    await page.getByRole('button', { name: 'Add a site' }).tap();
    await fillDiscovery(page);
    await expect(nextButton(page)).toBeInViewport();
    await expectNoSidewaysScroll(page);
    for (const step of [5, 6, 7]) {
      await goNext(page, step);
      await expectNoSidewaysScroll(page);
    }
    await finish(page);
    expect((await onServer(product, client))?.status).toBe('submitted');
  });
});
