import { api } from '@atelier/domain/api.ts';
import type { Overview } from '@atelier/domain/projects/schema.ts';
import type { Session } from '@supabase/auth-js';
import { sendContract } from '../../harness/contract.ts';
import { writeMessage } from '../../harness/messages.ts';
import {
  blockEvents,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  failRequests,
  holdRequests,
  PHONE,
} from '../../harness/page.ts';
import type { Product } from '../../harness/product.ts';
import { callAs, newWord, sendEnquiry, submitProject } from '../../harness/seed.ts';
import { expect, test } from '../../harness/test.ts';
import { createAccount, newTestUser, openAs, ownerSession } from '../../harness/users.ts';

/** Longer than a phone is wide. */
const NO_SUCH_PERSON = `no-such-person-${'at-all-'.repeat(6)}@client.example`;
const OVERVIEW = /\/api\/admin\/overview$/;

/**
 * Archives the projects that other journeys left waiting: the overview names only those that have waited
 * longest.
 */
async function clearStudio(product: Product, studio: Session): Promise<void> {
  const { waiting } = await callAs(product, studio, api.getOverview);
  const { answers, changes, contractChanges, reviews, contracts, overdue } = waiting;
  const shown = [answers, changes, contractChanges, reviews, contracts, overdue].flat();
  const ids = new Set(shown.map(({ projectId }) => projectId));
  for (const id of ids) await callAs(product, studio, api.archiveProject, { params: { id } });
  if (ids.size > 0) await clearStudio(product, studio);
}

/** A project with an item in every waiting state except a draft; its milestones contain the word too. */
async function fillStudio(product: Product, studio: Session, word: string) {
  const client = await createAccount(product, newTestUser());
  const { id } = await submitProject(product, client, { company: `Bakery ${word}` });
  const addMilestone = async (title: string, due?: string) => {
    const body = { title, ...(due && { due }) };
    const { milestone } = await callAs(product, studio, api.createMilestone, { params: { id }, body });
    return { id, milestoneId: milestone.id };
  };
  const design = await addMilestone(`Design ${word}`);
  const launch = await addMilestone(`Launch ${word}`);
  for (const params of [design, launch]) {
    await callAs(product, studio, api.setMilestoneStatus, { params, body: { status: 'in_review' } });
  }
  const body = { status: 'needs_changes', reason: 'Too blue.' };
  await callAs(product, client, api.reviewMilestone, { params: design, body });
  await writeMessage(product, client, id, 'Is there any news?');
  await sendContract(product, studio, { id }, { total: 4_000, link: 'https://sign.example/sample' });
  const agreed = await submitProject(product, client, { company: `Agreed ${word}` });
  const params = { id: agreed.id };
  const late = { title: `Copy ${word}`, due: '2026-01-10' };
  await callAs(product, studio, api.createMilestone, { params, body: late });
  await sendContract(product, studio, agreed, { total: 5_000, link: 'https://sign.example/sample' });
  await callAs(product, client, api.acceptContract, { params, body: {} });
  return { id, lateId: agreed.id, client };
}

/** The reply of a studio that has run for a year: the API can't create a past. */
function withPast(overview: Overview, quiet: { id: string; name: string }): Overview {
  const draft = { projectId: quiet.id, project: quiet.name, since: '2026-01-02T08:00:00.000Z' };
  return {
    activeProjects: 7,
    waiting: { ...overview.waiting, quietDrafts: [draft] },
    failedMails: {
      total: 4,
      items: [{ id: 'a', to: NO_SUCH_PERSON, subject: 'Your contract', since: draft.since }],
    },
    months: overview.months.map((month, at) => ({
      ...month,
      enquiries: 4 + ((at * 5) % 9),
      submissions: 1 + ((at * 3) % 5),
      contracts_sent: at % 3,
      contracts_accepted: at % 2,
      accepted_usd: (at % 2) * (2_500 + at * 700),
      approvals: at % 4,
      approval_seconds: (at % 4) * 86_400 * (1 + (at % 3)),
    })),
  };
}

