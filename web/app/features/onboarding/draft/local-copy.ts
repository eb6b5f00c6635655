import { idSchema } from '@atelier/domain/ids.ts';
import { type Brief, emptyBrief, LAST_STEP, TEXT_FIELDS } from '@atelier/domain/onboarding/brief.ts';
import { ONBOARDING_STORAGE_KEY, withoutBlankRows } from '@atelier/domain/onboarding/rules.ts';
import { resumeBrief } from '@atelier/domain/onboarding/schema.ts';
import { z } from 'zod';
import { keepJson, readJson } from '../../../lib/storage/local-json.ts';
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

const localCopySchema = z.object({
  data: z.record(z.string(), z.unknown()),
  step: z.coerce.number().int().min(1).max(LAST_STEP).catch(1),
  onboardingId: idSchema.optional().catch(undefined),
});

const syncSchema = z.object({
  userId: z.string(),
  revision: z.number().int().min(0).catch(0),
  unsent: z.boolean().catch(false),
  unanswered: z.array(z.string()).catch([]),
});

/** Parses a stored copy; undefined if it is missing or malformed. */
export function parseLocalCopy(stored: unknown): LocalCopy | undefined {
  const parsed = localCopySchema.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}

/** Parses the data about a copy; undefined if something else wrote the copy. */
export function parseLocalCopySync(stored: unknown): LocalCopySync | undefined {
  const parsed = syncSchema.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}

export function readLocalCopy(): { local: LocalCopy | undefined; sync: LocalCopySync | undefined } {
  return {
    local: readJson(ONBOARDING_STORAGE_KEY, parseLocalCopy),
    sync: readJson(ONBOARDING_SYNC_KEY, parseLocalCopySync),
  };
}

/** Stores a copy; returns whether that worked: storage may be full or off. */
export function keepLocalCopy(
  copy: { data: Brief; step: number; onboardingId: string | undefined },
  sync: LocalCopySync,
): boolean {
  const stored = {
    data: withoutBlankRows(copy.data),
    step: copy.step,
    onboardingId: copy.onboardingId ?? null,
  };
  return keepJson(ONBOARDING_SYNC_KEY, sync) && keepJson(ONBOARDING_STORAGE_KEY, stored);
}

export function discardLocalCopy(): void {
  keepText(ONBOARDING_STORAGE_KEY, undefined);
  keepText(ONBOARDING_SYNC_KEY, undefined);
}

/** The brief of a copy. Text too long for the server stays: it is for the client to shorten. */
export function resumeLocalBrief(data: LocalCopy['data'], timezone: string): Brief {
  const brief = resumeBrief(data, timezone);
  const untouched = emptyBrief(timezone);
  for (const field of TEXT_FIELDS) {
    const kept = data[field];
    if (typeof kept === 'string' && kept.trim() !== '' && brief[field] === untouched[field])
      brief[field] = kept;
  }
  return brief;
}
