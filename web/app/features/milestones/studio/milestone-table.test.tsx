import { api } from '@atelier/domain/api.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, startTestApi } from '../../../../test/product.tsx';
import { useOpenEdits } from './kept-forms.ts';
import { MilestoneTable } from './milestone-table.tsx';

const PROJECT_ID = '0193f5a0-0000-7000-8000-000000000001';
const milestone = (number: number, title: string): Milestone => ({
  _id: `0193f5a0-0000-7000-8000-00000000001${number}`,
  id: `0193f5a0-0000-7000-8000-00000000001${number}`,
  title,
  description: '',
  due: null,
  status: 'pending',
  statusAt: '2026-11-20T09:00:00.000Z',
  reason: null,
  byMailLink: false,
  preview: null,
  published: true,
  order: number,
  revision: 1,
  createdAt: '2026-11-20T09:00:00.000Z',
});
const plan = [milestone(1, 'Design'), milestone(2, 'Build'), milestone(3, 'Launch')];
const [design, build, launch] = plan.map(({ _id }) => _id);

function Plan({ isReadOnly = false }: { isReadOnly?: boolean }) {
  const [announcement, announce] = useState('');
  return (
    <>
      <p role="status">{announcement}</p>
      <MilestoneTable
        projectId={PROJECT_ID}
        milestones={plan}
        edits={useOpenEdits(PROJECT_ID, plan)}
        Picker={() => null}
        Needs={() => null}
        isAccepted
        isReadOnly={isReadOnly}
        onDiscarded={() => undefined}
        onAnnounce={announce}
        onStale={() => undefined}
        onDelete={() => undefined}
      />
    </>
  );
}

const product = startTestApi();
const orders = () => product.api.sent(api.reorderMilestones);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const pickUp = async (title: string) => {
  button(`Drag ${title}`).element().focus();
  await userEvent.keyboard(' ');
};

beforeEach(() => {
  product.api.answer(api.listMilestonesAsStudio, { items: plan });
  product.api.answer(api.reorderMilestones, { items: plan });
});

describe('MilestoneTable', () => {
  it('sends the new order with the one it was made from when a milestone is moved down', async () => {
    await renderScreen(<Plan />);
    await button('Move Design down').click();
    await expect.poll(orders).toEqual([{ order: [build, design, launch], from: [design, build, launch] }]);
    await expect.element(page.getByText('“Design” is 2 of 3 now.')).toBeVisible();
  });

  it('moves nothing when the first milestone is moved up', async () => {
    await renderScreen(<Plan />);
    await expect.element(button('Move Design up')).toHaveAttribute('aria-disabled', 'true');
    await button('Move Design up').click({ force: true });
    expect(orders()).toEqual([]);
  });

  it('moves a milestone with the keyboard when it is dropped', async () => {
    await renderScreen(<Plan />);
    await pickUp('Launch');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(page.getByText('“Launch” would be 1 of 3.')).toBeInTheDocument();
    expect(orders()).toEqual([]);
    await userEvent.keyboard(' ');
    await expect.poll(orders).toEqual([expect.objectContaining({ order: [launch, design, build] })]);
  });

  it('puts a milestone back on Escape, and sends nothing', async () => {
    await renderScreen(<Plan />);
    await pickUp('Launch');
    await userEvent.keyboard('{ArrowUp}{Escape}');
    await expect.element(page.getByText('“Launch” is back where it was.')).toBeInTheDocument();
    const titles = page
      .getByRole('rowheader')
      .elements()
      .map(({ textContent }) => textContent);
    expect(titles).toEqual(['Design', 'Build', 'Launch']);
    expect(orders()).toEqual([]);
  });

  it('shows the reason, and no longer the move, when the order is refused', async () => {
    product.api.refuse(api.reorderMilestones, 409, { code: 'conflict', message: 'The plan has changed.' });
    await renderScreen(<Plan />);
    await button('Move Design down').click();
    await expect.element(page.getByText('The plan has changed.')).toBeVisible();
    await expect.element(page.getByText(/is 2 of 3 now/)).not.toBeInTheDocument();
  });

  it('offers no moves when the project is archived', async () => {
    await renderScreen(<Plan isReadOnly />);
    await expect.element(page.getByText('Build')).toBeVisible();
    expect(page.getByRole('button').elements()).toEqual([]);
  });
});
