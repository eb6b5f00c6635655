import type { ContractStatus } from '../contracts/rules.ts';

/** On which side of a project somebody stands. On the wire the studio's side is called `owner`. */
export type ProjectSide = 'client' | 'studio';

/** A project begins as a draft of its onboarding. */
export const PROJECT_STATUSES = ['draft', 'submitted', 'archived'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** The orders of the studio's list: last changed first, last submitted first (drafts at the end), by name. */
export const PROJECT_SORTS = ['updated', 'submitted', 'company'] as const;
export type ProjectSort = (typeof PROJECT_SORTS)[number];

/** The name a project is called by where it has no company yet. */
export function projectTitle(project: { company?: string; contact?: string; email?: string }): string {
  return project.company || project.contact || project.email || 'Untitled project';
}

/** "N features", with the singular where it is one. */
export function featureCountLabel(count: number): string {
  return `${count} ${count === 1 ? 'feature' : 'features'}`;
}

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

/**
 * What is added up month by month (UTC). `accepted_usd` is the sum of the accepted contracts' totals;
 * `approval_seconds` over `approvals` is how long milestones waited in review.
 */
export const MONTHLY_METRICS = [
  'enquiries',
  'submissions',
  'contracts_sent',
  'contracts_accepted',
  'accepted_usd',
  'approvals',
  'approval_seconds',
] as const;
export type MonthlyMetric = (typeof MONTHLY_METRICS)[number];

/** Months that the overview looks back on, this one included. */
export const OVERVIEW_MONTHS = 12;
/** Rows of each kind of thing that waits. */
export const WAITING_LIMIT = 6;
/** A draft that nobody has gone on with for so long has gone quiet. */
export const QUIET_DRAFT_DAYS = 7;
/** How long the overview shows a mail that couldn't be delivered. */
export const FAILED_MAILS_DAYS = 14;
