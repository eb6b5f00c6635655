import type { Milestone, MilestonePreview } from '@atelier/domain/milestones/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, startTestApi } from '../../../test/product.tsx';
import { PreviewCard } from './preview-card.tsx';

const milestone: Milestone = {
  _id: '0193f5a0-0000-7000-8000-000000000011',
  id: '0193f5a0-0000-7000-8000-000000000011',
  title: 'Design',
  description: '',
  due: null,
  status: 'in_review',
  statusAt: '2026-11-20T09:00:00.000Z',
  reason: null,
  byMailLink: false,
  preview: null,
  published: true,
  order: 0,
  revision: 1,
  createdAt: '2026-11-20T09:00:00.000Z',
};
const project = { _id: '0193f5a0-0000-7000-8000-000000000001' } as Project;

startTestApi();

const show = (preview: MilestonePreview, status: Milestone['status'] = 'in_review') =>
  renderScreen(
    <PreviewCard
      project={project}
      milestone={{ ...milestone, status }}
      preview={preview}
      Files={({ fileIds, openLabel }) => (
        <p>
          {fileIds.length} files, {openLabel ?? 'no button'}
        </p>
      )}
    />,
  );
const open = () => page.getByRole('link', { name: /^Open preview/ });
const code = () => page.getByRole('img', { name: 'QR code of the preview of Design' });

afterEach(() => page.viewport(1024, 768));

describe('PreviewCard', () => {
  it('links to the preview and draws a code for the phone when it has a link', async () => {
    await show({ link: 'https://staging.example/', fileIds: ['a'] });
    await expect.element(open()).toHaveAttribute('href', 'https://staging.example/');
    await expect.element(code()).toBeVisible();
    await expect.element(page.getByText('1 files, no button')).toBeVisible();
  });

  it('draws no code when the window is a phone’s or the link is long', async () => {
    await show({ link: `https://staging.example/${'x'.repeat(400)}`, fileIds: [] });
    await expect.element(open()).toBeVisible();
    await page.viewport(390, 844);
    await show({ link: 'https://staging.example/', fileIds: [] });
    await expect.element(open().last()).toBeVisible();
    expect(code().elements()).toEqual([]);
  });

  it('links to nothing when the link is not http(s)', async () => {
    await show({ link: 'javascript:alert(1)', fileIds: ['a', 'b'] });
    await expect.element(page.getByText('2 files, Open preview')).toBeVisible();
    expect(page.getByRole('link').elements()).toEqual([]);
  });

  it('leaves the button to the link, without a code, when the review is over', async () => {
    await show({ link: 'https://staging.example/', fileIds: ['a'] }, 'approved');
    await expect.element(open()).toBeVisible();
    await expect.element(page.getByText('1 files, no button')).toBeVisible();
    expect(code().elements()).toEqual([]);
  });
});
