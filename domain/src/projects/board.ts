import type { ContractDraft, StudioContract } from '../contracts/schema.ts';
import { hasStarted, type MilestoneStatus } from '../milestones/rules.ts';
import type { ProjectStage } from './rules.ts';

/** What a move of a card does: one act of the studio's, which leads to the other stage. */
export type BoardAct = 'send_contract' | 'start_milestone' | 'send_for_review' | 'take_back';

/** The tab of a project where what a card can't do is done. */
type BoardTab = 'overview' | 'contract' | 'milestones';

/** Why a card doesn't move, and where to go on. */
export interface BoardRefusal {
  why: string;
  tab: BoardTab;
}

const IS_DRAFT = { why: 'Your client hasn’t submitted the brief yet.', tab: 'overview' } as const;
const IS_SUBMITTED = { why: 'The brief is submitted. It can’t be a draft again.', tab: 'overview' } as const;
const CONTRACT_STAYS = {
  why: 'A sent contract stays sent. You can send a new version.',
  tab: 'contract',
} as const;
const CLIENT_ACCEPTS = {
  why: 'Only your client reserves a place, by accepting the contract.',
  tab: 'contract',
} as const;
const IS_ACCEPTED = { why: 'The contract is accepted, and that’s final.', tab: 'contract' } as const;
const NOT_ACCEPTED = {
  why: 'The contract isn’t accepted yet. To begin without it, start a milestone.',
  tab: 'milestones',
} as const;
const HAS_BEGUN = { why: 'Work has begun: from here on the milestones count.', tab: 'milestones' } as const;
const NOT_BEGUN = {
  why: 'Nothing has been started yet. Move it to In work first.',
  tab: 'milestones',
} as const;
const CLIENT_APPROVES = {
  why: 'Only your client finishes it, by approving the last milestone.',
  tab: 'milestones',
} as const;
const IS_DONE = {
  why: 'Every milestone is approved. Add another, or request changes to one.',
  tab: 'milestones',
} as const;
const NO_CARE = { why: 'The brief doesn’t ask for Ongoing Support & Care.', tab: 'overview' } as const;
const HAS_CARE = { why: 'It’s live already. The brief asks for care, too.', tab: 'overview' } as const;

/**
 * For each stage and each other one, what moving a card there does, or why that isn't the studio's decision. A move
 * stands for one act, so no stage is skipped; none leads into Reserved, because only the client's acceptance does.
 */
export const BOARD_MOVES: {
  readonly [From in ProjectStage]: {
    readonly [To in ProjectStage]: To extends From
      ? null
      : To extends 'reserved'
        ? BoardRefusal
        : BoardAct | BoardRefusal;
  };
} = {
  draft: {
    draft: null,
    proposal: IS_DRAFT,
    contract: IS_DRAFT,
    reserved: IS_DRAFT,
    work: IS_DRAFT,
    review: IS_DRAFT,
    live: IS_DRAFT,
    care: IS_DRAFT,
  },
  proposal: {
    draft: IS_SUBMITTED,
    proposal: null,
    contract: 'send_contract',
    reserved: CLIENT_ACCEPTS,
    work: NOT_ACCEPTED,
    review: NOT_ACCEPTED,
    live: CLIENT_APPROVES,
    care: CLIENT_APPROVES,
  },
  contract: {
    draft: IS_SUBMITTED,
    proposal: CONTRACT_STAYS,
    contract: null,
    reserved: CLIENT_ACCEPTS,
    work: NOT_ACCEPTED,
    review: NOT_ACCEPTED,
    live: CLIENT_APPROVES,
    care: CLIENT_APPROVES,
  },
  reserved: {
    draft: IS_SUBMITTED,
    proposal: IS_ACCEPTED,
    contract: IS_ACCEPTED,
    reserved: null,
    work: 'start_milestone',
    review: NOT_BEGUN,
    live: CLIENT_APPROVES,
    care: CLIENT_APPROVES,
  },
  work: {
    draft: IS_SUBMITTED,
    proposal: HAS_BEGUN,
    contract: HAS_BEGUN,
    reserved: HAS_BEGUN,
    work: null,
    review: 'send_for_review',
    live: CLIENT_APPROVES,
    care: CLIENT_APPROVES,
  },
  review: {
    draft: IS_SUBMITTED,
    proposal: HAS_BEGUN,
    contract: HAS_BEGUN,
    reserved: HAS_BEGUN,
    work: 'take_back',
    review: null,
    live: CLIENT_APPROVES,
    care: CLIENT_APPROVES,
  },
  live: {
    draft: IS_SUBMITTED,
    proposal: HAS_BEGUN,
    contract: HAS_BEGUN,
    reserved: HAS_BEGUN,
    work: IS_DONE,
    review: IS_DONE,
    live: null,
    care: NO_CARE,
  },
  care: {
    draft: IS_SUBMITTED,
    proposal: HAS_BEGUN,
    contract: HAS_BEGUN,
    reserved: HAS_BEGUN,
    work: IS_DONE,
    review: IS_DONE,
    live: HAS_CARE,
    care: null,
  },
};

const CHANGED: BoardRefusal = {
  why: 'This project has just changed. Here is how it stands.',
  tab: 'overview',
};

/** Why a project's contract can't be sent by moving its card; undefined if it can. */
export function contractMoveRefusal({
  status,
  draft,
}: Pick<StudioContract, 'status' | 'draft'>): BoardRefusal | undefined {
  if (status !== 'draft') return CHANGED;
  const missing = missingInDraft(draft);
  return missing
    ? { why: `The contract has no ${missing} yet. Write it first.`, tab: 'contract' }
    : undefined;
}

function missingInDraft({ total, source, file, link }: ContractDraft): string | undefined {
  if (total === null) return 'price';
  if (source === 'upload' && !file) return 'PDF';
  return source === 'link' && link === '' ? 'link' : undefined;
}

interface PlannedMilestone {
  status: MilestoneStatus;
  published: boolean;
}

/**
 * The milestones of a plan (in order) that a move can be about: one of them is enough to bring the card to the other
 * stage. A refusal where there's none.
 */
export function milestonesToMove<M extends PlannedMilestone>(
  act: Exclude<BoardAct, 'send_contract'>,
  plan: readonly M[],
): readonly M[] | BoardRefusal {
  const published = plan.filter((milestone) => milestone.published);
  if (act === 'start_milestone') {
    if (published.some(({ status }) => hasStarted(status))) return CHANGED;
    const first = plan.find(({ status }) => status === 'pending');
    return first ? [first] : { why: 'The plan has no milestone to start. Add one first.', tab: 'milestones' };
  }
  const inReview = published.filter(({ status }) => status === 'in_review');
  if (act === 'take_back') {
    if (inReview.length === 0) return CHANGED;
    return inReview.length === 1
      ? inReview
      : {
          why: `${inReview.length} milestones are in review. Take back each in the plan.`,
          tab: 'milestones',
        };
  }
  if (inReview.length > 0) return CHANGED;
  const underWay = published.filter(({ status }) => status === 'in_progress' || status === 'needs_changes');
  return underWay.length > 0
    ? underWay
    : { why: 'No milestone is in progress. Start one in the plan first.', tab: 'milestones' };
}

/** The words of what a move does, as a menu offers it. */
export const boardActLabels: Record<BoardAct, string> = {
  send_contract: 'Sends the contract, with an email',
  start_milestone: 'Starts the first milestone',
  send_for_review: 'Sends a milestone for review, with an email',
  take_back: 'Takes the milestone back from review',
};
