import { type Clock, isoIn, isoNow, latestMeant } from '../clock.ts';
import { describeError } from '../log.ts';

/** A mail that was passed, and that later visits come back to. */
export interface WaitingMail {
  uid: number;
  /** Whether it is stored already, and only has to be marked or moved. */
  isTaken: boolean;
  /** How often it failed. */
  attempts: number;
  /** Why; empty for one that only waits because there are many. */
  fault: string;
  /** When it arrived; where the server doesn't say it, when it was found. */
  arrivedAt: string;
  dueAt: string;
}

/** Up to where a folder was read, and which mails before that still wait. The numbers count only while UIDVALIDITY stays. */
export interface MailboxPosition {
  uidValidity: string;
  lastUid: number;
  waiting: readonly WaitingMail[];
}

/**
 * Where a visit fails: before it has a connection, at the sign-in, at the folder, at what it reads, at marking or moving what was
 * taken, or in our own database and files.
 */
export type MailboxStep = 'connect' | 'sign-in' | 'folder' | 'read' | 'mark' | 'store';

/** Why a visit ended. Its message is for the owner. */
export class MailboxError extends Error {
  readonly step: MailboxStep;

  constructor(step: MailboxStep, cause: unknown) {
    super(describeMailboxError(cause), { cause });
    this.name = 'MailboxError';
    this.step = step;
  }
}

/** A mailbox as the last visits left it. */
export interface MailboxState {
  position: MailboxPosition;
  /** What ended the last visit; undefined if nothing did. */
  fault: { step: MailboxStep; message: string; since: string } | undefined;
}

/** After these, a mail waits no longer until the next attempt. */
const MAX_PAUSE_SECONDS = 3_600;
/** How long a mail waits of which there are too many. */
const TURN_SECONDS = 600;

/** When a mail is tried again after so many failures: with the next visit, then later and later, then every hour. */
const dueAfter = (clock: Clock, attempts: number) =>
  isoIn(clock, Math.min(MAX_PAUSE_SECONDS, 60 * (2 ** (attempts - 1) - 1)));

/** Whether a mail is tried again now. */
export const isMailDue = ({ dueAt }: WaitingMail, clock: Clock): boolean =>
  dueAt <= isoNow(clock) || dueAt > latestMeant(clock, MAX_PAUSE_SECONDS);

/** A mail that failed once more. One that is stored is tried with each visit. */
export function failedMail(clock: Clock, mail: Omit<WaitingMail, 'dueAt'>): WaitingMail {
  const attempts = mail.attempts + 1;
  return { ...mail, attempts, dueAt: mail.isTaken ? isoNow(clock) : dueAfter(clock, attempts) };
}

/** A mail that waits for its turn, which is no failure. */
export const postponedMail = (clock: Clock, mail: Omit<WaitingMail, 'dueAt'>): WaitingMail => ({
  ...mail,
  dueAt: isoIn(clock, TURN_SECONDS),
});

/** The position once a mail was looked at, which waits or doesn't. */
export function passMail(position: MailboxPosition, uid: number, waiting?: WaitingMail): MailboxPosition {
  const others = position.waiting.filter((each) => each.uid !== uid);
  return {
    ...position,
    lastUid: Math.max(position.lastUid, uid),
    waiting: waiting ? [...others, waiting] : others,
  };
}

/** What a server says about a command that it refuses is more than the client library's own words. */
function describeMailboxError(error: unknown): string {
  const said = error instanceof Error && 'responseText' in error ? error.responseText : undefined;
  return describeError(typeof said === 'string' && said !== '' ? said : error);
}
