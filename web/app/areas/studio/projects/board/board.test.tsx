import { api } from '@atelier/domain/api.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import type { ProjectStage } from '@atelier/domain/projects/rules.ts';
import type { BoardCard } from '@atelier/domain/projects/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, startTestApi } from '../../../../../test/product.tsx';
import { Board } from './board.tsx';

const PROJECT_ID = '0193f5a0-0000-7000-8000-000000000001';
const card = (stage: ProjectStage): BoardCard => ({
  _id: PROJECT_ID,
  id: PROJECT_ID,
  email: 'ada@acme.example',
  company: 'Acme',
  title: 'Website',
  updatedAt: '2026-11-20T09:00:00.000Z',
  stage,
  milestones: { total: 1, approved: 0 },
  value: { low: 4_200, high: 4_200, isEstimate: false },
  nextDue: '2099-05-04',
  isAccepted: true,
});
const milestone = (status: Milestone['status']): Milestone => ({
  _id: '0193f5a0-0000-7000-8000-000000000011',
  id: '0193f5a0-0000-7000-8000-000000000011',
  title: 'Design',
  description: '',
  due: null,
  status,
  statusAt: '2026-11-20T09:00:00.000Z',
  reason: null,
  byMailLink: false,
  preview: null,
  published: true,
  order: 1,
  revision: 3,
  createdAt: '2026-11-20T09:00:00.000Z',
});

const product = startTestApi();
const column = (name: string) => page.getByRole('region', { name, exact: true });
const link = page.getByRole('link', { name: 'Acme Website' });

async function choose(stage: string): Promise<void> {
  const opener = page.getByRole('button', { name: 'Move Acme · Website to…' });
  await expect.element(opener).toBeVisible();
  opener.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: new RegExp(`^${stage}`) })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
}

function show(stage: ProjectStage): void {
  product.api.answer(api.getBoard, { items: [card(stage)], isWhole: true });
}

beforeEach(() => {
  show('reserved');
  product.api.answer(api.listMilestonesAsStudio, { items: [milestone('pending')] });
});

describe('Board', () => {
  it('does the act of a move, with the revision it has just read, and keeps the focus on the card', async () => {
    product.api.answer(api.setMilestoneStatus, { milestone: milestone('in_progress'), undo: null });
    await renderScreen(<Board />);
    await expect.element(column('Reserved').getByRole('link', { name: 'Acme Website' })).toBeVisible();
    show('work');
    await choose('In work');
    await expect.element(page.getByText('“Acme · Website” moved to In work.')).toBeInTheDocument();
    await expect.element(column('In work').getByRole('link', { name: 'Acme Website' })).toBeVisible();
    expect(product.api.sent(api.setMilestoneStatus)).toEqual([{ status: 'in_progress', revision: 3 }]);
    await expect.element(link).toHaveFocus();
  });

  it('brings a card back with the server’s sentence when the act is refused', async () => {
    const message = 'This milestone has just changed.';
    product.api.refuse(api.setMilestoneStatus, 409, { code: 'conflict', message });
    await renderScreen(<Board />);
    await choose('In work');
    await expect.element(column('Reserved').getByText(new RegExp(`^${message}`))).toBeVisible();
    await expect
      .element(page.getByText(`“Acme · Website” stays in Reserved. ${message}`))
      .toBeInTheDocument();
    await expect.element(link).toHaveFocus();
  });

  it('offers no move but the studio’s own, and says why', async () => {
    show('contract');
    await renderScreen(<Board />);
    await page.getByRole('button', { name: 'Move Acme · Website to…' }).click();
    const reserved = page.getByRole('menuitem', { name: /^Reserved.*Only your client reserves a place/ });
    await expect.element(reserved).toBeVisible();
    const items = page.getByRole('menuitem').elements();
    expect(items).toHaveLength(5);
    expect(items.every((item) => item.getAttribute('aria-disabled') === 'true')).toBe(true);
  });
});
