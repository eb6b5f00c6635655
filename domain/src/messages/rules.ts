import { truncate } from '../text.ts';

export const MESSAGE_MAX = 10_000;
/** Messages in one reply; `before` requests older ones. */
export const MESSAGE_PAGE_SIZE = 50;
/** Projects whose unread messages one call may request: a page of any list. */
export const MAX_UNREAD_PROJECTS = 100;

/** Files of one message. */
export const MAX_MESSAGE_FILES = 5;
/** How long an attachment waits for its message, in hours; then it is deleted. */
export const UNSENT_FILE_HOURS = 24;
/** How long its author can edit or delete a message. */
export const CHANGE_MINUTES = 5;

/** What decides whether a message can be changed. */
interface SentMessage {
  authorId: string;
  createdAt: string;
  isDeleted: boolean;
  /** True if something else has its words too: a reason is part of its milestone's record. */
  isRecord: boolean;
}

/** How many seconds an account can still edit or delete a message for; 0 if it can't. */
export function changeableSeconds(message: SentMessage, accountId: string, now: Date): number {
  if (message.authorId !== accountId || message.isDeleted || message.isRecord) return 0;
  const age = (now.getTime() - Date.parse(message.createdAt)) / 1000;
  return Math.max(0, Math.ceil(CHANGE_MINUTES * 60 - age));
}

/** Why an account can't edit or delete a message, as a sentence; undefined if it can. */
export function changeRefusal(
  message: SentMessage,
  accountId: string,
  now: Date,
): { code: 'forbidden' | 'not_found' | 'invalid_transition'; message: string } | undefined {
  if (message.authorId !== accountId) {
    return { code: 'forbidden', message: 'Only the person who wrote a message can change it.' };
  }
  if (message.isDeleted) return { code: 'not_found', message: 'This message has been deleted.' };
  if (message.isRecord) {
    return { code: 'invalid_transition', message: 'This belongs to a milestone’s record, so it stays.' };
  }
  if (changeableSeconds(message, accountId, now) > 0) return undefined;
  return {
    code: 'invalid_transition',
    message: `A message can be changed for ${CHANGE_MINUTES} minutes. Write another one instead.`,
  };
}

/** What the studio owes a client who wrote last: an answer, or none because the studio has noted so. */
export const ANSWER_STATES = ['needed', 'not_needed'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/**
 * Why an answer can't be noted as needed or not: the client isn't waiting for one, or has written a message
 * the caller hasn't seen. Undefined if it can be.
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

/** The names under which a message may carry its project's id. */
interface OfProject {
  onboardingId?: string | null;
  projectId?: string | null;
  portalId?: string | null;
}

/** True if a message is of this project by any of its names (specification section 3). */
export function isOfProject(message: OfProject, projectId: string): boolean {
  return [message.onboardingId, message.projectId, message.portalId].some((id) => id === projectId);
}

const EXCERPT_LENGTH = 80;

/** The beginning of a message on one line: its title in lists and records. */
export function messageExcerpt(body: string): string {
  return truncate(body.replace(/\s+/g, ' ').trim(), EXCERPT_LENGTH);
}

/** A client's reason for wanting changes as a message of the thread: it names its milestone. */
export function reasonMessage(milestoneTitle: string, reason: string): string {
  return `Needs changes: ${milestoneTitle}\n\n${reason}`;
}
