import { preselected } from '@atelier/content/offer.ts';
import { type Brief, emptyBrief, TEXT_FIELDS } from '@atelier/domain/onboarding/brief.ts';
import { ONBOARDING_STORAGE_KEY, withoutBlankRows } from '@atelier/domain/onboarding/rules.ts';
import { resumeBrief } from '@atelier/domain/onboarding/schema.ts';
import { keepJson } from '../../../lib/storage/local-json.ts';
import { ONBOARDING_SYNC_KEY } from '../../../lib/storage/local-store.ts';
import type { LocalCopy, LocalCopySync } from './local-copy.ts';

/** The brief that a new client finds, with what the studio offers of its features. */
export function untouchedBrief(timezone: string): Brief {
  return { ...emptyBrief(timezone), features: [...preselected] };
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
