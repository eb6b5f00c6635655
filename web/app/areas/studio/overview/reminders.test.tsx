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
  isPaused: false,
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
    show([1, 2].map((n) => reminder(n, { isPaused: true })));
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
  expect(whenWords(day, new Date('2030-03-10T06:00:00Z'))).toBe(words);
});
