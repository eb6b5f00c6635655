import { api } from '@atelier/domain/api.ts';
import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, startTestApi, USER_ID } from '../../../test/product.tsx';
import { ClientViewContext } from '../../lib/pages/project-view.ts';
import { ProjectHeading } from './project-heading.tsx';
import { getPortalProject } from './projects.queries.ts';

const ID = '0193f5a0-0000-7000-8000-000000000002';
const brief = { ...emptyBrief(), company: 'Acme', features: ['web'] as const };
const project: Project = {
  _id: ID,
  id: ID,
  userId: USER_ID,
  email: 'ada@people.example',
  title: 'Website',
  status: 'submitted',
  stage: 'proposal',
  step: 7,
  revision: 1,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  submittedAt: '2026-11-01T09:00:00.000Z',
  data: { ...brief, features: ['web'] },
  final: { ...brief, features: ['web'] },
  estimate: null,
  clientRole: 'contact',
};

const product = startTestApi();
const named = (title: string): Project => ({ ...project, title });
const stored = (title: string) => product.api.answer(api.getPortalProject, { project: named(title) });
const heading = () => page.getByRole('heading');
const field = () => page.getByRole('textbox', { name: 'Title' });
const rename = () => page.getByRole('button', { name: /^Rename/ });

/** The heading of the project as it is stored. */
function Shown() {
  const { data } = useQuery(getPortalProject(ID));
  return data && <ProjectHeading project={data} level={2} headingRef={undefined} />;
}

async function open() {
  await renderScreen(<Shown />);
  await rename().click();
  await expect.element(field()).toHaveFocus();
}

beforeEach(() => stored('Website'));

describe('ProjectHeading', () => {
  it('saves a title with Enter, says which one it saw, and takes the keyboard back', async () => {
    await open();
    await userEvent.fill(field(), 'Spring campaign');
    product.api.answer(api.renameProject, { project: named('Spring campaign') });
    stored('Spring campaign');
    await userEvent.keyboard('{Enter}');
    await expect.element(heading()).toHaveTextContent('Acme · Spring campaign');
    expect(product.api.sent(api.renameProject)).toEqual([{ title: 'Spring campaign', seen: 'Website' }]);
    await expect.element(page.getByRole('button', { name: 'Rename “Spring campaign”' })).toHaveFocus();
  });

  it('restores the title with Escape and sends nothing', async () => {
    await open();
    await userEvent.fill(field(), 'Spring');
    await userEvent.keyboard('{Escape}');
    await expect.element(rename()).toHaveFocus();
    await expect.element(heading()).toHaveTextContent('Acme · Website');
    await rename().click();
    await expect.element(field()).toHaveValue('Website');
    await userEvent.keyboard('{Enter}');
    await expect.element(rename()).toHaveFocus();
    expect(product.api.sent(api.renameProject)).toEqual([]);
  });

  it('keeps what was typed when saving fails', async () => {
    await open();
    await userEvent.fill(field(), 'Spring');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Failed to rename.')).toBeVisible();
    await expect.element(field()).toHaveValue('Spring');
  });

  it('says who was faster, and replaces their title with the next Save', async () => {
    await open();
    await userEvent.fill(field(), 'Spring');
    const message = 'The title was changed to “Shop” meanwhile. Save again to replace that.';
    product.api.refuse(api.renameProject, 409, { code: 'conflict', message });
    stored('Shop');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(field()).toHaveValue('Spring');
    product.api.answer(api.renameProject, { project: named('Spring') });
    stored('Spring');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(heading()).toHaveTextContent('Acme · Spring');
    expect(product.api.sent(api.renameProject)).toEqual([
      { title: 'Spring', seen: 'Website' },
      { title: 'Spring', seen: 'Shop' },
    ]);
  });

  it('offers no renaming when the project is archived or the studio looks as the client', async () => {
    await renderScreen(
      <>
        <ProjectHeading project={{ ...project, status: 'archived' }} level={2} headingRef={undefined} />
        <ClientViewContext value={true}>
          <ProjectHeading project={project} level={2} headingRef={undefined} />
        </ClientViewContext>
      </>,
    );
    await expect.element(heading().first()).toBeVisible();
    await expect.element(rename()).not.toBeInTheDocument();
  });
});
