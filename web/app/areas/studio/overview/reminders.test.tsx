import { api } from '@atelier/domain/api.ts';
import type { UpcomingReminder } from '@atelier/domain/reminders/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { renderScreen, startTestApi } from '../../../../test/product.tsx';
import ToastRegion from '../../../ui/feedback/toast-region.tsx';
import { Reminders, whenWords } from './reminders.tsx';

const CLIENT = '0193f5a0-0000-7000-8000-000000000021';
const reminder = (n: number, change: Partial<UpcomingReminder> = {}): UpcomingReminder => ({
  kind: 'invoice',
  subjectId: `0193f5a0-0000-7000-8000-00000000000${n}`,
  title: `Invoice 2026-000${n}`,
  amount: 9_580,
  projectId: '0193f5a0-0000-7000-8000-000000000011',
  projectTitle: 'Acme · Care',
  clientId: CLIENT,
  client: 'Acme',
  days: 0,
  goesOutOn: '2020-01-01',
  goesOutAt: '2020-01-01T08:00:00.000Z',
  isPaused: false,
  isClientPaused: false,
  isProjectPaused: false,
  ...change,
});

const product = startTestApi();
const show = (items: UpcomingReminder[]) => product.api.answer(api.listUpcomingReminders, { items });

beforeEach(() =>
  show([reminder(1), reminder(2), reminder(3, { clientId: reminder(9).subjectId, client: 'Other' })]),
);

describe('Reminders', () => {
  it('pauses every reminder of a client, and lets them go out again with the same button', async () => {
    await renderScreen(<Reminders />);
    const first = page.getByRole('listitem').filter({ hasText: 'Invoice 2026-0001 to Acme' });
    await expect.element(first.getByText('goes out today')).toBeVisible();
    await expectAccessible();
    product.api.answer(api.pauseReminders, { paused: true });
    show([1, 2].map((n) => reminder(n, { isPaused: true, isClientPaused: true })));
    await page.getByRole('button', { name: 'Pause for this client (Acme)' }).first().click();
    await expect.element(page.getByText('Paused', { exact: true }).last()).toBeVisible();
    expect(page.getByText('Paused', { exact: true }).elements()).toHaveLength(2);
    const undo = page.getByRole('button', { name: 'Let them go out (Acme)' });
    await expect.element(undo.first()).toHaveFocus();
    product.api.answer(api.pauseReminders, { paused: false });
    show([reminder(1)]);
    await undo.first().click();
    await expect.element(page.getByRole('button', { name: 'Pause for this client (Acme)' })).toHaveFocus();
    expect(product.api.sent(api.pauseReminders)).toEqual([{ paused: true }, { paused: false }]);
  });

  it('shows the server’s sentence when pausing is refused', async () => {
    product.api.refuse(api.pauseReminders, 404, { code: 'not_found', message: 'There is no such user.' });
    await renderScreen(
      <>
        <Reminders />
        <ToastRegion />
      </>,
    );
    await page.getByRole('button', { name: 'Pause for this client (Other)' }).click();
    await expect.element(page.getByText(/^There is no such user/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Pause for this client (Other)' })).toBeVisible();
    expect(page.getByText('Paused').elements()).toEqual([]);
  });

  it('pauses the reminders of one project alone', async () => {
    const other = { projectId: reminder(8).subjectId, projectTitle: 'Acme · Shop' };
    show([reminder(1), reminder(2, other)]);
    await renderScreen(<Reminders />);
    product.api.answer(api.pauseProjectReminders, { paused: true });
    show([reminder(1), reminder(2, { ...other, isPaused: true, isProjectPaused: true })]);
    await page.getByRole('button', { name: 'Pause for this project (Acme · Shop)' }).click();
    await expect
      .element(page.getByRole('button', { name: 'Let the project’s go out (Acme · Shop)' }))
      .toHaveFocus();
    expect(page.getByText('Paused', { exact: true }).elements()).toHaveLength(1);
    expect(page.getByRole('button', { name: /^Read the email/ }).elements()).toHaveLength(1);
  });

  it('shows the emails as they would go out, one for each person', async () => {
    show([reminder(1, { kind: 'review', title: 'Design', amount: null })]);
    const text = 'Have a look at “Design”.\n\nStart your review: https://studio.example/portal';
    product.api.answer(api.previewReminders, {
      mails: ['ada', 'bea'].map((name) => ({ to: `${name}@client.example`, subject: 'Your review', text })),
    });
    await renderScreen(<Reminders />);
    await page.getByRole('button', { name: 'Read the email to Acme' }).click();
    const mail = page.getByRole('article', { name: 'Email to bea@client.example' });
    await expect.element(mail.getByRole('heading', { name: 'Your review' })).toBeVisible();
    await expect.element(mail.getByText(/^Have a look at “Design”/)).toBeVisible();
    await expectAccessible();
  });

  it('says so when no email goes out any more', async () => {
    show([reminder(1)]);
    product.api.answer(api.previewReminders, { mails: [] });
    await renderScreen(<Reminders />);
    await page.getByRole('button', { name: 'Read the email to Acme' }).click();
    await expect.element(page.getByText(/^No email goes out/)).toBeVisible();
  });

  it('shows nothing when no reminder goes out', async () => {
    show([]);
    await renderScreen(<Reminders />);
    await expect.poll(() => product.api.sent(api.listUpcomingReminders)).toHaveLength(1);
    expect(page.getByRole('heading').elements()).toEqual([]);
  });
});

it.each([
  ['2030-03-09', 'today'],
  ['2030-03-10', 'today'],
  ['2030-03-11', 'tomorrow'],
  ['2030-03-13', 'in 3 days'],
])('whenWords says of a reminder on %s: %s', (day, words) => {
  expect(whenWords(`${day}T08:00:00.000Z`, new Date('2030-03-10T06:00:00Z'))).toBe(words);
});
