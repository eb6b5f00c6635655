import { questions } from '@atelier/content/questions.ts';
import { expectAccessibleInBothThemes } from '../../harness/page.ts';
import { expect, expectAccessible, test } from '../../harness/test.ts';
import {
  confirmBox,
  expectOnServer,
  expectSaved,
  expectStep,
  finishButton,
  goNext,
  newClient,
  nextButton,
  onServer,
  openWizard,
  saveLine,
} from '../../harness/wizard.ts';

test('each wizard step shows its errors, stays until they are fixed, and is accessible', async ({
  page,
  product,
}) => {
  test.slow();
  const client = await newClient(product);
  await openWizard(page, client, '?features=web,seo');
  await expectAccessibleInBothThemes(page);
  await goNext(page, 2);
  const contact = page.getByLabel('Primary contact');
  const email = page.getByLabel('Email', { exact: true });
  await expect(nextButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Primary contact' }).click();
  await expect(contact).toBeFocused();
  await expect(page.getByText('Please enter a primary contact.')).toBeVisible();
  await expect(contact).toHaveAttribute('aria-invalid', 'true');
  await contact.fill('Ada');
  await expect(page.getByText('Please enter a primary contact.')).toBeHidden();
  await email.fill('nope');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  await page.getByPlaceholder('Type a city').fill('new');
  await expect(page.getByRole('option', { name: 'America/New York' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(zone).toBeFocused();
  await page.getByLabel('Company').focus();
  await expect(page.getByText('Enter a valid email.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
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
  await expectAccessibleInBothThemes(page);

  // An answer that the server would refuse is kept and doesn't block the others.
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
  // Either of the two is enough.
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
  // An optional answer can be cleared again.
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
  await expect(page.getByText('Use a link that starts with https://.')).toBeVisible();
  await page.getByLabel('Inspiration 1, Address').fill('https://sample.example');
  await expect(page.getByText('A note without an address')).toBeHidden();
  await page.getByRole('button', { name: 'Add a decision maker' }).click();
  await page.getByLabel('Must-haves').fill('Booking,');
  await expectAccessibleInBothThemes(page);
  await goNext(page, 5);
  await expectAccessibleInBothThemes(page);

  await page.getByLabel('Tone of voice').fill('t'.repeat(301));
  await nextButton(page).click();
  await expect(page.getByLabel('Tone of voice')).toBeFocused();
  await expect(page.getByText('Use 300 characters or fewer.')).toBeVisible();
  await page.getByLabel('Tone of voice').fill('Plain');
  await page.getByLabel('Link to assets').fill('ftp://files.example');
  await expect(nextButton(page)).toBeDisabled();
  await page.getByLabel('Link to assets').fill('https://files.example');
  await goNext(page, 6);
  await page.getByRole('button', { name: 'Choose from a calendar' }).click();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
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
  await expect(page.getByText('That day has passed.')).toBeVisible();
  await expect(nextButton(page)).toBeDisabled();
  await launch.fill('2101-01-01');
  await goNext(page, 7);
  await finishButton(page).click();
  await expect(page.getByText('Please confirm that the details are accurate.')).toBeVisible();
  await expect(confirmBox(page)).toBeFocused();
  await expectAccessibleInBothThemes(page);
  expect((await onServer(product, client))?.status).toBe('draft');
});
