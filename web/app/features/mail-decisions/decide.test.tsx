import { api } from '@atelier/domain/api.ts';
import type { Decision, DecisionThing } from '@atelier/domain/mail-decisions/schema.ts';
import { MemoryRouter, useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/accessibility.ts';
import { startTestApi } from '../../../test/product.tsx';
import Decide from './decide.tsx';

const product = startTestApi();
const TOKEN = 'a'.repeat(43);
const PATH = '/client-portal/0193f5a0-0000-7000-8000-000000000002?tab=milestones';
const thing: DecisionThing = {
  kind: 'review',
  name: 'Ada',
  project: 'Acme',
  title: 'Design',
  text: 'Two drafts.\nOne to choose.',
  due: '2026-12-01',
  note: 'Mind the logo.',
  previewLink: 'https://preview.example/a',
  fileNames: ['design.pdf'],
  expiresAt: '2026-12-10T09:00:00.000Z',
};
const open = (more: Partial<DecisionThing> = {}): Decision => ({
  state: 'open',
  path: PATH,
  thing: { ...thing, ...more },
  answered: null,
});
const ended = (state: Decision['state'], answered: Decision['answered'] = null): Decision => ({
  ...{ state, path: PATH, answered },
  thing: null,
});
const button = (name: string) => page.getByRole('button', { name });

function Address() {
  const { pathname, hash } = useLocation();
  return <output data-testid="address">{pathname + hash}</output>;
}

const show = (at = `/decide#${TOKEN}`) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Decide />
      <Address />
    </MemoryRouter>,
  );

describe('Decide', () => {
  it('shows the thing itself, decides nothing by being opened, and takes the secret out of the address', async () => {
    product.api.answer(api.findDecision, open());
    await show();
    await expect.element(page.getByRole('heading', { name: 'Design' })).toBeVisible();
    for (const text of ['Two drafts.', 'Mind the logo.', 'design.pdf', 'Dec 1, 2026', 'Acme'])
      await expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
    await expect.poll(() => page.getByTestId('address').element().textContent).toBe('/decide');
    expect(product.api.sent(api.findDecision)).toEqual([{ token: TOKEN }]);
    expect(product.api.sent(api.decide)).toEqual([]);
    await expectAccessible();
  });

  it('approves with one press, says so, and leads to the portal', async () => {
    product.api.answer(api.findDecision, open());
    product.api.answer(api.decide, { answer: 'approve', path: PATH });
    await show();
    await button('Approve').click();
    await expect.element(page.getByText('Approved. Thank you!')).toBeVisible();
    expect(product.api.sent(api.decide)).toEqual([{ token: TOKEN, answer: 'approve', words: '' }]);
    await expect.element(button('Approve')).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Open the portal' })).toHaveAttribute('href', PATH);
    await expectAccessible();
  });

  it('asks what should change, and keeps the words when they couldn’t be sent', async () => {
    product.api.answer(api.findDecision, open());
    await show();
    await button('Needs changes').click();
    await button('Ask for changes').click();
    await expect.element(page.getByText('Write what should change.')).toBeVisible();
    expect(product.api.sent(api.decide)).toEqual([]);
    const field = page.getByRole('textbox', { name: 'What should change?' });
    await field.fill('Bluer.');
    await button('Ask for changes').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(field).toHaveValue('Bluer.');
    await expectAccessible();
    product.api.answer(api.decide, { answer: 'needs_changes', path: PATH });
    await button('Ask for changes').click();
    await expect.element(page.getByText('Sent. The studio has what you wrote.')).toBeVisible();
    expect(product.api.sent(api.decide).at(-1)).toEqual({
      token: TOKEN,
      answer: 'needs_changes',
      words: 'Bluer.',
    });
  });

  it('sends a request as done, with or without a note', async () => {
    product.api.answer(api.findDecision, open({ kind: 'request', title: 'The logo', note: null }));
    product.api.answer(api.decide, { answer: 'done', path: PATH });
    await show();
    await expect.element(button('Approve')).not.toBeInTheDocument();
    await button('Add a note').click();
    await page.getByRole('textbox', { name: /^Note to the studio/ }).fill('Sent by post.');
    await button('Send as done').click();
    await expect.element(page.getByText('Sent. The studio takes a look at it.')).toBeVisible();
    expect(product.api.sent(api.decide)).toEqual([{ token: TOKEN, answer: 'done', words: 'Sent by post.' }]);
  });

  it('takes no more presses once the answer is refused for good, and keeps what was typed', async () => {
    product.api.answer(api.findDecision, open());
    product.api.refuse(api.decide, 409, { code: 'conflict', message: 'This has changed.' });
    await show();
    await button('Needs changes').click();
    await page.getByRole('textbox').fill('Bluer.');
    await button('Ask for changes').click();
    await expect.element(page.getByText('This has changed.')).toBeVisible();
    await expect.element(button('Ask for changes')).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'What you wrote' })).toHaveValue('Bluer.');
    await expect
      .element(page.getByRole('link', { name: 'Sign in and open it' }))
      .toHaveAttribute('href', PATH);
  });

  it.each([
    [
      ended('used', { answer: 'approve', at: '2026-11-20T09:00:00.000Z' }),
      /^You approved it on Nov 20, 2026\./,
    ],
    [ended('expired'), /^This link has expired/],
    [ended('changed'), /^This has changed since the email was sent/],
    [ended('sign_in'), /^Please sign in for this/],
  ])('says why link %# takes no answer, and where to sign in', async (decision, sentence) => {
    product.api.answer(api.findDecision, decision);
    await show();
    await expect.element(page.getByText(sentence)).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Sign in/ })).toHaveAttribute('href', PATH);
    expect(page.getByRole('button').elements()).toHaveLength(0);
    await expectAccessible();
  });

  it.each([['/decide'], ['/decide#short']])('says that %s is no whole link', async (at) => {
    await show(at);
    await expect.element(page.getByText('This link doesn’t work.')).toBeVisible();
    expect(product.api.sent(api.findDecision)).toEqual([]);
  });

  it('says the same of a link that nobody made', async () => {
    product.api.refuse(api.findDecision, 404, { code: 'not_found', message: 'No.' });
    await show();
    await expect.element(page.getByText('This link doesn’t work.')).toBeVisible();
  });

  it('can ask again while nothing is in reach', async () => {
    await show();
    await expect.element(button('Try again')).toBeVisible();
    product.api.answer(api.findDecision, open());
    await button('Try again').click();
    await expect.element(page.getByRole('heading', { name: 'Design' })).toBeVisible();
  });

  it('leads to the portal’s front for an address of another place', async () => {
    product.api.answer(api.findDecision, { ...ended('expired'), path: 'https://evil.example/' });
    await show();
    await expect
      .element(page.getByRole('link', { name: /^Sign in/ }))
      .toHaveAttribute('href', '/client-portal');
  });
});
