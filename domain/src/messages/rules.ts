import { truncate } from '../text.ts';

export const MESSAGE_MAX = 10_000;
/** Messages in one reply; older ones are asked for with `before`. */
export const MESSAGE_PAGE_SIZE = 50;
/** Projects whose unread messages one call may ask for: a page of any list. */
export const MAX_UNREAD_PROJECTS = 100;

/** What the studio owes a client who wrote last: an answer, or none because it said that none is needed. */
export const ANSWER_STATES = ['needed', 'not_needed'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/**
 * Why an answer cannot be noted as needed or not: the client does not wait for one, or has written something that
 * whoever decides has not seen. Undefined where it can be.
 */
export function answerRefusal(
  thread: { answer: AnswerState | null; newestId: string | undefined },
  upTo: string,
): string | undefined {
  if (thread.answer === null) return 'This has been answered already.';
  if (thread.newestId !== undefined && thread.newestId > upTo)
    return 'Your client has written again. Read that first.';
  return undefined;
}

/** The names under which a message may say whose project's it is. */
interface OfProject {
  onboardingId?: string | null;
  projectId?: string | null;
  portalId?: string | null;
}

/** Whether a message is of this project by any of its names (specification section 3). */
export function isOfProject(message: OfProject, projectId: string): boolean {
  return [message.onboardingId, message.projectId, message.portalId].some((id) => id === projectId);
}

const EXCERPT_LENGTH = 80;

/** The beginning of a message on one line: what lists and records call it by. */
export function messageExcerpt(body: string): string {
  return truncate(body.replace(/\s+/g, ' ').trim(), EXCERPT_LENGTH);
}

/** A client's reason for wanting changes, as it stands in the thread: it names the milestone that it is about. */
export function reasonMessage(milestoneTitle: string, reason: string): string {
  return `Needs changes: ${milestoneTitle}\n\n${reason}`;
}
