import { featureGroups, isOffered, preselected } from '@atelier/content/offer.ts';
import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { someFeature } from '../../harness/offer.ts';
import { expect, test } from '../../harness/test.ts';
import { openAs } from '../../harness/users.ts';
import {
  backButton,
  confirmBox,
  expectStep,
  feature,
  fillBusiness,
  fillDiscovery,
  goNext,
  newClient,
  nextButton,
  openWizard,
  stepHeading,
} from '../../harness/wizard.ts';

test('the wizard’s steps can be linked to and revisited, but not skipped', async ({ page, product }) => {
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
  // Reopened at an earlier step, later answered steps are still marked as done.
  await page.reload();
  await expectStep(page, 3);
  await expect(steps.getByRole('listitem').filter({ has: page.getByLabel('Done:') })).toHaveText([
    /Package & Features/,
    /Business Details/,
    /Discovery/,
  ]);
});

test('answers typed before the address is corrected keep their step', async ({ page, product }) => {
  // Types as soon as the fields exist, before the step that can't be opened yet has left the address.
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

const entryLinks: [query: string, title: string, chosen: readonly FeatureId[]][] = [
  ['?fresh=1', 'Start a project', []],
  ['?type=landing&fresh=1', 'Start a project', isOffered('lp') ? ['lp'] : []],
  ['?fresh=1&intent=quote', 'Get a quote', []],
  [`?configure=1&fresh=1&features=${someFeature},nonsense,ads`, 'Build your project', [someFeature]],
];

test('each link into the wizard sets its heading and selection', async ({ page, product }) => {
  const client = await newClient(product);
  await openAs(page, client);
  for (const [query, title, chosen] of entryLinks) {
    await page.goto(`/start${query}`);
    await expectStep(page, 1);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).not.toHaveURL(/fresh|features|type/);
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(
      chosen.length + preselected.length,
    );
    for (const id of [...chosen, ...preselected]) await expect(feature(page, id)).toBeChecked();
    await page.reload();
    for (const id of chosen) await expect(feature(page, id)).toBeChecked();
  }
  for (const { name } of featureGroups) {
    await expect(page.getByRole('group', { name, exact: true })).toBeVisible();
  }
});
