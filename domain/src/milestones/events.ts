import {
  type EventDefinitions,
  type EventFacts,
  type NoDetail,
  type NotificationWords,
  numberIn,
  quotedTitle,
} from '../event-definition.ts';
import type { MilestoneStatus } from './rules.ts';

/** Each milestone event's details. */
export interface MilestoneEvents {
  milestones_published: { count: number };
  milestone_added: NoDetail;
  /** The names of the changed fields, separated by spaces. */
  milestone_changed: { changed: string };
  milestone_moved: {
    from: MilestoneStatus;
    to: MilestoneStatus;
    /** The note written with the move. */
    reason: string | null;
    /** How long the milestone had its previous status. */
    waitedSeconds: number;
    /** 1 if the move published a draft. */
    published?: number;
    /** What a move to review shows: its link, and how many files. */
    previewLink?: string;
    previewFiles?: number;
  };
  milestone_undone: { from: MilestoneStatus; to: MilestoneStatus };
  milestone_deleted: NoDetail;
  milestones_reordered: NoDetail;
}

const MOVES: Record<MilestoneStatus, (name: string) => string> = {
  pending: (name) => `set ${name} back to pending`,
  in_progress: (name) => `started ${name}`,
  in_review: (name) => `sent ${name} for review`,
  needs_changes: (name) => `asked for changes to ${name}`,
  approved: (name) => `approved ${name}`,
  blocked: (name) => `marked ${name} as blocked`,
  cancelled: (name) => `cancelled ${name}`,
};

/** A move, with a note if it published a draft. A status this version doesn't know is not named. */
function moveDeed(facts: EventFacts): string {
  const to = String(facts.detail.to);
  const move = Object.hasOwn(MOVES, to) ? MOVES[to as MilestoneStatus] : (name: string) => `moved ${name}`;
  return facts.detail.published === 1
    ? `published ${quotedTitle(facts)} and ${move('it')}`
    : move(quotedTitle(facts));
}

/** A status's name within a sentence. */
const statusWords = (status: unknown) => String(status).replaceAll('_', ' ');

const plan = ['milestones', 'stage', 'waiting'] as const;
// The reason for a status is a message too.
const changes = [...plan, 'feedback', 'unread'] as const;

export const milestoneEvents = {
  milestones_published: {
    changes: plan,
    deed: ({ detail }) => {
      const count = numberIn(detail, 'count');
      if (count === undefined) return 'published the plan';
      return `published ${count} ${count === 1 ? 'milestone' : 'milestones'}`;
    },
  },
  milestone_added: { changes, deed: (facts) => `added the milestone ${quotedTitle(facts)}` },
  milestone_changed: { changes, deed: (facts) => `changed the milestone ${quotedTitle(facts)}` },
  milestone_moved: { changes, deed: moveDeed },
  milestone_undone: {
    changes,
    deed: (facts) => `undid a change: ${quotedTitle(facts)} is ${statusWords(facts.detail.to)} again`,
  },
  milestone_deleted: { changes, deed: (facts) => `deleted the milestone ${quotedTitle(facts)}` },
  milestones_reordered: { changes: plan, deed: () => 'changed the order of the milestones' },
} as const satisfies EventDefinitions<MilestoneEvents>;

export const milestoneNotifications = {
  milestone_review: {
    about: 'milestones to review',
    client: 'A milestone is ready for your review',
    isForDeciders: true,
  },
  milestone_stopped: {
    about: 'blocked and cancelled milestones',
    client: 'A milestone is blocked or cancelled',
  },
  milestone_approved: { about: 'approved milestones', studio: 'A client approved a milestone' },
  milestone_changes: {
    about: 'milestones that need changes',
    studio: 'A client wants changes to a milestone',
  },
} as const satisfies Record<string, NotificationWords>;
