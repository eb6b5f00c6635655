import { api } from '@atelier/domain/api.ts';
import { TOO_MANY_ATTEMPTS } from '@atelier/domain/auth/rules.ts';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, signOut, startTestApi } from '../../../../test/product.tsx';
import SignUp from './sign-up.tsx';

signOut();
const product = startTestApi();
const user = { username: 'ada_l', email: 'ada@people.example', password: 'correct Horse 7 battery' };
const field = (name: string) => page.getByLabelText(name, { exact: true });
const username = () => page.getByRole('textbox', { name: /^Username/ });
const email = () => page.getByRole('textbox', { name: /^Email/ });
const password = () => field('Password');
const confirmation = () => page.getByLabelText(/^Confirm password/);
const createAccount = () => page.getByRole('button', { name: 'Create account' });
const available = () => page.getByText('Available', { exact: true });

const open = () =>
  renderScreen(
    <Routes>
      <Route path="/sign-up" element={<SignUp />} />
      <Route path="/login" element={<h1>Welcome back</h1>} />
    </Routes>,
    { at: '/sign-up' },
  );

/** Opens the form and fills it in. */
async function openFilled() {
  const screen = await open();
  await username().fill(user.username);
  await email().fill(user.email);
  await password().fill(user.password);
  await confirmation().fill(user.password);
  await expect.element(available()).toBeVisible();
  return screen;
}

beforeEach(() => product.api.answer(api.checkUsername, { available: true }));

describe('SignUp', () => {
  it('can be sent once it is complete and the username is free', async () => {
    await open();
    await expect.element(createAccount()).toBeDisabled();
    await username().fill(user.username);
    await email().fill(user.email);
    await password().fill(user.password);
    await confirmation().fill(user.password);
    await expect.element(createAccount()).toBeEnabled();
    for (const [input, value] of [
      [username(), user.username],
      [email(), user.email],
      [confirmation(), user.password],
    ] as const) {
      await input.fill('');
      await expect.element(createAccount()).toBeDisabled();
      await input.fill(value);
      await expect.element(createAccount()).toBeEnabled();
    }
  });

  it('shows one error at a time, on its field', async () => {
    await openFilled();
    await email().fill('no address');
    await password().fill('short');
    await confirmation().fill('different');
    await createAccount().click();
    await expect.element(page.getByText('Enter a valid email address.')).toBeVisible();
    await expect.element(email()).toHaveFocus();
    await expect.element(page.getByText('Min 8 characters')).not.toBeInTheDocument();

    await email().fill(user.email);
    await createAccount().click();
    await expect.element(page.getByText('Min 8 characters')).toBeVisible();
    await expect.element(page.getByText('Passwords do not match')).not.toBeInTheDocument();

    await password().fill('long enough');
    await createAccount().click();
    await expect.element(confirmation()).toHaveAccessibleDescription('Passwords do not match');
    await expect.element(confirmation()).toHaveFocus();

    await username().fill('a b');
    await userEvent.keyboard('{Enter}');
    await expect.element(username()).toHaveAccessibleDescription(/Letters\/numbers\/_ only/);
  });

  it('says why it can’t be sent yet when Enter is pressed', async () => {
    await openFilled();
    const { promise: checked, resolve: release } = Promise.withResolvers<void>();
    product.api.answer(api.checkUsername, { available: false }, checked);
    await username().fill('TAKEN');
    await userEvent.keyboard('{Enter}');
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('Please wait for the username check to finish.');
    release();
    await expect.element(page.getByText('Already taken')).toBeVisible();
    await expect.element(createAccount()).toBeDisabled();
    await username().click();
    await userEvent.keyboard('{Enter}');
    await expect.element(alert).toHaveTextContent('Please choose an available username.');
  });

  it('repeats a failed username check', async () => {
    await open();
    product.api.answerBy(api.checkUsername, () => {
      throw new TypeError('Failed to fetch');
    });
    await username().fill(user.username);
    await expect.element(page.getByText(/Couldn’t check this name\./)).toBeVisible();
    product.api.answer(api.checkUsername, { available: true });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect.element(available()).toBeVisible();
  });

  it('shows the password’s strength, and its text on request', async () => {
    const { container } = await open();
    // A password manager stores it with the address used to sign in.
    expect(container.querySelector('[autocomplete=username]')).toHaveAttribute('name', 'email');
    for (const [typed, label] of [
      ['abc', 'Too weak'],
      ['abcdefgh', 'Weak'],
      ['Abcdefgh', 'Okay'],
      ['Abcdefghijkl', 'Strong'],
      ['Abcdefghij1!', 'Very strong'],
    ] as const) {
      await password().fill(typed);
      await expect.element(page.getByText(label, { exact: true })).toBeVisible();
    }
    await expect.element(password()).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).first().click();
    await expect.element(password()).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect.element(password()).toHaveAttribute('type', 'password');
  });

  it('explains a refusal for too many tries or a known address, and links to sign-in', async () => {
    await openFilled();
    // Without this header the authentication client doesn't read the reply's code.
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    const alert = page.getByRole('alert');
    for (const [status, body, message] of [
      [429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' }, /Too many attempts/],
      [
        422,
        { code: 'user_already_exists', message: 'User already registered' },
        /You already have an account/,
      ],
    ] as const) {
      product.api.answerProvider('signup', () => Response.json(body, { status, headers }));
      await createAccount().click();
      await expect.element(alert).toMatchTextContent(message);
    }
    await alert.getByRole('link', { name: 'Sign in' }).click();
    await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });

  it('says what is the matter when a provider sends no code or a proxy answers', async () => {
    await openFilled();
    for (const [reply, message] of [
      [() => new Response('<h1>Proxy</h1>', { status: 429 }), TOO_MANY_ATTEMPTS],
      [() => new Response('<h1>Proxy</h1>'), 'Unable to create the account.'],
      [() => Response.json({}), 'Unable to create the account.'],
    ] as const) {
      product.api.answerProvider('signup', reply);
      await createAccount().click();
      await expect.element(page.getByRole('alert')).toMatchTextContent(message);
    }
  });
});
