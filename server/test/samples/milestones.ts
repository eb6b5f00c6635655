import { UNDO_SECONDS } from '@atelier/domain/milestones/rules.ts';
import * as milestones from '../../src/features/milestones/milestones.repository.ts';
import type { MilestoneBefore } from '../../src/features/milestones/milestones.table.ts';
import * as waitingReviews from '../../src/features/milestones/waiting-reviews.repository.ts';
import { isoIn, isoNow } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from '../harness/test-app.ts';
import { callsOf, type NounSamples, newRow, type ProjectSubject } from './noun-samples.ts';
import {
  sampleAccount as account,
  id,
  isWaiting,
  MANY,
  PARTED_PROJECTS,
  partedProject,
  sampleProject as project,
  sampleProjects as projects,
  type SeedRows,
  time,
} from './values.ts';

const rows = {
  milestones: [
    MANY,
    (n) => ({
      id: id('1', n),
      project_id: id('b', partedProject(n)),
      title: `Milestone ${n}`,
      description: '',
      due: isWaiting(n) ? '2026-02-01' : '2027-02-01',
      status: isWaiting(n) ? 'in_review' : n % 3 === 0 ? 'in_progress' : 'approved',
      status_at: time(n),
      reason: null,
      preview: n % 5 === 0 ? '{"link":"https://example.com/","fileIds":[]}' : null,
      published: n % 4 === 0 ? 0 : 1,
      position: Math.floor((n - 1) / PARTED_PROJECTS),
      revision: 1,
      move_id: null,
      undo: null,
      by_mail_link: 0,
      created_at: time(n),
      updated_at: time(n),
    }),
  ],
} satisfies Partial<SeedRows>;

/** A milestone in review, instead of the plan the project started with. */
export async function makeMilestone(db: Db, projectId: string): Promise<string> {
  await db.deleteFrom('milestones').where('project_id', '=', projectId).execute();
  const id = newId();
  const at = new Date(0).toISOString();
  await db
    .insertInto('milestones')
    .values({
      id,
      project_id: projectId,
      title: 'A first look',
      description: '',
      due: null,
      status: 'in_review',
      status_at: at,
      reason: null,
      published: 1,
      position: 0,
      revision: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

/** Dates the move that sent the subjects' milestone for review to now, so that it can be undone. */
export async function makeUndoable<Subjects extends ProjectSubject & { milestoneId: string }>(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  subjects: Subjects,
) {
  const [move_id, offeredUntil] = [newId(), isoIn(clock, UNDO_SECONDS)];
  const at = isoNow(clock);
  const before = { status: 'pending', statusAt: at, reason: null, preview: null, published: 1 } as const;
  const undo: MilestoneBefore = { ...before, moveId: null, byMailLink: 0, offeredUntil };
  await db
    .updateTable('milestones')
    .set({ move_id, undo: JSON.stringify(undo) })
    .where('id', '=', subjects.milestoneId)
    .execute();
  await db
    .insertInto('pending_notifications')
    .values({
      id: newId(),
      project_id: subjects.projectId,
      side: 'client',
      kind: 'milestone_review',
      actor_id: newId(),
      actor_email: 'owner@studio.example',
      subject_id: subjects.milestoneId,
      subject_title: 'A first look',
      detail: '{}',
      activity_id: move_id,
      created_at: at,
      due_at: offeredUntil,
    })
    .execute();
  return subjects;
}

/** Samples of milestones. */
export const milestoneSamples = {
  rows,
  calls: {
    listMilestones: ({ projectId }) => ({ params: { id: projectId } }),
    reviewMilestone: ({ projectId, milestoneId }) => ({
      params: { id: projectId, milestoneId },
      body: { status: 'needs_changes', reason: 'A larger logo.', revision: 1 },
    }),
    listMilestonesAsStudio: ({ projectId }) => ({ params: { id: projectId } }),
    createMilestone: ({ projectId }) => ({
      params: { id: projectId },
      body: { title: 'Launch', due: '2026-04-01', description: 'All of it.', published: true },
    }),
    updateMilestone: ({ projectId, milestoneId }) => ({
      params: { id: projectId, milestoneId },
      body: { title: 'Design', due: null, description: 'Two rounds.', revision: 1 },
    }),
    deleteMilestone: ({ projectId, milestoneId }) => ({
      params: { id: projectId, milestoneId },
      query: { revision: 1 },
    }),
    setMilestoneStatus: ({ projectId, milestoneId }) => ({
      params: { id: projectId, milestoneId },
      body: { status: 'blocked', reason: 'The texts are missing.', revision: 1 },
    }),
    undoMilestoneMove: ({ projectId, milestoneId }) => ({
      params: { id: projectId, milestoneId },
      body: { revision: 1 },
    }),
    reorderMilestones: ({ projectId, milestoneId }) => ({
      params: { id: projectId },
      body: { order: [milestoneId], from: [milestoneId] },
    }),
    publishMilestones: ({ projectId }) => ({ params: { id: projectId } }),
  },
  queries: [
    ...callsOf('waiting-reviews', waitingReviews, {
      listWaitingReviews: [
        [{ from: time(10), until: time(900) }, 20],
        [{ from: time(10), until: time(900), after: { at: time(20), id: id('1', 20) } }, 20],
      ],
      findWaitingReview: [[project, id('1', 7)]],
      listReviewsOf: [[projects]],
    }),
    ...callsOf('milestones', milestones, {
      listMilestones: [[project]],
      listPublishedMilestones: [[project]],
      findMilestone: [[project, id('1', 7)]],
      listTakenMilestoneIds: [[[id('1', 7), id('1', 1_007)]]],
      insertMilestones: [[[newRow(rows.milestones)]]],
      updateMilestone: [[newRow(rows.milestones, 7), { title: 'Launch', updated_at: time(1) }]],
      placeMilestones: [
        [
          [
            { id: id('1', 7), position: 3 },
            { id: id('1', 1_007), position: 2 },
          ],
        ],
      ],
      publishMilestones: [[project, time(1)]],
      deleteMilestone: [[{ id: id('1', 7), revision: 1 }]],
      listMilestonesByStatus: [['in_review', 20]],
      listMilestonesDueBefore: [
        ['in_progress', '2026-03-02', 20],
        ['pending', '2026-03-02', 20],
      ],
      listMilestonesDueFrom: [['in_progress', '2026-03-02', 20]],
      listOwnMilestonesDueFrom: [[account, '2026-03-02', 20]],
      countPublishedMilestones: [[projects]],
    }),
  ],
} satisfies NounSamples<ProjectSubject & { milestoneId: string }>;
