import { featurePrice } from '@atelier/content/package-offers.ts';
import { questions } from '@atelier/content/questions.ts';
import { expectNoSidewaysScroll } from '../harness/look.ts';
import { openAs } from '../harness/people.ts';
import { expect, test } from '../harness/test.ts';
import {
  backButton,
  confirmBox,
  expectOnServer,
  expectSaved,
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
  stepHeading,
} from '../harness/wizard.ts';

test('each step says beside a field what is wrong with it, and is not left before it is right', async ({
  page,
  product,
}) => {
  test.slow();
  const client = await newClient(product);
  await openWizard(page, client, '?step=2');
  const contact = page.getByLabel('Primary contact');
  const email = page.getByLabel('Email', { exact: true });
  await expect(nextButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Primary contact' }).click();
  await expect(contact).toBeFocused();
  await expect(page.getByText('Please enter a primary contact.')).toBeVisible();
  await expect(contact).toHaveAttribute('aria-invalid', 'true');
  await contact.fill('Ada');
  await expect(page.getByText('Please enter a primary contact.')).toBeHidden();
  for (const wrong of ['', 'ada', 'ada@sample', 'a da@sample.example', '@sample.example']) {
    await email.fill(wrong);
    await expect(nextButton(page)).toBeDisabled();
  }
  await email.press('Enter');
  await expect(email).toBeFocused();
  await expect(page.getByText('Enter a valid email.')).toBeVisible();
  await email.fill('ada@sample.example');
  await expect(page.getByText('Still needed')).toBeHidden();
  await page.getByLabel('Domain').fill('not yet');
  await expect(nextButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Domain', exact: true }).click();
  await expect(page.getByLabel('Domain')).toBeFocused();
  await expect(page.getByLabel('Domain')).toHaveAccessibleDescription(
    /Enter a domain such as example\.com\./,
  );
  await page.getByLabel('Domain').fill('sample.example');
  await expect(page.getByText('Please check')).toBeHidden();
  await goNext(page, 3);

  // An answer that the server would not take is not lost, and does not hold up the others.
  const goals = page.getByLabel('Goals');
  await goals.fill('g'.repeat(5001));
  await nextButton(page).click();
  await expect(goals).toBeFocused();
  await expect(page.getByText('Use 5,000 characters or fewer.')).toBeVisible();
  await expect(saveLine(page)).toHaveAttribute('data-save-status', 'kept-refused');
  await page.reload();
  await expectStep(page, 3);
  await expect(goals).toHaveValue('g'.repeat(5001));
  await expectOnServer(product, client, { data: { contact: 'Ada' } });
  await goals.fill('Short.');
  await goNext(page, 4);
  await expectSaved(page);
  await expectOnServer(product, client, { data: { goals: 'Short.' } });

  await expect(nextButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Content readiness' }).click();
  await expect(page.getByRole('radio', { name: 'Ready to go' })).toBeFocused();
  await expect(page.getByText('Choose how ready your content is.')).toBeVisible();
  await page.getByRole('radio', { name: 'Ready to go' }).check();
  await expect(nextButton(page)).toBeDisabled();
  await page.getByRole('radio', { name: 'Flexible' }).check();
  await expect(nextButton(page)).toBeEnabled();
  await page.getByRole('radio', { name: 'Something else' }).check();
  await expect(nextButton(page)).toBeDisabled();
  // Either of the two would do.
  await expect(page.getByText('Still needed')).toContainText('What success means or Budget range');
  await page.getByRole('button', { name: 'Budget range', exact: true }).click();
  await page.getByRole('button', { name: 'What success means' }).click();
  const words = page.getByLabel('What success means');
  await expect(words).toBeFocused();
  await expect(page.getByText('Describe what success means, or choose a budget range.')).toBeVisible();
  await words.fill('A quiet phone');
  await expect(nextButton(page)).toBeEnabled();
  await words.fill('');
  await page.getByRole('radio', { name: questions.budgetRange.answers['<5k'] }).check();
  await expect(nextButton(page)).toBeEnabled();
  // What may be left open can be left open again.
  await page.getByRole('button', { name: 'Clear Budget range' }).click();
  await expect(page.getByRole('radio', { name: questions.budgetRange.answers['<5k'] })).toBeFocused();
  await expect(nextButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Clear Success metric' }).click();
  await expect(page.getByRole('radio', { name: 'Something else' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Add a site' }).click();
  await page.getByLabel('Inspiration 1, Note').fill('Calm colours');
  await expect(page.getByText('A note without an address is left out of the brief.')).toBeVisible();
  await page.getByLabel('Inspiration 1, Address').fill('sample.example');
  await expect(nextButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Inspiration', exact: true }).click();
  await expect(page.getByLabel('Inspiration 1, Address')).toBeFocused();
  await expect(page.getByText('Use a link that begins with https://.')).toBeVisible();
  await page.getByLabel('Inspiration 1, Address').fill('https://sample.example');
  await expect(page.getByText('A note without an address')).toBeHidden();
  await goNext(page, 5);

  await page.getByLabel('Tone of voice').fill('t'.repeat(301));
  await nextButton(page).click();
  await expect(page.getByLabel('Tone of voice')).toBeFocused();
  await expect(page.getByText('Use 300 characters or fewer.')).toBeVisible();
  await page.getByLabel('Tone of voice').fill('Plain');
  await page.getByLabel('Link to assets').fill('ftp://files.example');
  await expect(nextButton(page)).toBeDisabled();
  await page.getByLabel('Link to assets').fill('https://files.example');
  await goNext(page, 6);
  await page.getByLabel('Analytics admin').fill('a'.repeat(255));
  await nextButton(page).click();
  await expect(page.getByLabel('Analytics admin')).toBeFocused();
  await expect(page.getByText('Use 254 characters or fewer.')).toBeVisible();
  await page.getByLabel('Analytics admin').fill('');
  const launch = page.getByLabel('Launch date');
  await launch.fill('in spring');
  await nextButton(page).click();
  await expect(launch).toBeFocused();
  await expect(launch).toHaveValue('in spring');
  await expect(page.getByText('Use a date such as 2030-01-31.')).toBeVisible();
  await launch.fill('2001-01-01');
  await launch.blur();
  await expect(page.getByText('This day has passed.')).toBeVisible();
  await expect(nextButton(page)).toBeDisabled();
  await launch.fill('2101-01-01');
  await goNext(page, 7);
  await finishButton(page).click();
  await expect(page.getByText('Please confirm that the details are accurate.')).toBeVisible();
  await expect(confirmBox(page)).toBeFocused();
  expect((await onServer(product, client))?.status).toBe('draft');
});

test('steps can be linked to, gone back to and forth, and not jumped over', async ({ page, product }) => {
  await openWizard(page, await newClient(product), '?step=6');
  await expectStep(page, 2);
  await fillBusiness(page);
  await goNext(page, 3);
  await expect(stepHeading(page, 3)).toBeFocused();
  await page.goBack();
  await expectStep(page, 2);
  await expect(page.getByLabel('Primary contact')).toHaveValue('Ada Sample');
  await page.goForward();
  await expectStep(page, 3);
  await backButton(page).click();
  await expectStep(page, 2);

  const steps = page.getByRole('navigation', { name: 'Steps of the brief' });
  await expect(steps.getByRole('button')).toHaveText([/Package & Features/, /Goals/, /Discovery/]);
  await expect(steps.getByRole('listitem').nth(1)).toHaveAttribute('aria-current', 'step');
  await steps.getByRole('button', { name: 'Discovery' }).click();
  await expectStep(page, 4);
  await fillDiscovery(page);
  await steps.getByRole('button', { name: 'Review' }).click();
  await expectStep(page, 7);
  await page.reload();
  await expectStep(page, 7);
  await confirmBox(page).check();
  await page.getByRole('button', { name: 'Edit Goals' }).click();
  await expectStep(page, 3);
  await page.goBack();
  await expect(confirmBox(page)).toBeChecked();
  await page.goForward();
  await expectStep(page, 3);
  // Opened anew at an earlier step, what is answered further on is still done.
  await page.reload();
  await expectStep(page, 3);
  await expect(steps.getByRole('listitem').filter({ has: page.getByLabel('Done:') })).toHaveText([
    /Package & Features/,
    /Business Details/,
    /Discovery/,
  ]);
});

test('answers typed before the address has settled keep the wizard on their step', async ({
  page,
  product,
}) => {
  // Types as soon as the fields are there: before the step that cannot be opened yet has left the address.
  await page.addInitScript(() => {
    const type = (field: HTMLInputElement, text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const labelled = (text: string) =>
      [...document.querySelectorAll('label')].find(({ textContent }) => textContent === text)?.control;
    new MutationObserver((_changes, observer) => {
      const [contact, email] = [labelled('Primary contact'), labelled('Email')];
      if (!(contact instanceof HTMLInputElement && email instanceof HTMLInputElement)) return;
      observer.disconnect();
      type(contact, 'Ada Sample');
      type(email, 'ada@sample.example');
    }).observe(document, { childList: true, subtree: true });
  });
  await openWizard(page, await newClient(product), '?step=6');
  await expect(nextButton(page)).toBeEnabled();
  await expectStep(page, 2);
  await expect(page.getByLabel('Primary contact')).toHaveValue('Ada Sample');
});

const doors = [
  ['?fresh=1', 'Start a project', []],
  ['?type=landing&fresh=1', 'Start a project', ['Landing Pages']],
  ['?fresh=1&intent=quote', 'Get a quote', []],
  ['?configure=1&fresh=1&features=seo,nonsense,ads', 'Put your project together', ['SEO']],
] as const;

test('each way in opens with its heading and selection, which a reload keeps', async ({ page, product }) => {
  const client = await newClient(product);
  await openAs(page, client);
  for (const [query, title, chosen] of doors) {
    await page.goto(`/start${query}`);
    await expectStep(page, 1);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).not.toHaveURL(/fresh|features|type/);
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(chosen.length + 1);
    for (const name of [...chosen, 'Ongoing Support & Care']) await expect(feature(page, name)).toBeChecked();
    await page.reload();
    for (const name of chosen) await expect(feature(page, name)).toBeChecked();
  }
  for (const group of ['Build & Brand', 'Measure & Learn', 'Grow & Convert', 'Care']) {
    await expect(page.getByRole('group', { name: group, exact: true })).toBeVisible();
  }
});

/** Where each key leads in the calendar, one after the other, in a language whose weeks begin on Sunday. */
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

test('the whole brief can be given by keyboard alone', async ({ page, product }) => {
  test.slow();
  const client = await newClient(product);
  await openWizard(page, client);
  const keys = page.keyboard;
  /** Tabs until the focused element has the name; fails when it is never reached. */
  async function tabTo(name: RegExp): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await keys.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        return `${element?.labels?.[0]?.textContent ?? ''} ${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''}`;
      });
      if (name.test(focused)) return;
    }
    throw new Error(`Tab does not lead to ${name}.`);
  }
  await tabTo(/Landing Pages/);
  await keys.press('Space');
  await expect(feature(page, 'Landing Pages')).toBeChecked();
  await tabTo(/^\s*Next/);
  await keys.press('Enter');
  await expectStep(page, 2);
  await tabTo(/Primary contact/);
  await keys.type('Ada Sample');
  await tabTo(/^Email/);
  await keys.type('ada@sample.example');
  await tabTo(/Time zone/);
  await keys.type('tokyo');
  await expect(page.getByRole('option', { name: 'Asia/Tokyo' })).toHaveAttribute('data-highlighted');
  await keys.press('Enter');
  await tabTo(/^\s*Next/);
  await keys.press('Enter');
  await expectStep(page, 3);
  await tabTo(/Initial pages/);
  await keys.type('Prices');
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Prices' })).toBeVisible();
  await keys.press('Backspace');
  await expect(page.getByRole('button', { name: 'Remove Prices' })).toBeHidden();
  await keys.type(' and more,');
  await keys.press('Enter');
  await expectStep(page, 4);

  await tabTo(/Flexible/);
  await keys.press('Space');
  await tabTo(/Ready to go/);
  await keys.press('Space');
  await tabTo(/Add a decision maker/);
  await keys.press('Enter');
  await expect(page.getByLabel('Decision maker 1, Name')).toBeFocused();
  await keys.type('Grace');
  await keys.press('Enter');
  await expect(page.getByLabel('Decision maker 2, Name')).toBeFocused();
  await keys.type('Alan');
  await tabTo(/Remove decision maker 2/);
  await keys.press('Enter');
  await expect(page.getByLabel('Decision maker 1, Name')).toBeFocused();
  await tabTo(/Remove decision maker 1/);
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Add a decision maker' })).toBeFocused();
  await tabTo(/^\s*Next/);
  await keys.press('Enter');
  await expectStep(page, 5);
  await tabTo(/^\s*Next/);
  await keys.press('Enter');
  await expectStep(page, 6);
  await tabTo(/CRM/);
  // One letter: how soon the next one counts as the next, the browser measures.
  await keys.type('H');
  await expect(page.getByLabel('CRM')).toHaveValue('HubSpot');
  await tabTo(/Launch date/);
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
  await tabTo(/^\s*Next/);
  await keys.press('Enter');
  await expectStep(page, 7);
  await tabTo(/I confirm these details/);
  await keys.press('Space');
  await tabTo(/Finish & go to Portal/);
  await keys.press('Enter');
  await page.waitForURL('**/client-portal**');
  expect((await onServer(product, client))?.final).toMatchObject({
    features: ['lp', 'support'],
    timezone: 'Asia/Tokyo',
    pages: 'Home, About, Contact, Prices and more',
    crm: 'HubSpot',
    target: '2031-02-28',
    decisionMakers: [],
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the whole brief fits, with the estimate and the way on always in reach', async ({
    page,
    product,
  }) => {
    const client = await newClient(product);
    await openWizard(page, client, '?features=lp');
    await expect(nextButton(page)).toBeInViewport();
    await expect(page.getByText(`Estimate ${featurePrice('lp')}`)).toBeInViewport();
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
