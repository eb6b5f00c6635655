import { LAST_STEP } from '@atelier/domain/onboarding/brief.ts';
import { ONBOARDING_STORAGE_KEY } from '@atelier/domain/onboarding/rules.ts';
import { readJson } from '../../../lib/storage/local-json.ts';
import { keepText, ONBOARDING_SYNC_KEY } from '../../../lib/storage/local-store.ts';

/** The local copy of a brief: the key and the parts are the specification's. */
export interface LocalCopy {
  /** The answers as stored; `resumeLocalBrief` makes a brief of them. */
  data: Record<string, unknown>;
  step: number;
  onboardingId?: string | undefined;
}

/** Data about the copy, under a key of its own. */
export interface LocalCopySync {
  /** The copy's owner: another user of this device does not see it. */
  userId: string;
  /** The revision the copy is based on; 0 without a draft on the server. */
  revision: number;
  /** Whether it holds answers that the server has not confirmed. */
  unsent: boolean;
  /** Fingerprints of saves without a reply: the server may hold one of them. */
  unanswered: readonly string[];
}

/*
 * Parsed by hand: every screen reads the copy when its user changes, and Zod weighs more than most screens.
 */
const ID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wholeNumber = (value: unknown, { min, max = Infinity }: { min: number; max?: number }) => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= min && number <= max ? number : min;
};

/** Parses a stored copy; undefined if it is missing or malformed. */
export function parseLocalCopy(stored: unknown): LocalCopy | undefined {
  if (!isRecord(stored) || !isRecord(stored.data)) return undefined;
  const { data, step, onboardingId } = stored;
  return {
    data,
    step: wholeNumber(step, { min: 1, max: LAST_STEP }),
    onboardingId: typeof onboardingId === 'string' && ID.test(onboardingId) ? onboardingId : undefined,
  };
}

/** Parses the data about a copy; undefined if something else wrote the copy. */
export function parseLocalCopySync(stored: unknown): LocalCopySync | undefined {
  if (!isRecord(stored) || typeof stored.userId !== 'string') return undefined;
  const { userId, revision, unsent, unanswered } = stored;
  const isTexts = Array.isArray(unanswered) && unanswered.every((each) => typeof each === 'string');
  return {
    userId,
    revision: typeof revision === 'number' ? wholeNumber(revision, { min: 0 }) : 0,
    unsent: unsent === true,
    unanswered: isTexts ? unanswered : [],
  };
}

export function readLocalCopy(): { local: LocalCopy | undefined; sync: LocalCopySync | undefined } {
  return {
    local: readJson(ONBOARDING_STORAGE_KEY, parseLocalCopy),
    sync: readJson(ONBOARDING_SYNC_KEY, parseLocalCopySync),
  };
}

export function discardLocalCopy(): void {
  keepText(ONBOARDING_STORAGE_KEY, undefined);
  keepText(ONBOARDING_SYNC_KEY, undefined);
}
