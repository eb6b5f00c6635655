import { api } from '@atelier/domain/api.ts';
import type { OwnBooking } from '@atelier/domain/bookings/schema.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test/accessibility.ts';
import { renderScreen, startTestApi } from '../../../test/product.tsx';
import BookedCall from './booked-call.tsx';

const product = startTestApi();
const TOKEN = 'x'.repeat(43);
const OWN = '2060-03-06T08:00:00.000Z';
const OTHER = '2060-03-07T09:00:00.000Z';
const call = (change: Partial<OwnBooking> = {}): OwnBooking => ({
  ...{ name: 'Ada', startsAt: OWN, endsAt: '2060-03-06T08:15:00.000Z', place: 'https://meet.studio.example' },
  ...{ status: 'unconfirmed', canChange: false, canMove: false, canConfirm: true },
  ...change,
});
const BOOKED = { status: 'booked', canChange: true, canMove: true, canConfirm: false } as const;
const answer = (found: OwnBooking, ...times: string[]) =>
  product.api.answer(api.findOwnBooking, {
    call: found,
    offered: { isOffered: true, lengthMinutes: 15, times },
  });
const open = () => renderScreen(<BookedCall />, { at: `/call#${TOKEN}` });
const button = (name: string) => page.getByRole('button', { name });

describe('BookedCall', () => {
  it('books nothing as it opens, and the call with a press', async () => {
    answer(call(), OWN, OTHER);
    product.api.answer(api.confirmOwnBooking, { call: call(BOOKED) });
    await open();
    await expect.element(button('Confirm the call')).toBeVisible();
    await expectAccessible();
    expect(product.api.sent(api.confirmOwnBooking)).toEqual([]);
    expect(page.getByText('meet.studio.example').elements()).toEqual([]);
    await button('Confirm the call').click();
    await expect.element(page.getByText(/^Booked\. The confirmation/)).toBeVisible();
    await expect.element(button('Move the call')).toBeVisible();
    expect(product.api.sent(api.confirmOwnBooking)).toEqual([{ token: TOKEN }]);
  });

  it('offers other times once its own is taken, and books the chosen one', async () => {
    answer(call(), OTHER);
    product.api.answer(api.confirmOwnBooking, { call: call({ ...BOOKED, startsAt: OTHER }) });
    await open();
    await expect.element(page.getByText(/^Someone else has this time now/)).toBeVisible();
    await button('Book this time').click();
    await expect.element(page.getByText('Choose a time.')).toBeVisible();
    await page.getByRole('radio', { name: /AM|PM/ }).click();
    await button('Book this time').click();
    await expect.element(page.getByText(/^Booked\. The confirmation/)).toBeVisible();
    expect(product.api.sent(api.confirmOwnBooking)).toMatchObject([{ token: TOKEN, startsAt: OTHER }]);
  });

  it('offers other times when its own is taken as it is confirmed', async () => {
    answer(call(), OWN, OTHER);
    product.api.refuse(api.confirmOwnBooking, 409, {
      code: 'time_taken',
      message: 'That time isn’t free any more.',
    });
    await open();
    await expect.element(button('Confirm the call')).toBeVisible();
    answer(call(), OTHER);
    await button('Confirm the call').click();
    await expect.element(page.getByText(/^That time isn’t free any more/)).toBeVisible();
    await expect.element(button('Book this time')).toBeVisible();
  });

  it('says that it is too late after a day, and cancels one that isn’t wanted', async () => {
    answer(call({ canConfirm: false }), OWN);
    await open();
    await expect.element(page.getByText(/Nothing is booked\.$/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Book another call' })).toBeVisible();
    expect(button('Confirm the call').elements()).toEqual([]);
  });
});
