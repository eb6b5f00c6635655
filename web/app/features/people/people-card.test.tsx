import { api } from '@atelier/domain/api.ts';
import type { ProjectPeople } from '@atelier/domain/people/schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, project } from '../../../test/contracts.ts';
import { renderScreen, signIn, startTestApi } from '../../../test/product.tsx';
import ProjectPeopleCard from './people-card.tsx';

signIn();
const product = startTestApi();

const PEOPLE: ProjectPeople = {
  people: [
    { accountId: idOf(1), name: 'ada', email: 'ada@people.example', role: 'contact', since: null },
    {
      accountId: idOf(2),
      name: 'bea',
      email: 'bea@people.example',
      role: 'follows',
      since: '2026-11-20T09:00:00.000Z',
    },
  ],
  invitations: [
    {
      id: idOf(3),
      email: 'cyd@people.example',
      role: 'decides',
      invitedAt: '2020-01-01T09:00:00.000Z',
      expiresAt: '2020-01-15T09:00:00.000Z',
    },
  ],
};
const answer = (people: ProjectPeople = PEOPLE) => product.api.answer(api.listPeople, people);
const open = (canManage = true, onLeft?: () => void) =>
  renderScreen(
    <ProjectPeopleCard project={project} title="People" canManage={canManage} {...(onLeft && { onLeft })} />,
  );
const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const button = (name: string | RegExp) => page.getByRole('button', { name });

beforeEach(() => answer());

describe('ProjectPeopleCard', () => {
  it('shows everyone with their role, and an invitation that has expired', async () => {
    await open(false);
    await expect.element(row('ada').getByText('Main contact', { exact: true }).first()).toBeVisible();
    await expect.element(row('bea').getByText('Follows', { exact: true }).first()).toBeVisible();
    await expect.element(row('cyd').getByText(/has expired/)).toBeVisible();
    await expect.element(button(/Invite|What to do|Take back/)).not.toBeInTheDocument();
  });

  it('lets the main contact change a role, and shows the reply', async () => {
    await open();
    const [contact, bea] = PEOPLE.people;
    product.api.answer(api.changeColleague, {
      people: [contact, bea && { ...bea, role: 'decides' as const }].filter((person) => person !== undefined),
      invitations: [],
    });
    await button('What to do with bea').click();
    await page.getByRole('menuitemradio', { name: 'Decides' }).click();
    await expect.element(row('bea').getByText('Decides', { exact: true }).first()).toBeVisible();
    expect(product.api.sent(api.changeColleague)).toEqual([{ role: 'decides' }]);
    await expect.element(row('cyd')).not.toBeInTheDocument();
  });

  it('keeps what was typed when an invitation fails', async () => {
    await open();
    product.api.refuse(api.inviteColleague, 409, {
      code: 'conflict',
      message: 'They are in this project already.',
    });
    await button('Invite a colleague').click();
    const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
    await dialog.getByLabelText('Email').fill('bea@people.example');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect.element(dialog.getByText('They are in this project already.')).toBeVisible();
    await expect.element(dialog.getByLabelText('Email')).toHaveValue('bea@people.example');
  });
});
