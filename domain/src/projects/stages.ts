import { z } from 'zod';
import type { ContractStatus } from '../contracts/schema.ts';
import { projectSummarySchema } from './schema.ts';

/** How far a project has come, in the order of a board's columns. */
export const PROJECT_STAGES = ['draft', 'submitted', 'contract', 'work', 'review', 'done'] as const;
export type ProjectStage = (typeof PROJECT_STAGES)[number];

/** What people read above a board's column. */
export const projectStageLabels: Record<ProjectStage, string> = {
  draft: 'Drafts',
  submitted: 'Submitted',
  contract: 'Contract sent',
  work: 'In work',
  review: 'In review',
  done: 'Done',
};

/** Drafts on the board at most: those that were changed last. */
export const BOARD_DRAFTS_MAX = 20;
/** Submitted projects on the board at most: those that were changed last. */
export const BOARD_PROJECTS_MAX = 200;

/** How many of a project's published milestones there are of a kind. */
export interface MilestoneCounts {
  total: number;
  approved: number;
  inReview: number;
  /** Started by the studio, and neither blocked nor cancelled since. */
  started: number;
  /** Approved or cancelled. */
  settled: number;
}

/**
 * The stage of a project that is not archived. It is under way once its contract is accepted, or once the studio has
 * started a milestone: a studio may begin without a contract of the product's.
 */
export function projectStage(project: {
  status: 'draft' | 'submitted';
  contract: ContractStatus | null;
  milestones: MilestoneCounts;
}): ProjectStage {
  const { status, contract, milestones } = project;
  if (status === 'draft') return 'draft';
  if (contract !== 'accepted' && milestones.started === 0) {
    return contract === 'sent' || contract === 'change_requested' ? 'contract' : 'submitted';
  }
  if (milestones.approved > 0 && milestones.settled === milestones.total) return 'done';
  return milestones.inReview > 0 ? 'review' : 'work';
}

/** A project as a card of the board. */
export const boardCardSchema = projectSummarySchema
  .pick({ _id: true, id: true, email: true, company: true, updatedAt: true })
  .extend({
    stage: z.enum(PROJECT_STAGES),
    /** Published milestones: how many there are, and how many are approved. */
    milestones: z.object({ total: z.number().int(), approved: z.number().int() }),
  });
export type BoardCard = z.infer<typeof boardCardSchema>;

/** The cards, last changed first; `isWhole` is false where there are more projects than a board shows. */
export const boardSchema = z.object({ items: z.array(boardCardSchema), isWhole: z.boolean() });
export type Board = z.infer<typeof boardSchema>;
