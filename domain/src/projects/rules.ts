import type { ContractStatus } from '../contracts/rules.ts';
import { FEATURE_IDS, type FeatureId, featureName, isFeatureId } from '../onboarding/catalogue.ts';

/** The side of a project. On the wire the studio's side is called `owner`. */
export type ProjectSide = 'client' | 'studio';

/** A project begins as a draft of its onboarding. */
export const PROJECT_STATUSES = ['draft', 'submitted', 'archived'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** The orders of the studio's list: last changed first, last submitted first (drafts at the end), by name. */
export const PROJECT_SORTS = ['updated', 'submitted', 'company'] as const;
export type ProjectSort = (typeof PROJECT_SORTS)[number];

/** Whose project it is: the company, or who else is known. */
export function projectCompany(project: { company?: string; contact?: string; email?: string }): string {
  return project.company || project.contact || project.email || 'Untitled project';
}

/** Characters in a title: it fits a line of a list. */
export const PROJECT_TITLE_MAX = 80;

/** The features that say what a project makes, the telling ones first. */
const PRODUCTS = ['web', 'ecom', 'lp', 'brand'] as const satisfies readonly FeatureId[];
const BY_WEIGHT: readonly FeatureId[] = [...PRODUCTS, ...FEATURE_IDS];

/** What some features are called as the title of a project. */
const TITLES: Partial<Record<FeatureId, string>> = {
  web: 'Website',
  ecom: 'Online shop',
  lp: 'Landing page',
  support: 'Care',
};

/** A project's main feature, which its title is from until it has one of its own; empty without features. */
export function projectKind(features: readonly string[]): string {
  return BY_WEIGHT.find((id) => features.includes(id)) ?? '';
}

/** The title a side gave the project; until then, one by its main feature. */
export function projectTitle({ title, kind = '' }: { title: string | null; kind?: string }): string {
  if (title) return title;
  if (!isFeatureId(kind)) return 'Project';
  return TITLES[kind] ?? featureName(kind);
}

/** A project's name where one line names it: two projects of a company differ by their titles. */
export function projectName(
  project: Parameters<typeof projectCompany>[0] & Parameters<typeof projectTitle>[0],
): string {
  return `${projectCompany(project)} · ${projectTitle(project)}`;
}

/** "N features", or "1 feature". */
export function featureCountLabel(count: number): string {
  return `${count} ${count === 1 ? 'feature' : 'features'}`;
}

/** How far a project has come, in the order of a board's columns. */
export const PROJECT_STAGES = [
  'draft',
  'proposal',
  'contract',
  'reserved',
  'work',
  'review',
  'live',
  'care',
] as const;
export type ProjectStage = (typeof PROJECT_STAGES)[number];

/** The displayed name of a stage. */
export const projectStageLabels: Record<ProjectStage, string> = {
  draft: 'Draft',
  proposal: 'Proposal',
  contract: 'Contract sent',
  reserved: 'Reserved',
  work: 'In work',
  review: 'In review',
  live: 'Live',
  care: 'Care',
};

/** Drafts on the board at most: the last changed ones. */
export const BOARD_DRAFTS_MAX = 20;
/** Submitted projects on the board at most: the last changed ones. */
export const BOARD_PROJECTS_MAX = 200;

/** The number of a project's published milestones of each kind. */
export interface MilestoneCounts {
  total: number;
  approved: number;
  inReview: number;
  /** Started by the studio, and neither blocked nor cancelled since. */
  started: number;
  /** Approved or cancelled. */
  settled: number;
}

/** What a project's stage follows from. */
export interface StageFacts {
  /** An archived project keeps the stage that it had. */
  status: ProjectStatus;
  contract: ContractStatus | null;
  milestones: MilestoneCounts;
  /** True if the studio looks after the site by the month: its features have `support`. */
  hasCare: boolean;
}

/**
 * How far a project has come. An accepted contract reserves its place; it is under way once the studio has started a
 * milestone, with or without a contract in the product.
 */
export function projectStage({ status, contract, milestones, hasCare }: StageFacts): ProjectStage {
  if (status === 'draft') return 'draft';
  const { total, started, settled, approved, inReview } = milestones;
  if (started === 0 && contract !== 'accepted') {
    return contract === 'sent' || contract === 'change_requested' ? 'contract' : 'proposal';
  }
  if (started === 0 && (total === 0 || settled < total)) return 'reserved';
  if (approved > 0 && settled === total) return hasCare ? 'care' : 'live';
  return inReview > 0 ? 'review' : 'work';
}

/**
 * The metrics per month (UTC). `accepted_usd` is the sum of the accepted contracts' totals;
 * `approval_seconds` over `approvals` is the average time of milestones in review.
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

/** Months in the overview, including this one. */
export const OVERVIEW_MONTHS = 12;
/** Rows of each kind of waiting item. */
export const WAITING_LIMIT = 6;
/** The time without a change after which a draft has gone quiet. */
export const QUIET_DRAFT_DAYS = 7;
/** How long the overview shows an undeliverable mail. */
export const FAILED_MAILS_DAYS = 14;
