import { api } from '@atelier/domain/api.ts';
import { holdRequests } from '../../harness/page.ts';
import { callAs, newWord, sendEnquiry } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';
import { expectSaved, expectStep, nextButton, onServer } from '../../harness/wizard.ts';

test('what an invited client wrote is in the brief even if the server says so after the wizard has opened', {
  tag: '@chromium',
}, async ({ page, product }) => {
  const user = newTestUser('invited');
  const [client, owner] = [await createAccount(product, user), await ownerSession(product)];
  const word = newWord();
  const message = `A shop for teas, ${word}.`;
  await sendEnquiry(product, { name: 'Ina Sample', email: user.email, message });
  const { items } = await callAs(product, owner, {
    ...api.listEnquiries,
    path: `${api.listEnquiries.path}?q=${word}`,
  });
  const params = { id: items[0]?.id ?? '' };
  await callAs(product, owner, api.inviteEnquirer, { params, body: { note: '' } });

  await openAs(page, client);
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/onboarding/save')) saves.push(request.postData() ?? '');
  });
  const looks = await holdRequests(page, /\/api\/onboarding\/me$/);
  await page.goto('/start');
  await expectStep(page, 1);
  // The client is ahead of the server: no draft is made before it has said what the brief begins with.
  await nextButton(page).click();
  await expectStep(page, 2);
  const contact = page.getByLabel('Primary contact');
  await contact.fill('Ida Other');
  expect(saves).toEqual([]);
  await looks.release();
  await expect(page.getByText('Your brief now has what you told me already.')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(user.email);
  await expect(contact).toHaveValue('Ida Other');
  await expectSaved(page);
  expect(JSON.parse(saves[0] ?? '{}').data).toMatchObject({ goals: message });
  expect((await onServer(product, client))?.data).toMatchObject({ contact: 'Ida Other', goals: message });
  await nextButton(page).click();
  await expect(page.getByLabel('Goals')).toHaveValue(message);
});
