import { api } from '@atelier/domain/api.ts';
import { contactUndoPath } from '@atelier/domain/pages.ts';
import type { ContactChange } from '@atelier/domain/people/schema.ts';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../../test/contracts.ts';
import { renderScreen, signIn, startTestApi } from '../../../test/product.tsx';
import ContactUndo from './contact-undo.tsx';

signIn();
const product = startTestApi();

const CHANGE: ContactChange = {
  state: 'open',
  project: 'Sample Bakery · Website',
  changedAt: '2026-11-20T09:00:00.000Z',
  undoUntil: '2026-11-23T09:00:00.000Z',
  contact: 'bea',
  leaving: ['dan', 'eve'],
  returning: ['cyd'],
};
const show = () =>
  renderScreen(
    <Routes>
      <Route path="/contact-change/:changeId" element={<ContactUndo />} />
    </Routes>,
    { at: contactUndoPath(idOf(9)) },
  );
const open = (change: Partial<ContactChange> = {}) => {
  product.api.answer(api.findContactChange, { ...CHANGE, ...change });
  return show();
};
const button = page.getByRole('button', { name: 'Undo the change' });

describe('ContactUndo', () => {
  it('says who goes out, who comes back, and that the new contact stays a colleague', async () => {
    await open();
    await expect.element(page.getByText('Out of the project: dan, eve')).toBeVisible();
    await expect.element(page.getByText('Back in it: cyd')).toBeVisible();
    await expect.element(page.getByText('bea was in it before', { exact: false })).toBeVisible();
    await expect.element(button).toBeVisible();
  });

  it('says so where the new contact has left already', async () => {
    await open({ contact: null, leaving: [], returning: [] });
    await expect.element(page.getByText('are it again', { exact: false })).toBeVisible();
    await expect.element(page.getByText('Out of the project', { exact: false })).not.toBeInTheDocument();
    await expect.element(button).toBeVisible();
  });

  it.each<[ContactChange['state'], string]>([
    ['undone', 'You undid it.'],
    ['overruled', 'have been changed again since'],
    ['expired', 'which are over'],
  ])('offers nothing once it is %s', async (state, text) => {
    await open({ state, contact: null, leaving: [], returning: [] });
    await expect.element(page.getByText(text, { exact: false })).toBeVisible();
    await expect.element(button).not.toBeInTheDocument();
  });

  it('shows why an undo is refused, and keeps the button', async () => {
    await open();
    const message = 'This could be undone for 3 days, which are over.';
    product.api.refuse(api.undoContactChange, 409, { code: 'undo_too_late', message });
    await button.click();
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(button).toBeVisible();
  });

  it('says to anyone else that it isn’t theirs, and nothing of the project', async () => {
    product.api.refuse(api.findContactChange, 404, { code: 'not_found', message: 'Not found.' });
    await show();
    await expect.element(page.getByText('This isn’t yours.')).toBeVisible();
    await expect.element(page.getByText('Sample Bakery', { exact: false })).not.toBeInTheDocument();
  });
});
