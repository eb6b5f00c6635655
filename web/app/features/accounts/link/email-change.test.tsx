import { api } from '@atelier/domain/api.ts';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { advance, stopClock } from '../../../../test/clock.ts';
import { newSession, renderScreen, signIn, signOut, startTestApi } from '../../../../test/product.tsx';
import EmailChange from './email-change.tsx';

signOut();
const product = startTestApi();
const alert = () => page.getByRole('alert');
const open = (query = '') =>
  renderScreen(
    <Routes>
      <Route path="/auth/email-change" element={<EmailChange />} />
      <Route path="/profile" element={<h1>Profile</h1>} />
    </Routes>,
    { at: `/auth/email-change${query}` },
  );

afterEach(() => {
  vi.useRealTimers();
  signOut();
});

describe('EmailChange', () => {
  it.each([
    ['?code=made-up', 'Missing verification code or session.'],
    ['#access_token=made.up.token&refresh_token=x', 'Missing verification code or session.'],
    [
      '?error_code=email_exists&error_description=Call+0900+123+now',
      'A user with this email address has already been registered. Choose another address on your profile.',
    ],
    ['?error=x&error_description=Call+0900+123+now', 'This link couldn’t be used. Ask for a new one.'],
  ])('reports no change for a made-up %s', async (made, message) => {
    product.api.answerProvider('user', () =>
      Response.json({ code: 'bad_jwt', message: 'invalid JWT' }, { status: 403 }),
    );
    product.api.answerProvider('token', () =>
      Response.json({ code: 'flow_state_not_found', message: 'Not found' }, { status: 404 }),
    );
    await open(made);
    await expect.element(alert()).toHaveTextContent(message);
    expect(page.getByText(/0900/).elements()).toEqual([]);
  });

  it('verifies the existing session without a link, then leads to /profile', async () => {
    signIn();
    stopClock();
    product.api.answerProvider('token', () => Response.json(newSession()));
    product.api.answer(api.syncEmail, { email: 'ada@people.example' });
    await open();
    await expect.element(page.getByText('Email verified!')).toBeVisible();
    await advance(1_000);
    await expect.element(page.getByText('Email verified!')).toBeVisible();
    await advance(200);
    await expect.element(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  });
});
