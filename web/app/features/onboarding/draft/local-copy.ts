import { idSchema } from '@atelier/domain/ids.ts';
import { type Brief, emptyBrief, LAST_STEP, TEXT_FIELDS } from '@atelier/domain/onboarding/brief.ts';
import { ONBOARDING_STORAGE_KEY, withoutBlankRows } from '@atelier/domain/onboarding/rules.ts';
import { resumeBrief } from '@atelier/domain/onboarding/schema.ts';
import { z } from 'zod';
import { keepJson, readJson } from '../../../lib/storage/local-json.ts';
import { keepText, ONBOARDING_SYNC_KEY } from '../../../lib/storage/local-store.ts';

/**
 * What this device keeps of a brief, under the key that the specification names and with exactly the parts
 * that it names.
 */
export interface LocalCopy {
  /** The answers as they were stored; `resumeLocalBrief` makes a brief of them. */
  data: Record<string, unknown>;
  step: number;
  onboardingId?: string | undefined;
}

/** What the wizard needs to know about its copy besides: kept under a key of its own. */
export interface LocalCopySync {
  /** Whose copy it is; another person at the same device does not get to see it. */
  userId: string;
  /** The server's revision that the copy is based on; 0 when the server had no draft. */
  revision: number;
  /** Whether it holds answers that the server has not confirmed. */
  unsent: boolean;
  /** Marks of the saves whose replies had not come: one of them may be what the server has now. */
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

/** The copy in what was stored; undefined when there is none or it is of another shape. */
export function parseLocalCopy(stored: unknown): LocalCopy | undefined {
  const parsed = localCopySchema.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}

/** What is known of the copy; undefined for a copy that something else put there. */
export function parseLocalCopySync(stored: unknown): LocalCopySync | undefined {
  const parsed = syncSchema.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}

/** The copy that this device keeps, and what is known of it. */
export function readLocalCopy(): { local: LocalCopy | undefined; sync: LocalCopySync | undefined } {
  return {
    local: readJson(ONBOARDING_STORAGE_KEY, parseLocalCopy),
    sync: readJson(ONBOARDING_SYNC_KEY, parseLocalCopySync),
  };
}

/** Keeps a copy on this device. Returns whether that worked: storage may be full or switched off. */
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

/** Removes the copy from this device. */
export function discardLocalCopy(): void {
  keepText(ONBOARDING_STORAGE_KEY, undefined);
  keepText(ONBOARDING_SYNC_KEY, undefined);
}

/**
 * The brief of a copy. A free text that is too long for the server stays as it was typed: somebody wrote it,
 * and it is theirs to shorten.
 */
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
