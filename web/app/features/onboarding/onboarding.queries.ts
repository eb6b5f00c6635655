import { prices } from '@atelier/content/prices.ts';
import { api } from '@atelier/domain/api.ts';
import type { ErrorCode } from '@atelier/domain/errors.ts';
import { type Brief, type BriefDraft, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { type Estimate, type EstimateInput, estimateBrief } from '@atelier/domain/onboarding/estimate.ts';
import { furthestStep } from '@atelier/domain/onboarding/rules.ts';
import { briefDraftSchema, type Prefill } from '@atelier/domain/onboarding/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { sendPendingSubmission } from '../../lib/storage/pending-submission.ts';
import type { SaveFailure } from './draft/draft-saver.ts';

/** A read and a save fail after this long, in ms; a save is then tried again. */
const READ_TIMEOUT_MS = 15_000;
const SAVE_TIMEOUT_MS = 20_000;

/** The draft if there is one, else the newest project, else null; and what a new brief begins with. */
export function getStart(): Promise<{ onboarding: Project | null; prefill: Prefill | null }> {
  return callApi(api.getMyOnboarding, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
}

/** The estimate that the wizard shows and sends. */
export const estimateOf = (answers: EstimateInput): Estimate => estimateBrief(answers, prices);

/**
 * The answers that the server accepts; one that is too long is left out, so that the others are
 * saved.
 */
function acceptableAnswers(brief: Brief): BriefDraft {
  const answers = Object.entries(brief).map(([field, answer]) =>
    briefDraftSchema.safeParse({ [field]: answer }),
  );
  return Object.assign({}, ...answers.map((answer) => answer.data));
}

/**
 * Sends a pending finished brief before a new draft: the server would take a draft without an id
 * for the one it has.
 * @throws ApiError when it cannot be sent now
 */
async function sendPendingFirst(): Promise<void> {
  const { kind } = await sendPendingSubmission();
  if (kind === 'waiting') throw new ApiError('Request failed', { status: 0, url: '', payload: undefined });
}

/**
 * Saves the draft. `revision` is the one this page is based on, 0 without one. `isWhole` is false
 * if an answer was left out.
 */
export async function saveOnboarding(page: {
  id: string | undefined;
  step: number;
  brief: Brief;
  revision: number;
}): Promise<{ project: Project; isWhole: boolean }> {
  const { id, step, brief, revision } = page;
  if (id === undefined) await sendPendingFirst();
  const data = acceptableAnswers(brief);
  // The server accepts no step beyond what the answers allow, and some may have been left out.
  const allowed = Math.min(step, furthestStep({ ...emptyBrief(), ...data }));
  const { onboarding } = await callApi(api.saveOnboarding, {
    body: { id, step: allowed, data, revision, estimate: estimateOf(brief) },
    signal: AbortSignal.timeout(SAVE_TIMEOUT_MS),
  });
  return { project: onboarding, isWhole: Object.keys(data).length === Object.keys(brief).length };
}

/** What each refusal means for a save. `unreachable` is tried again. */
const failureOfCode: Record<ErrorCode, SaveFailure> = {
  validation_failed: 'refused',
  bad_json: 'refused',
  unauthenticated: 'signed-out',
  forbidden: 'unreachable',
  second_factor_required: 'unreachable',
  second_factor_setup_required: 'unreachable',
  recent_sign_in_required: 'unreachable',
  sign_in_required: 'unreachable',
  account_disabled: 'unreachable',
  // The draft was deleted in another tab or on another device.
  not_found: 'conflict',
  method_not_allowed: 'unreachable',
  request_timeout: 'unreachable',
  conflict: 'unreachable',
  other_key: 'unreachable',
  gone: 'unreachable',
  provider_refused: 'unreachable',
  draft_conflict: 'conflict',
  already_submitted: 'conflict',
  invalid_transition: 'unreachable',
  undo_too_late: 'unreachable',
  project_closed: 'unreachable',
  time_taken: 'unreachable',
  limit_reached: 'unreachable',
  username_taken: 'unreachable',
  last_admin: 'unreachable',
  kept_elsewhere: 'unreachable',
  contract_accepted: 'unreachable',
  contract_not_sent: 'unreachable',
  contract_changed: 'unreachable',
  file_empty: 'unreachable',
  quota_exceeded: 'unreachable',
  file_type_refused: 'unreachable',
  letters_not_supported: 'unreachable',
  document_over_limits: 'unreachable',
  sample_billing: 'unreachable',
  link_expired: 'unreachable',
  link_used: 'unreachable',
  payload_too_large: 'refused',
  uri_too_long: 'unreachable',
  unsupported_media_type: 'unreachable',
  headers_too_large: 'unreachable',
  rate_limited: 'unreachable',
  internal_error: 'unreachable',
  unavailable: 'unreachable',
  insufficient_storage: 'unreachable',
};

/** What to do about a failed call. Anything not known to be final is tried again. */
export function failureOf(error: unknown): SaveFailure {
  const code = error instanceof ApiError ? error.code : undefined;
  return code === undefined ? 'unreachable' : failureOfCode[code];
}
