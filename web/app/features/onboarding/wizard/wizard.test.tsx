import { questions } from '@atelier/content/questions.ts';
import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, signIn, startTestApi, USER_ID } from '../../../../test/product.tsx';
import { discardLocalCopy } from '../draft/local-copy.ts';
import { resolveOpening } from '../draft/opening.ts';
import { parseStartParameters } from '../draft/start-parameters.ts';
import { Wizard } from './wizard.tsx';

signIn();
const product = startTestApi();

/** Opens the wizard without a draft, at a query; without the server's reply if `isEarly`. */
function open(query = '', { isEarly = false } = {}) {
  discardLocalCopy();
  const parameters = parseStartParameters(new URLSearchParams(query));
  const opening = resolveOpening({
    project: isEarly ? undefined : null,
    local: undefined,
    sync: undefined,
    parameters,
    userId: USER_ID,
    timezone: 'Europe/Berlin',
  });
  const wizard = <Wizard {...{ opening, parameters, userId: USER_ID, onLateDraft: () => undefined }} />;
  return renderScreen(wizard, { at: `/start?${query}` });
}

const next = () => page.getByRole('button', { name: 'Next' });
const answer = (field: 'company' | 'contact' | 'email') =>
  page.getByRole('textbox', { name: new RegExp(`^${questions[field].label}`) });
const saved = () => product.api.sent(api.saveOnboarding);

describe('Wizard', () => {
  it('disables Next and names the missing answers until the step is answered', async () => {
    await open('features=lp&step=2');
    const needed = page.getByText(/Still needed:/);
    await expect.element(next()).toBeDisabled();
    await expect.element(needed).toBeVisible();
    for (const field of ['company', 'contact'] as const) await answer(field).fill('Ada');
    await answer('email').fill('ada@people');
    await expect.element(next()).toBeDisabled();
    await answer('email').fill('ada@people.example');
    await expect.element(next()).toBeEnabled();
    await expect.element(needed).not.toBeInTheDocument();
  });

  it('saves the draft and focuses the next step when step 1 is left', async () => {
    await open('features=lp');
    await next().click();
    await expect.element(answer('contact')).toBeVisible();
    await expect.poll(() => document.activeElement?.tagName).toBe('H2');
    await expect.poll(saved).toContainEqual(
      expect.objectContaining({
        step: 2,
        data: expect.objectContaining({ features: expect.arrayContaining(['lp']) }),
      }),
    );
  });

  it('focuses a missing answer when its name is pressed', async () => {
    await open('features=lp&step=2');
    await page.getByRole('button', { name: questions.contact.label }).click();
    await expect.element(answer('contact')).toHaveFocus();
    await expect.element(answer('contact')).toHaveAttribute('aria-invalid', 'true');
  });

  it('shows the missing answers when Enter is pressed before Next is possible', async () => {
    await open('features=lp&step=2');
    await answer('contact').fill('Ada');
    await userEvent.keyboard('{Enter}');
    await expect.element(answer('email')).toHaveAttribute('aria-invalid', 'true');
  });

  it('opens the furthest possible step when the link names a later one', async () => {
    await open('features=lp&step=6');
    await expect.element(answer('contact')).toBeVisible();
  });
  describe('opened before the server replied', () => {
    const goals = 'A shop for teas.';
    const prefill = {
      data: { contact: 'Ada Sample', email: 'ada@people.example', goals },
      writtenAt: '2030-01-01T00:00:00.000Z',
    };

    it('adds what the enquiry says before the first save', async () => {
      product.api.answer(api.getMyOnboarding, { onboarding: null, prefill });
      await open('features=lp', { isEarly: true });
      await next().click();
      await expect.element(answer('contact')).toHaveValue('Ada Sample');
      await expect.element(answer('email')).toHaveValue('ada@people.example');
      await expect.poll(() => saved()[0]).toMatchObject({ data: prefill.data });
    });

    it('saves all the same when the server doesn’t say what the brief begins with', async () => {
      product.api.refuse(api.getMyOnboarding, 500, { code: 'internal_error', message: 'Broken.' });
      await open('features=lp&step=2', { isEarly: true });
      await answer('contact').fill('Cyd');
      const data: unknown = expect.objectContaining({ contact: 'Cyd' });
      await expect.poll(saved).toContainEqual(expect.objectContaining({ data }));
    });
  });
});
