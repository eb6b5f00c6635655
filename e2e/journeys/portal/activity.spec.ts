import { studio as studioFacts } from '@atelier/content/studio.ts';
import type { Page } from '@playwright/test';
import type { Session } from '@supabase/auth-js';
import { sendContract } from '../../harness/contract.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, PHONE } from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { submitProject } from '../../harness/seed.ts';
import { linkIn } from '../../harness/smtp-sink.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newAuthClient, newTestUser, openAs, ownerOf } from '../../harness/users.ts';

const REVIEW = 'A milestone is ready for your review';

async function ownerSession(product: Product): Promise<Session> {
  const { data, error } = await newAuthClient(product).signInWithPassword(await ownerOf(product));
  if (error) throw error;
  return data.session;
}

/** Calls the studio's milestone endpoints of a project. */
async function asStudio(product: Product, owner: Session, path: string, body: unknown) {
  const reply = await fetch(`${product.origin}/api/admin/portal/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.access_token}` },
    body: JSON.stringify(body),
  });
  expect(reply.ok).toBe(true);
  return reply.json();
}

const box = (page: Page) => page.getByRole('checkbox', { name: REVIEW });

test('email preferences can be changed in the profile and from an email', async ({ page, product }) => {
  const user = newTestUser();
  const session = await createAccount(product, user);
  const project = await submitProject(product, session);
  const owner = await ownerSession(product);
  const { milestone } = await asStudio(product, owner, `${project.id}/milestones`, {
    title: 'Design',
    published: true,
  });
  const move = (status: string) =>
    asStudio(product, owner, `${project.id}/milestones/${milestone.id}/status`, { status });

  await openAs(page, session);
  await page.goto('/profile');
  await expect(box(page)).toBeChecked();
  await box(page).click();
  await expect(page.getByText('Saved: no more of these emails.')).toBeVisible();
  await page.reload();
  await expect(box(page)).not.toBeChecked();
  await expectAccessibleInBothThemes(page);
  await move('in_review');
  await move('pending');

  await box(page).click();
  await expect(page.getByText('Saved: you’ll get these emails.')).toBeVisible();
  await move('in_review');
  const mail = await product.mail.nextMail(user.email, /“Design” is ready for your review/);
  // The move made while the emails were off sent none.
  const reviews = product.mail.mailsTo(user.email).filter(({ subject }) => subject?.includes('Design'));
  expect(reviews).toHaveLength(1);
  await page.goto(linkIn(mail, '/client-portal/'));
  await expect(page).toHaveURL(`/client-portal/${project.id}?tab=milestones#milestone-${milestone.id}`);
  await expect(page.getByRole('heading', { name: 'Design' })).toBeFocused();

  const link = linkIn(mail, '/unsubscribe');
  const offered = mail.headers.get('list') as unknown as { unsubscribe: { url: string } };
  expect(offered.unsubscribe.url).toBe(link);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Stop emails about milestones to review?' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByRole('heading', { name: 'Done: no more of these emails' })).toBeVisible();
  await page.getByRole('link', { name: 'your profile' }).click();
  await expect(box(page)).not.toBeChecked();

  await box(page).click();
  await expect(page.getByText('Saved: you’ll get these emails.')).toBeVisible();
  const oneClick = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(oneClick.status).toBe(200);
  await page.reload();
  await expect(box(page)).not.toBeChecked();
});

test('both sides see activity, and the studio archives a project', async ({ page, product, browser }) => {
  const user = newTestUser();
  const session = await createAccount(product, user);
  const project = await submitProject(product, session, { company: 'Record Bakery' });
  const owner = await ownerSession(product);
  const { milestone } = await asStudio(product, owner, `${project.id}/milestones`, {
    title: 'A very long name of a milestone that goes on and on without an end in sight',
    published: true,
  });
  await asStudio(product, owner, `${project.id}/milestones/${milestone.id}/status`, { status: 'in_review' });

  await openAs(page, session);
  await page.goto(`/client-portal/${project.id}`);
  await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeVisible();
  await page.getByRole('link', { name: 'All activity' }).click();
  await expect(page).toHaveURL(/tab=activity/);
  const events = page.getByRole('tabpanel').getByRole('listitem');
  await expect(events.first()).toContainText(`${studioFacts.name} sent “A very long name`);
  await expect(events.last()).toContainText(`${user.username} submitted the brief`);
  await expect(page.getByText('127.0.0.1')).toBeHidden();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  const context = await browser.newContext({ baseURL: product.origin });
  const studio = await context.newPage();
  await openAs(studio, owner);
  await studio.goto(`/admin/portal/${project.id}?tab=activity`);
  await expect(studio.getByRole('tabpanel').getByRole('listitem').last()).toContainText('127.0.0.1');
  await expectAccessibleInBothThemes(studio);

  await sendContract(product, owner, project, { total: null });
  await studio.getByRole('button', { name: 'Archive' }).click();
  await studio.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  await expect(studio.getByText('This project is archived.')).toBeVisible();
  await expect(studio.getByRole('tabpanel').getByRole('listitem').first()).toContainText(
    'archived the project',
  );
  await page.goto('/client-portal');
  await expect(page.getByText('No submissions yet.')).toBeVisible();
  await page.goto(`/client-portal/${project.id}`);
  await expect(page.getByText('This project is archived.')).toBeVisible();
  // Everything is readable and nothing can be done.
  for (const [tab, shown] of [
    ['Contract', 'View/Download contract'],
    ['Milestones', 'A very long name'],
    ['Feedback', 'but not add to them'],
    ['Files', 'No deliverables yet.'],
    ['Activity', 'submitted the brief'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByText(shown).first()).toBeVisible();
    await expect(panel.locator('input, textarea, button')).toHaveCount(0);
  }
  await studio.getByRole('button', { name: 'Restore' }).click();
  await expect(studio.getByRole('button', { name: 'Archive' })).toBeVisible();
  await page.goto('/client-portal');
  await expect(page.getByRole('link', { name: 'Record Bakery' })).toBeVisible();
  await context.close();
});