test('the overview links to what needs the owner and plots the year', async ({ page, product }) => {
  const word = newWord();
  const studio = await ownerSession(product);
  await sendEnquiry(product, { name: `Vera ${word}` });
  await clearStudio(product, studio);
  const { id, lateId, client } = await fillStudio(product, studio, word);
  await page.route(OVERVIEW, async (route) => {
    const reply = await route.fetch();
    const json = withPast(await reply.json(), { id, name: `Slow ${word}` });
    await route.fulfill({ response: reply, json });
  });
  await openAs(page, studio);
  await page.goto('/admin');

  const portal = `/admin/portal/${id}`;
  for (const [group, name, to] of [
    ['Messages to answer', `Bakery ${word}`, `${portal}?tab=feedback`],
    ['Changes requested', `Design ${word}`, `${portal}?tab=milestones`],
    ['Overdue', `Copy ${word}, due Jan 10, 2026`, `/admin/portal/${lateId}?tab=milestones`],
    ['Drafts gone quiet', `Slow ${word}`, portal],
    ['Milestones to approve', `Launch ${word}`, `${portal}?tab=milestones`],
    ['Contracts to accept', `Bakery ${word}`, `${portal}?tab=contract`],
  ] as const) {
    const link = page.getByRole('region', { name: group }).getByRole('link', { name }).first();
    await expect(link).toHaveAttribute('href', to);
  }
  const strip = page.getByRole('list', { name: 'At a glance' });
  for (const [figure, to] of [
    [/^Active projects\s*7/, '/admin/projects'],
    [/^Contracted value\s*\$40,200/, '/admin/contracts'],
    [/^Awaiting reply\s*\d/, /^#waiting-/],
    [/^Overdue\s*\d/, '#waiting-overdue'],
  ] as const) {
    await expect(strip.getByRole('link', { name: figure })).toHaveAttribute('href', to);
  }
  await expect(strip.locator('svg')).toHaveCount(4);
  const failed = page.getByRole('status').filter({ hasText: '4 emails couldn’t be delivered.' });
  await expect(failed.getByRole('link', { name: NO_SUCH_PERSON })).toBeVisible();
  await expect(failed).toContainText('“Your contract”, Jan 2, 2026');
  await expect(page.getByRole('img', { name: /^Plot of / })).toHaveCount(4);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  for (const [title, heads, cells] of [
    ['Enquiries and submissions', ['Month', 'Enquiries', 'Submissions'], /^[A-Z][a-z]+ \d{4} 4 1$/],
    ['From enquiry to contract', ['Step', 'How many', 'Of the step before'], /^Contracts accepted 6 50%$/],
    ['Value of accepted contracts', ['Month', 'Contracts', 'Value'], /^[A-Z][a-z]+ \d{4} 1 \$3,200$/],
    ['Time to approval', ['Month', 'Approved', 'On average'], /^[A-Z][a-z]+ \d{4} 1 2 days$/],
  ] as const) {
    await page.getByRole('button', { name: `Show as table: ${title}` }).click();
    const table = page.getByRole('table', { name: title });
    await expect(table.getByRole('columnheader')).toHaveText([...heads]);
    await expect(table.getByRole('row', { name: cells })).toBeVisible();
    await expect(page.getByRole('button', { name: `Show as plot: ${title}` })).toBeFocused();
  }
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);

  const messagesToAnswer = page.getByRole('region', { name: 'Messages to answer' });
  await messagesToAnswer
    .getByRole('link', { name: `Bakery ${word}` })
    .first()
    .click();
  await expect(page).toHaveURL(`${portal}?tab=feedback`);
  // The overview has the same text and button, so wait for the project.
  await expect(page.getByRole('tab', { name: 'Feedback', selected: true })).toBeVisible();
  await expect(page.getByText('Is there any news?')).toBeVisible();
  await page.getByRole('button', { name: 'No answer needed' }).click();
  await expect(page.getByText('Noted: no answer needed.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Your client is waiting for an answer.')).toBeVisible();
  await page.goBack();

  // A closing message needs no answer: it can be dismissed, with an undo, and returns when the client
  // writes again.
  const entry = messagesToAnswer.getByRole('listitem').filter({ hasText: `Bakery ${word}` });
  const dismiss = entry.getByRole('button', { name: `No answer needed by Bakery ${word}` });
  await dismiss.click();
  await expect(entry).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'What needs you now' })).toBeFocused();
  const offer = page.getByRole('region', { name: 'Notifications' });
  await offer.getByRole('button', { name: 'Undo' }).click();
  await dismiss.click();
  await expect(entry).toHaveCount(0);
  await writeMessage(product, client, id, 'One more thing');
  await expect(entry).toContainText('One more thing');
  await page.getByRole('link', { name: `Vera ${word}` }).click();
  await expect(page.getByRole('article').getByRole('heading', { name: `Vera ${word}` })).toBeVisible();
});

test('the overview shows loading and errors, and reloads', async ({ page, product, expectConsole }) => {
  expectConsole(/Failed to load resource/);
  await openAs(page, await ownerSession(product));
  const held = await holdRequests(page, OVERVIEW);
  await page.goto('/admin');
  await expect(page.getByText('Loading what needs you…')).toBeAttached();
  await held.release();
  await expect(page.getByRole('heading', { level: 2, name: 'What needs you now' })).toBeVisible();
  await page.setViewportSize(PHONE);
  await blockEvents(page);
  await failRequests(page, OVERVIEW, 409, 'The database is resting.');
  await page.reload();
  const alert = page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .filter({ hasText: 'The database is resting.' });
  await expect(alert).toBeVisible();
  await page.unroute(OVERVIEW);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'The last twelve months' })).toBeVisible();
  await expect(alert).toBeHidden();
});
