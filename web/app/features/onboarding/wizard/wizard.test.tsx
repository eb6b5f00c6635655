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

/** Opens the wizard without a draft, at a query. */
function open(query = '') {
  discardLocalCopy();
  const parameters = parseStartParameters(new URLSearchParams(query));
  const opening = resolveOpening({
    project: null,
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
});
