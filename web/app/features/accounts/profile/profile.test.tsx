import type { Me } from '@atelier/domain/accounts/schema.ts';
import { api } from '@atelier/domain/api.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { advance, stopClock } from '../../../../test/clock.ts';
import { newSession, renderScreen, signIn, startTestApi, USER_ID } from '../../../../test/product.tsx';
import Profile from './profile.tsx';

const EMAIL = 'ada@people.example';
const NEXT = `next.${EMAIL}`;
const BOTH = 'Check BOTH inboxes (current & new) for confirmation links.';
// A change requested long ago is no longer pending and can be requested again at once.
const overdue = { new_email: NEXT, email_change_sent_at: '2020-01-31T12:00:00Z' };
signIn({ last_sign_in_at: '2026-11-20T10:00:00.000Z', ...overdue });

const product = startTestApi();
const me = (username = 'ada_l'): Me => ({
  role: 'client',
  roles: [],
  user: { _id: USER_ID, username, email: EMAIL, createdAt: '2026-11-01T09:00:00.000Z' },
});
const button = (name: string) => page.getByRole('button', { name, exact: true });
const username = () => page.getByRole('textbox', { name: /^Username/ });
const newEmail = () => page.getByRole('textbox', { name: /^New email/ });
const send = () => button('Send confirmation links').click();
const alert = () => page.getByRole('alert');
const taken = () => ({ available: false });

beforeEach(() => {
  product.api.answer(api.getMe, me());
  product.api.answer(api.listMyProjects, { items: [], page: 1, total: 0, pages: 0 });
  product.api.answer(api.getMyNotifications, { settings: [] });
  product.api.answer(api.listMySessions, { sessions: [] });
  product.api.answer(api.getCalendarFeed, { createdAt: null });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Profile', () => {
  // The account loads once in a file: this one comes first.
  it('shows a skeleton, then a failure, then the account’s details when tried again', async () => {
    const { promise: failed, reject } = Promise.withResolvers<void>();
    product.api.answer(api.getMe, me(), failed);
    await renderScreen(<Profile />);
    await expect.element(page.getByRole('heading', { name: 'Profile & Settings' })).toBeVisible();
    const skeleton = page.getByText('Loading your profile…');
    await expect.element(skeleton).toBeInTheDocument();
    await expect.poll(() => product.api.sent(api.getMe)).toHaveLength(1);
    reject(new TypeError('Failed to fetch'));
    await expect.element(page.getByText('Couldn’t load your profile.')).toBeVisible();
    await expect.element(skeleton).not.toBeInTheDocument();
    product.api.answer(api.getMe, me());
    await button('Try again').first().click();

    await expect.element(page.getByText('Member since')).toBeVisible();
    expect(page.getByText('ada_l', { exact: true }).elements()).toHaveLength(2);
    expect(page.getByText(EMAIL, { exact: true }).elements()).toHaveLength(2);
    await expect.element(page.getByText(/Last sign-in: \w{3} \d+, \d{4}/)).toBeVisible();
    await expect.element(page.getByText(USER_ID)).toBeVisible();
    expect(page.getByText('Member since').element().parentElement).toMatchTextContent(/\w{3}\s\d+,\s\d{4}/);
  });

  it('copies email and ID, confirmed for 1.2 seconds', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await renderScreen(<Profile />);
    const copied = button('Copied');
    for (const [name, text] of [
      ['Copy email', EMAIL],
      ['Copy ID', USER_ID],
    ] as const) {
      await button(name).click();
      await expect.element(copied).toBeVisible();
      expect(write).toHaveBeenLastCalledWith(text);
      await expect.element(copied).not.toBeInTheDocument();
    }
  });

  it('saves only a free and different username, and says “Saving…” meanwhile', async () => {
    await renderScreen(<Profile />);
    await button('Edit username').click();
    await expect.element(username()).toHaveValue('ada_l');
    await expect.element(button('Save')).toBeDisabled();
    product.api.answerBy(api.checkUsername, taken);
    await username().fill('claimed');
    await expect.element(page.getByText('Already taken')).toBeVisible();
    await expect.element(button('Save')).toBeDisabled();
    await button('Cancel').click();
    await button('Edit username').click();
    await expect.element(username()).toHaveValue('ada_l');

    // Changing the case of one's own username is allowed.
    product.api.answer(api.checkUsername, { available: true });
    await username().fill('ADA_L');
    await expect.element(page.getByText('Available')).toBeVisible();
    const { promise: saved, resolve: release } = Promise.withResolvers<void>();
    product.api.answer(api.updateProfile, { user: me('ADA_L').user }, saved);
    product.api.answer(api.getMe, me('ADA_L'));
    await button('Save').click();
    await expect.element(button('Saving…')).toBeDisabled();
    release();
    await expect.element(page.getByText('Username updated.')).toBeVisible();
    await expect.poll(() => page.getByText('ADA_L', { exact: true }).elements()).toHaveLength(2);

    // Another user claims the name between the check and the save.
    await button('Edit username').click();
    await username().fill('contested');
    await expect.element(page.getByText('Available')).toBeVisible();
    product.api.refuse(api.updateProfile, 409, {
      code: 'username_taken',
      message: 'That username is taken.',
    });
    await button('Save').click();
    await expect.element(alert().filter({ hasText: 'taken' })).toHaveTextContent('That username is taken.');
    await expect.element(username()).toHaveValue('contested');
    await button('Cancel').click();
  });

  it('explains why it rejects a new address', async () => {
    product.api.answerProvider('user', () => Response.json(newSession().user));
    await renderScreen(<Profile />);
    await expect
      .element(page.getByText(/^The links for the change to/))
      .toMatchTextContent(`The links for the change to ${NEXT} have expired.`);
    await button('Change email').click();
    await expect.element(newEmail()).toHaveValue(NEXT);
    await newEmail().fill('');
    await send();
    await expect.element(newEmail()).toHaveAccessibleDescription(/^Enter a new email\./);
    await newEmail().fill('no address');
    await send();
    await expect.element(page.getByText('Enter a valid email address.')).toBeVisible();
    await newEmail().fill(EMAIL);
    await send();
    await expect.element(page.getByText('This is your current email.')).toBeVisible();
    await button('Cancel').click();
  });

  it('shows the change of address as one alert for eight seconds', async () => {
    await renderScreen(<Profile />);
    await button('Change email').click();
    const banner = alert().filter({ hasText: 'BOTH' });
    const { promise: changed, resolve: release } = Promise.withResolvers<void>();
    product.api.answerProvider('user', async () => {
      await changed;
      return Response.json({ ...newSession().user, new_email: NEXT });
    });
    await newEmail().fill(NEXT);
    stopClock();
    await send();
    await expect.element(button('Sending…')).toBeDisabled();
    release();
    await expect.element(banner).toHaveTextContent(BOTH);
    expect(banner.elements()).toHaveLength(1);
    await expect.element(button('Change email')).toHaveFocus();
    // Each poll of the page has moved this clock a little: half a second is for those.
    await advance(7_400);
    await expect.element(banner).toBeVisible();
    await advance(600);
    await expect.element(banner).not.toBeInTheDocument();
  });
});
