import { TOO_MANY_ATTEMPTS } from '@atelier/domain/auth/rules.ts';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { newSession, renderScreen, signOut, startTestApi } from '../../../../test/product.tsx';
import { authProvider, sessionKey } from '../../../lib/session/auth-provider.ts';
import Login from './login.tsx';

signOut();
const product = startTestApi();
const email = () => page.getByRole('textbox', { name: /^Email/ });
const password = () => page.getByLabelText('Password', { exact: true });
const alert = () => page.getByRole('alert');
const press = () => page.getByRole('button', { name: 'Sign in', exact: true }).click();

const open = () =>
  renderScreen(
    <Routes>
      <Route path="/login" element={<Login />} />
      <Route path="/profile" element={<h1>Profile</h1>} />
    </Routes>,
    { at: '/login' },
  );

async function submit() {
  await email().fill('mo@people.example');
  await password().fill('correct Horse 7 battery');
  await press();
}

const page200 = () => new Response('<!doctype html><title>Proxy</title>');
const page429 = () => new Response('<!doctype html><title>Proxy</title>', { status: 429 });
const empty429 = () => new Response('', { status: 429 });
/** A refusal in the words of older providers, without a code. */
const refusal = (sentence: string) => () =>
  Response.json({ error: 'invalid_grant', error_description: sentence }, { status: 400 });

describe('Login', () => {
  it('shows the error of a missing field without sending anything', async () => {
    await open();
    await press();
    await expect.element(email()).toHaveAccessibleDescription('Enter a valid email address.');
    await expect.element(email()).toHaveFocus();
    await email().fill('mo@people.example');
    await press();
    await expect.element(password()).toHaveAccessibleDescription('Enter your password.');
    expect(product.api.sentToProvider('token')).toEqual([]);
  });

  it('says what is the matter when a provider sends no code or a proxy answers', async () => {
    await open();
    for (const [reply, message] of [
      [refusal('Invalid login credentials'), 'Wrong email or password.'],
      [page200, 'Unable to sign in.'],
      [page429, TOO_MANY_ATTEMPTS],
      [empty429, TOO_MANY_ATTEMPTS],
      [
        refusal('Email not confirmed'),
        'Please verify your email before signing in. We can resend the verification link below.',
      ],
    ] as const) {
      product.api.answerProvider('token', reply);
      await submit();
      await expect.element(alert()).toHaveTextContent(message);
    }
    product.api.answerProvider('resend', page429);
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await expect.element(alert().filter({ hasText: TOO_MANY_ATTEMPTS })).toBeVisible();
  });

  it('lets no unconfirmed client in, even when the provider does', async () => {
    const { user, ...session } = newSession();
    product.api.answerProvider('token', () => Response.json({ ...session, user }));
    product.api.answerProvider('logout', () => new Response(null, { status: 204 }));
    await open();
    await submit();
    await expect.element(alert()).toMatchTextContent('Please verify your email before signing in.');
    expect(localStorage.getItem(sessionKey(authProvider()))).toBeNull();
  });

  it('keeps its text when the provider is out of reach, and signs in with it afterwards', async () => {
    await open();
    await submit();
    await expect
      .element(alert())
      .toHaveTextContent('Network error. Please check your connection and try again.');
    const session = newSession();
    const user = { ...session.user, email_confirmed_at: '2026-11-01T09:00:00.000Z' };
    product.api.answerProvider('token', () => Response.json({ ...session, user }));
    await press();
    await expect.element(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  });
});
