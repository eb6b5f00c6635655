import { api } from '@atelier/domain/api.ts';
import type { Page } from '@playwright/test';
import { Authenticator } from '../../harness/authenticator.ts';
import { expectWellMade } from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { callAs, submitProject } from '../../harness/seed.ts';
import { expect, REFUSED, test } from '../../harness/test.ts';
import {
  ageSessions,
  confirmDialog,
  confirmPassword,
  createAccount,
  newAuthClient,
  newTestUser,
  openAs,
  ownerSession,
} from '../../harness/users.ts';

test.beforeEach(({ expectConsole }) => expectConsole(REFUSED));

/** Opens a new client's project on its overview, in a session that began long ago. */
async function openOldSession(page: Page, product: Product) {
  const user = newTestUser('again');
  const session = await createAccount(product, user);
  const project = await submitProject(product, session, { company: 'Sample Bakery' });
  await openAs(page, session);
  ageSessions(product, 11);
  await page.goto(`/client-portal/${project.id}?tab=overview`);
  return { user, session, project };
}

test('an invitation to decide asks for the password, keeps what was typed, and goes on by itself', async ({
  page,
  product,
}) => {
  const { user, session, project } = await openOldSession(page, product);
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const inviting = page.getByRole('dialog', { name: 'Invite a colleague' });
  await inviting.getByLabel('Email').fill('bea@people.example');
  await inviting.getByText('Decides', { exact: true }).click();
  await inviting.getByRole('button', { name: 'Send invitation' }).click();
  const field = confirmDialog(page).getByLabel('Your password', { exact: true });
  await expect(field).toBeFocused();
  await expectWellMade(page);

  // Closing it changes nothing, and loses nothing.
  await page.keyboard.press('Escape');
  await expect(confirmDialog(page)).toBeHidden();
  await expect(inviting.getByText('Please sign in again to do this.')).toBeVisible();
  await expect(inviting.getByLabel('Email')).toHaveValue('bea@people.example');

  await inviting.getByRole('button', { name: 'Send invitation' }).click();
  await field.fill('not my password');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription('That isn’t your password.');
  await confirmPassword(page, user.password);
  await expect(inviting).toBeHidden();
  await expect(page.getByText('Invited (decides)')).toBeVisible();

  // The session is this browser's own now: it goes on, isn't asked again, and the former one has ended.
  await page.reload();
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  await inviting.getByLabel('Email').fill('cyd@people.example');
  await inviting.getByText('Decides', { exact: true }).click();
  await inviting.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invited (decides)')).toHaveCount(2);
  const reply = await fetch(`${product.origin}/api/portal/${project.id}`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  expect(reply.status).toBe(401);
});

test('an act without a form asks for the password and the code, and goes on by itself', async ({
  page,
  product,
}) => {
  const user = newTestUser('again');
  await createAccount(product, user);
  const auth = newAuthClient(product);
  await auth.signInWithPassword(user);
  const enrolled = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (enrolled.error) throw enrolled.error;
  const app = new Authenticator(enrolled.data.totp.secret);
  await auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code: app.nextCode() });
  const { data } = await auth.getSession();
  if (!data.session) throw new Error('There is no session.');
  await openAs(page, data.session);
  ageSessions(product, 11);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Make a calendar address' }).click();
  await confirmPassword(page, user.password);
  const code = confirmDialog(page).getByLabel('Six-digit code');
  await expect(code).toBeFocused();
  await expectWellMade(page);
  await code.fill(app.nextCode());
  await confirmDialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Add this address to your calendar program.', { exact: false })).toBeVisible();

  // Turning the second factor off is one of these acts.
  ageSessions(product, 11);
  await page.getByRole('button', { name: 'Remove Phone' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Turn off' }).click();
  await confirmPassword(page, user.password);
  await code.fill(app.nextCode());
  await confirmDialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove Phone' })).toHaveCount(0);
});

test('the studio’s change of a role asks for the password in an old session', async ({ page, product }) => {
  const client = await createAccount(product, newTestUser('again'));
  const owner = await ownerSession(product);
  await openAs(page, owner);
  ageSessions(product, 11);
  await page.goto(`/admin/users/${client.user.id}`);
  await page.getByRole('button', { name: 'Make admin' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Make admin' }).click();
  await expect(confirmDialog(page)).toBeVisible();
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(question.getByText('Please sign in again to do this.')).toBeVisible();
  const { user } = await callAs(product, await ownerSession(product), api.getUser, {
    params: { id: client.user.id },
  });
  expect(user.role).toBe('client');
});
