import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test/accessibility.ts';
import { renderScreen, startTestApi } from '../../../test/product.tsx';
import CallScheduler from './call-scheduler.tsx';

const product = startTestApi();
const offered = (...times: string[]) => ({ isOffered: true, lengthMinutes: 15, times });
const DAYS = Array.from({ length: 8 }, (_, n) => `2030-03-0${n + 1}T08:00:00.000Z`);
const field = (name: string) => page.getByRole('textbox', { name });
const press = () => page.getByRole('button', { name: 'Book this call' }).click();
const inUtc = () => page.getByRole('combobox', { name: 'Your time zone' }).selectOptions('UTC');

async function fillIn() {
  await field('Your name').fill('Ada');
  await field('Your email').fill('ada@people.example');
}

describe('CallScheduler', () => {
  it('takes the focus, and asks for a time, a name and an address before it sends anything', async () => {
    await renderScreen(<CallScheduler offered={offered(...DAYS)} />);
    await expect.element(page.getByRole('heading', { name: 'Book a call' })).toHaveFocus();
    await expectAccessible();
    await press();
    for (const sentence of ['Choose a time.', 'Please enter your name.', 'Enter a valid email.']) {
      await expect.element(page.getByText(sentence)).toBeVisible();
    }
    expect(product.api.sent(api.createBooking)).toEqual([]);
  });

  it('says that the mail’s link books it, of an address that isn’t confirmed', async () => {
    product.api.answer(api.createBooking, { ok: true, isConfirmed: false });
    await renderScreen(<CallScheduler offered={offered(...DAYS)} />);
    await page.getByRole('radio', { name: /AM|PM/ }).click();
    await fillIn();
    await press();
    await expect.element(page.getByText(/^Almost done: press the link/)).toBeVisible();
    expect(page.getByText(/^Booked\./).elements()).toEqual([]);
  });

  it('books the chosen time with the zone it was chosen in', async () => {
    product.api.answer(api.createBooking, { ok: true, isConfirmed: true });
    await renderScreen(<CallScheduler offered={offered(...DAYS)} />);
    await inUtc();
    await page.getByRole('radio', { name: 'Saturday, March 2' }).click();
    await page.getByRole('radio', { name: '8:00 AM' }).click();
    await fillIn();
    await press();
    await expect.element(page.getByText('Saturday, March 2, 2030 at 8:00 AM UTC')).toBeVisible();
    await expect.element(page.getByText(/^Booked\./)).toBeVisible();
    expect(product.api.sent(api.createBooking)).toEqual([
      { name: 'Ada', email: 'ada@people.example', words: '', startsAt: DAYS[1], zone: 'UTC', botfield: '' },
    ]);
  });

  it('keeps the chosen moment when the zone changes, on another day there', async () => {
    await renderScreen(<CallScheduler offered={offered(...DAYS)} />);
    await inUtc();
    await page.getByRole('radio', { name: '8:00 AM' }).click();
    await page.getByRole('combobox', { name: 'Your time zone' }).selectOptions('Pacific/Honolulu');
    await expect.element(page.getByRole('radio', { name: 'Thursday, February 28' })).toBeChecked();
    await expect.element(page.getByRole('radio', { name: '10:00 PM' })).toBeChecked();
  });

  it('shows later days once they are asked for', async () => {
    await renderScreen(<CallScheduler offered={offered(...DAYS)} />);
    await inUtc();
    expect(page.getByRole('radio', { name: /March/ }).elements()).toHaveLength(6);
    await page.getByRole('button', { name: 'Later days' }).click();
    expect(page.getByRole('radio', { name: /March/ }).elements()).toHaveLength(8);
  });

  it('loads the times again when the chosen one was taken meanwhile, and keeps the words', async () => {
    product.api.refuse(api.createBooking, 409, {
      code: 'time_taken',
      message: 'That time isn’t free any more.',
    });
    product.api.answer(api.listOfferedTimes, offered('2030-03-02T09:00:00.000Z'));
    await renderScreen(<CallScheduler offered={offered(...DAYS)} />);
    await inUtc();
    await page.getByRole('radio', { name: '8:00 AM' }).click();
    await fillIn();
    await press();
    await expect.element(page.getByText(/^That time isn’t free any more/)).toBeVisible();
    await expect.element(page.getByRole('radio', { name: '9:00 AM' })).toBeVisible();
    await expect.element(page.getByRole('radio', { name: '9:00 AM' })).not.toBeChecked();
    await expect.element(field('Your name')).toHaveValue('Ada');
  });

  it('says what to do when every time is taken', async () => {
    await renderScreen(<CallScheduler offered={offered()} />);
    await expect.element(page.getByText(/^Every time is taken/)).toBeVisible();
  });

  it('keeps the words when the server is out of reach', async () => {
    await renderScreen(<CallScheduler offered={offered('2030-03-02T09:00:00.000Z')} />);
    await page.getByRole('radio', { name: /AM|PM/ }).click();
    await fillIn();
    await press();
    await expect.element(page.getByText(/^Nothing you wrote is lost/)).toBeVisible();
    await expect.element(field('Your name')).toHaveValue('Ada');
  });
});
