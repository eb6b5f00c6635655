import { Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { advance, stopClock } from '../../../../test/clock.ts';
import { renderScreen, signOut, startTestApi } from '../../../../test/product.tsx';
import { getAuthClient } from '../../../lib/session/session.ts';
import Login from '../sign-in/login.tsx';
import Callback from './callback.tsx';

signOut();
const product = startTestApi();
const noSession = () => page.getByText("We couldn't establish a session. Please log in.");
const heading = (name: string) => page.getByRole('heading', { name, level: 1 });

const open = (query: string) =>
  renderScreen(
    <Routes>
      <Route path="/auth/callback" element={<Callback />} />
      <Route path="/login" element={<Login />} />
    </Routes>,
    { at: `/auth/callback${query}` },
  );

/** Moves the clock in steps of so many ms until the last look finds no session. @returns how far, in ms */
async function untilNoSession(step: number): Promise<number> {
  const before = Date.now();
  while (noSession().elements().length === 0) await advance(step);
  return Date.now() - before;
}

// Its own waits, begun with the clock stopped, would outlast the test.
beforeAll(getAuthClient);
beforeEach(() => stopClock());
afterEach(() => vi.useRealTimers());

describe('Callback', () => {
  it('looks for a session ten times, then leads to /login', async () => {
    await open('');
    await expect.element(page.getByText('Signing you in…')).toBeVisible();
    expect(await untilNoSession(100)).toBeGreaterThanOrEqual(9 * 400);
    await advance(1_000);
    await expect.element(heading('Email Confirmed')).toBeVisible();
    await advance(200);
    await expect.element(heading('Welcome back')).toBeVisible();
  });

  it.each(['?code=made-up', '#access_token=made.up.token&refresh_token=x', '?message=confirmed'])(
    'reports no address as confirmed for a made-up %s',
    async (made) => {
      const refused = () => Response.json({ code: 'bad_jwt', message: 'invalid JWT' }, { status: 403 });
      product.api.answerProvider('user', refused);
      product.api.answerProvider('token', () =>
        Response.json({ code: 'flow_state_not_found', message: 'Not found' }, { status: 404 }),
      );
      await open(made);
      await untilNoSession(400);
      await advance(1_200);
      await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      expect(page.getByText(/confirmed/).elements()).toEqual([]);
    },
  );

  it('shows its own sentence for a refusal, and not the address’s', async () => {
    await open('?error=x&error_description=Call+0900+123+now');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('This link couldn’t be used. Ask for a new one.');
  });
});
