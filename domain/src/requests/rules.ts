import { daysAfter } from '../days.ts';
import { isMilestoneOpen, type MilestoneStatus } from '../milestones/rules.ts';
import type { FeatureId } from '../onboarding/catalogue.ts';
import type { PlanStage } from '../onboarding/suggestions.ts';

/*
 * What a client has to bring: access, texts, a logo. The studio asks, the client answers with words, files or just "done",
 * and the studio accepts the answer or asks again.
 */

/** A withdrawn request is final; an accepted one can be asked again. */
export const REQUEST_STATUSES = ['open', 'answered', 'accepted', 'withdrawn'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export type RequestAction = 'answer' | 'change' | 'accept' | 'ask_again' | 'withdraw';

/** The states an action may start from, and the state it leads to; without one the state stays. */
export const REQUEST_TRANSITIONS: Record<
  RequestAction,
  { by: 'client' | 'studio'; from: readonly RequestStatus[]; to?: RequestStatus }
> = {
  // An answer that the studio hasn't looked at yet can get an addition.
  answer: { by: 'client', from: ['open', 'answered'], to: 'answered' },
  change: { by: 'studio', from: ['open', 'answered'] },
  // An open one, too: it may have come by another way.
  accept: { by: 'studio', from: ['open', 'answered'], to: 'accepted' },
  ask_again: { by: 'studio', from: ['answered', 'accepted'], to: 'open' },
  withdraw: { by: 'studio', from: ['open', 'answered'], to: 'withdrawn' },
};

const REFUSALS: Record<RequestStatus, string> = {
  open: 'This request has no answer yet.',
  answered: 'This request has been answered.',
  accepted: 'This request is done: the studio has accepted the answer.',
  withdrawn: 'The studio has withdrawn this request: it’s no longer needed.',
};

/** Why an action may not start from a state, as a sentence; undefined if it may. */
export function requestRefusal(action: RequestAction, status: RequestStatus): string | undefined {
  return REQUEST_TRANSITIONS[action].from.includes(status) ? undefined : REFUSALS[status];
}

export const requestStatusLabels: Record<'client' | 'studio', Record<RequestStatus, string>> = {
  client: { open: 'To bring', answered: 'Sent', accepted: 'Done', withdrawn: 'Withdrawn' },
  studio: { open: 'Open', answered: 'To look at', accepted: 'Accepted', withdrawn: 'Withdrawn' },
};

/** Requests of one project, those that ended included: their list is never paged. */
export const MAX_REQUESTS = 200;
/** Requests that are sent together. */
export const MAX_REQUEST_BATCH = 30;
/** Answers to one request, additions included. */
export const MAX_REQUEST_ANSWERS = 50;
/** Files of one answer. */
export const MAX_ANSWER_FILES = 10;
export const REQUEST_TITLE_MAX = 200;
export const REQUEST_INSTRUCTIONS_MAX = 5_000;
export const REQUEST_ANSWER_MAX = 10_000;
/** How long a file waits for its answer, in hours; then it is deleted. */
export const UNSENT_ANSWER_FILE_HOURS = 24;

/** An open request is due soon from this many days before its day. */
const DUE_SOON_DAYS = 3;

/** Whether an open request's day has passed or is near; days are such as 2030-01-31. */
export function requestDueState(
  { due, status }: { due: string | null; status: RequestStatus },
  today: string,
): 'overdue' | 'due-soon' | undefined {
  if (due === null || status !== 'open') return undefined;
  if (due < today) return 'overdue';
  return due <= daysAfter(today, DUE_SOON_DAYS) ? 'due-soon' : undefined;
}

/** The order of both sides' lists: what is open by its day, then what was answered, then the rest, newest first. */
export function inRequestOrder<R extends { id: string; status: RequestStatus; due: string | null }>(
  requests: readonly R[],
): R[] {
  const place = ({ status }: R) => REQUEST_STATUSES.indexOf(status);
  const day = ({ due }: R) => due ?? '9999';
  return requests.toSorted(
    (one, other) =>
      place(one) - place(other) ||
      (place(one) < 2 ? day(one).localeCompare(day(other)) || one.id.localeCompare(other.id) : 0) ||
      other.id.localeCompare(one.id),
  );
}

/** How many days before its milestone's date something should be there. */
const DAYS_AHEAD = 7;

/**
 * The day by which something should be there for a milestone that is due on a day: a week before it; on the day itself if that
 * is sooner than a week; null for one without a date or with one that has passed.
 */
export function dueBeforeMilestone(due: string | null, today: string): string | null {
  if (due === null || due < today) return null;
  const day = daysAfter(due, -DAYS_AHEAD);
  return day > today ? day : due;
}

/** What a studio usually asks for; the owner's words are in `content/requests.ts`. */
export interface RequestTemplate {
  /** Its name in stored requests: it never changes. */
  key: string;
  /** Suggested if the brief has one of these. */
  features: readonly FeatureId[];
  /** Not suggested to clients who need their content made. */
  isContent?: true;
  /** The stages of the plan that need it; the first of them that the project has counts. */
  stages: readonly PlanStage[];
  title: string;
  instructions: string;
}

/** A request that the studio could send. */
export interface SuggestedRequest {
  template: string;
  title: string;
  instructions: string;
  due: string | null;
  milestoneId: string | null;
}

/** What to ask a client for, by their brief: without what was asked for already. */
export function suggestRequests(
  brief: { features: readonly string[]; contentReadiness: string },
  {
    templates,
    stageTitle,
    milestones,
    asked,
    today,
  }: {
    templates: readonly RequestTemplate[];
    /** The title that the suggested plan gives a stage, by which its milestone is found. */
    stageTitle(stage: PlanStage): string;
    milestones: readonly { id: string; title: string; due: string | null; status: MilestoneStatus }[];
    /** The keys of the templates of requests that aren't withdrawn. */
    asked: ReadonlySet<string>;
    today: string;
  },
): SuggestedRequest[] {
  const open = milestones.filter(({ status }) => isMilestoneOpen(status));
  return templates
    .filter(({ key, features, isContent }) => {
      const isNeeded = features.some((id) => brief.features.includes(id));
      return isNeeded && !asked.has(key) && !(isContent && brief.contentReadiness === 'need help');
    })
    .map(({ key, stages, title, instructions }) => {
      const milestone = stages
        .map((stage) => open.find((each) => each.title === stageTitle(stage)))
        .find((found) => found !== undefined);
      const due = dueBeforeMilestone(milestone?.due ?? null, today);
      return { template: key, title, instructions, due, milestoneId: milestone?.id ?? null };
    });
}
