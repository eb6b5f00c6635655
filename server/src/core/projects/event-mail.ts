import type { DecisionKind } from '@atelier/domain/mail-decisions/rules.ts';
import type { ProjectPlace } from '@atelier/domain/projects/places.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import { truncate } from '@atelier/domain/text.ts';
import type { MailContent, MailItem, MailLink } from '../../platform/mail/layout.ts';

/** A message as its mail shows it. */
export interface MailedMessage {
  authorName: string;
  body: string;
  fileNames: readonly string[];
}

/** An event as its mail knows it. A row of an older version may lack any fact of the detail. */
export interface MailedEvent {
  subject: { id: string; title: string };
  detail: Record<string, string | number | null>;
  createdAt: string;
}

/** What a mail about events is written from. */
interface EventMailFacts {
  /** The recipient's side. */
  side: ProjectSide;
  /** True if the recipient did it: their copy, for their records. */
  isActor: boolean;
  /** The project's name. */
  project: string;
  studioName: string;
  /** Who caused the event. */
  actor: string;
  /** Oldest first; only one unless the kind is gathered. */
  events: readonly [MailedEvent, ...MailedEvent[]];
  /** The messages of the events, if they are messages. */
  messages: readonly MailedMessage[];
  hasAttachment: boolean;
  /** Whether an answer to the mail becomes a message. */
  canAnswerByMail: boolean;
  /** The recipient's links that answer without a sign-in, by the ids of the events' subjects. */
  decisionLinks: ReadonlyMap<string, MailLink>;
}

/** The texts of a mail; its link is built from `at` and `label`. */
interface EventMailContent extends Omit<MailContent, 'action' | 'unsubscribe' | 'items'> {
  /** Several things to do, each at a place of its own. */
  items?: readonly (Omit<MailItem, 'url'> & { at: ProjectPlace })[];
  at: ProjectPlace;
  label: string;
}

/**
 * When a mail leaves:
 * - `at-once`: each event has a mail of its own
 * - `after-undo`: once the studio can no longer undo the event
 * - `gathered`: events of some minutes go into one mail
 * - `gathered-after-first`: the first leaves at once, what follows it within some minutes is gathered
 */
type EventMailTiming = 'at-once' | 'after-undo' | 'gathered' | 'gathered-after-first';

/** When mails of one kind leave, and their texts. */
export interface EventMailDefinition {
  timing: EventMailTiming;
  /** What its subjects are, if they can be answered by a link of the mail. */
  decides?: DecisionKind;
  compose(facts: EventMailFacts): EventMailContent;
}

/** A mail shows only the beginning of a long text or list: the rest is a click away. */
export const MAX_MAILED_TEXT = 2_000;
export const MAX_MAILED_ITEMS = 10;

/** The client's or the studio's words with an event, as a paragraph; none without words. */
export function reasonParagraphs({ reason }: MailedEvent['detail']): string[] {
  return textOf(reason) ? [truncate(textOf(reason), MAX_MAILED_TEXT)] : [];
}

/** "And 3 more files." for those beyond what a mail shows. */
export function moreParagraphs(total: number, noun: string): string[] {
  const count = total - Math.min(total, MAX_MAILED_ITEMS);
  return count > 0 ? [`And ${count} more ${noun}${count === 1 ? '' : 's'}.`] : [];
}

/** The beginning of a text, on one line. */
export function excerptOf(text: string): string {
  return truncate(text.replace(/\s+/g, ' '), 140);
}

/** A text of an event's detail; empty where the row has none. */
export function textOf(value: string | number | null | undefined): string {
  return typeof value === 'string' ? value : '';
}
