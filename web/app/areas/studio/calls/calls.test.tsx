import { api } from '@atelier/domain/api.ts';
import { DEFAULT_CALL_SETTINGS } from '@atelier/domain/bookings/rules.ts';
import type { Booking, CallSettingsReply } from '@atelier/domain/bookings/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { renderScreen, startTestApi } from '../../../../test/product.tsx';
import Calls from './calls.tsx';

const product = startTestApi();
const ID = '0193f5a0-0000-7000-8000-000000000021';
const OTHER = `${ID.slice(0, -1)}9`;
const call = (change: Partial<Booking> = {}): Booking => ({
  _id: ID,
  id: ID,
  name: 'Vera Visitor',
  email: 'vera@visitor.example',
  words: 'About a shop.',
  zone: 'Asia/Tokyo',
  startsAt: '2060-03-06T08:00:00.000Z',
  endsAt: '2060-03-06T08:15:00.000Z',
  status: 'booked',
  cancelledBy: null,
  enquiryId: ID,
  createdAt: '2030-03-01T08:00:00.000Z',
  ...change,
});
const settings = (change: Partial<CallSettingsReply> = {}): CallSettingsReply => ({
  settings: { ...DEFAULT_CALL_SETTINGS, hours: [{ day: 1, from: '09:00', until: '12:00' }] },
  calendar: null,
  ...change,
});

/** Calls by their list. */
const answerLists = (ahead: Booking[], unconfirmed: Booking[] = []) =>
  product.api.answerBy(api.listBookings, (query) => {
    const lists: Record<string, Booking[]> = { ahead, unconfirmed };
    return { items: lists[query.get('show') ?? ''] ?? [] };
  });

beforeEach(() => {
  answerLists([call()]);
  product.api.answer(api.getCallSettings, settings());
});

describe('Calls', () => {
  it('cancels a call with the studio’s words', async () => {
    await renderScreen(<Calls />);
    await expectAccessible();
    product.api.answer(api.cancelBooking, { call: call({ status: 'cancelled', cancelledBy: 'studio' }) });
    await page.getByRole('button', { name: 'Cancel the call with Vera Visitor' }).first().click();
    await page.getByRole('textbox', { name: /^Your words to them/ }).fill('I’m ill.');
    await expect.element(page.getByRole('button', { name: 'Keep the call' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the call' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(product.api.sent(api.cancelBooking)).toEqual([{ note: 'I’m ill.' }]);
  });

  it('shows who hasn’t confirmed, and confirms or cancels for them without words that would reach nobody', async () => {
    const asked = call({ id: OTHER, _id: OTHER, name: 'Una', status: 'unconfirmed', enquiryId: null });
    answerLists([], [asked]);
    product.api.answer(api.confirmBooking, { call: call() });
    await renderScreen(<Calls />);
    await expect.element(page.getByText('Not confirmed', { exact: true })).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Cancel the call with Una' }).click();
    await expect.element(page.getByText(/^Nobody has confirmed it, so no email goes out/)).toBeVisible();
    expect(page.getByRole('textbox', { name: /^Your words to them/ }).elements()).toEqual([]);
    await page.getByRole('button', { name: 'Keep the call' }).click();
    await page.getByRole('button', { name: 'Confirm the call with Una' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm the call' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(product.api.sent(api.confirmBooking)).toHaveLength(1);
  });

  it('cancels several calls that are chosen, with words to those who had confirmed', async () => {
    const others = [2, 3].map((n) => {
      const id = `${ID.slice(0, -1)}${n}`;
      return call({ id, _id: id, name: `Eve ${n}`, status: 'unconfirmed', enquiryId: null });
    });
    answerLists([call()], others);
    product.api.answer(api.cancelBookings, { items: [] });
    await renderScreen(<Calls />);
    await page.getByRole('button', { name: 'Cancel several…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel 0 calls' }).click();
    await expect.element(dialog.getByText('Choose the calls to cancel.')).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('checkbox', { name: 'All 2 that nobody has confirmed' }).click();
    await dialog.getByRole('textbox', { name: /^Your words to those/ }).fill('I’m ill.');
    await dialog.getByRole('button', { name: 'Cancel 2 calls' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(product.api.sent(api.cancelBookings)).toEqual([
      { ids: others.map(({ id }) => id), note: 'I’m ill.' },
    ]);
  });

  it('moves a call to a time that is free, and shows the server’s sentence when it isn’t any more', async () => {
    const times = ['2060-03-07T08:00:00.000Z'];
    product.api.answer(api.listTimesForMove, { isOffered: true, lengthMinutes: 15, times });
    product.api.refuse(api.moveBooking, 409, {
      code: 'time_taken',
      message: 'That time isn’t free any more.',
    });
    await renderScreen(<Calls />);
    await page.getByRole('button', { name: 'Move the call with Vera Visitor' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Move the call' }).click();
    await expect.element(dialog.getByText('Choose a time.')).toBeVisible();
    await dialog.getByRole('radio', { name: /AM|PM/ }).click();
    await dialog.getByRole('button', { name: 'Move the call' }).click();
    await expect.element(dialog.getByText(/^That time isn’t free any more/)).toBeVisible();
    expect(product.api.sent(api.moveBooking)).toEqual([{ startsAt: times[0] }]);
  });

  it('saves hours as they are typed, and none that can’t be read', async () => {
    await renderScreen(<Calls />);
    const monday = page.getByRole('textbox', { name: 'Monday' });
    await expect.element(monday).toHaveValue('09:00–12:00');
    product.api.answer(api.setCallSettings, settings());
    await monday.fill('9');
    await page.getByRole('button', { name: 'Save the hours' }).click();
    await expect.element(page.getByText('Write times such as 9:00–12:00, 13:00–17:00.')).toBeVisible();
    await monday.fill('9-12, 13.30-17');
    await page.getByRole('button', { name: 'Save the hours' }).click();
    await expect.element(page.getByText('Saved.')).toBeVisible();
    expect(product.api.sent(api.setCallSettings)).toEqual([
      expect.objectContaining({
        hours: [
          { day: 1, from: '09:00', until: '12:00' },
          { day: 1, from: '13:30', until: '17:00' },
        ],
      }),
    ]);
  });

  it('says why the owner’s calendar can’t be read, and how old its times are', async () => {
    const readAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
    const calendar = {
      host: 'calendar.example',
      readAt,
      problem: 'Its server answers with 503.',
      busyTimes: 4,
    };
    product.api.answer(api.getCallSettings, settings({ calendar }));
    await renderScreen(<Calls />);
    await expect.element(page.getByText('Your calendar at calendar.example can’t be read.')).toBeVisible();
    await expect
      .element(page.getByText('Its server answers with 503. Your busy times are those of 3 hours ago.'))
      .toBeVisible();
    await expectAccessible();
  });

  it('shows how to begin while there are no hours', async () => {
    answerLists([]);
    product.api.answer(api.getCallSettings, settings({ settings: DEFAULT_CALL_SETTINGS }));
    await renderScreen(<Calls />);
    await expect.element(page.getByText('Visitors can’t book calls yet.')).toBeVisible();
  });
});
