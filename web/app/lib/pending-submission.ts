import { api } from '@atelier/domain/api.ts';
import { idSchema } from '@atelier/domain/ids.ts';
import { type Brief, finalBriefSchema } from '@atelier/domain/onboarding.ts';
import type { Project } from '@atelier/domain/projects.ts';
import { z } from 'zod';
import { reloadAccount } from './account.ts';
import { callApi } from './api-client.ts';
import { ApiError, failureMessage } from './api-error.ts';
import { keepJson, readJson } from './local-store.ts';
import { queryClient } from './query-client.ts';
import { getSession } from './session.ts';
import { PENDING_SUBMISSION_KEY } from './storage-keys.ts';

/*
 * A finished brief whose final call did not get through. The wizard has let go of it by then; it waits here, on this
 * device, and is sent again from the portal until it has arrived.
 */
export interface PendingSubmission {
  /** Whose brief it is; it is neither shown to nor sent for anybody else. */
  userId: string;
  /** The draft it finishes, where the server had one. */
  id?: string | undefined;
  final: Brief;
  /** When it was finished, ISO-8601. */
  keptAt: string;
}

const pendingSchema = z.object({
  userId: z.string(),
  id: idSchema.optional().catch(undefined),
  final: finalBriefSchema,
  keptAt: z.string(),
});

const parsePending = (stored: unknown): PendingSubmission | undefined => {
  const parsed = pendingSchema.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
};

const listeners = new Set<() => void>();
function changed(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` when a brief begins to wait or stops waiting, in this tab or another. */
export function subscribeToPendingSubmission(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === PENDING_SUBMISSION_KEY || event.key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

/** The brief of this person that waits on this device, if there is one. */
export function findPendingSubmission(): PendingSubmission | undefined {
  const session = getSession();
  const pending = readJson(PENDING_SUBMISSION_KEY, parsePending);
  return session.status === 'signed-in' && pending?.userId === session.user.id ? pending : undefined;
}

/** Keeps a finished brief on this device until it has been sent. Returns whether that worked. */
export function keepPendingSubmission(pending: PendingSubmission): boolean {
  const isKept = keepJson(PENDING_SUBMISSION_KEY, pending);
  changed();
  return isKept;
}

/** Lets go of the waiting brief. */
export function discardPendingSubmission(): void {
  keepJson(PENDING_SUBMISSION_KEY, undefined);
  changed();
}

/** How sending a finished brief went. */
export type SubmissionResult =
  | { kind: 'nothing' }
  | { kind: 'sent'; project: Project | undefined }
  /** It may arrive the next time. */
  | { kind: 'waiting' }
  /** The server does not take it as it is; `reason` is its own sentence. */
  | { kind: 'refused'; reason: string };

/** A final call is given up after this long, in ms. */
const SUBMIT_TIMEOUT_MS = 20_000;

/**
 * Sends a finished brief. Sending it again after a reply was lost is the same one project.
 * @throws ApiError, or a DOMException when no answer came in time
 */
export async function submitBrief(brief: { id?: string | undefined; final: Brief }): Promise<Project> {
  const signal = AbortSignal.timeout(SUBMIT_TIMEOUT_MS);
  const { onboarding } = await callApi(api.submitOnboarding, { body: brief, signal });
  queryClient.invalidateQueries();
  void reloadAccount();
  return onboarding;
}

async function send(pending: PendingSubmission): Promise<SubmissionResult> {
  try {
    return { kind: 'sent', project: await submitBrief({ id: pending.id, final: pending.final }) };
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'already_submitted') return { kind: 'sent', project: undefined };
    // Its draft was deleted on another device; the finished brief was not.
    if (code === 'not_found' && pending.id !== undefined) return send({ ...pending, id: undefined });
    if (code === 'validation_failed' || code === 'payload_too_large') {
      return { kind: 'refused', reason: failureMessage(error, 'The brief was not accepted.') };
    }
    return { kind: 'waiting' };
  }
}

/** Runs `task` in one tab at a time, where the browser can say so. */
function inOneTab<T>(task: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(PENDING_SUBMISSION_KEY, task) : task();
}

/** Sends the waiting brief, if there is one, and lets go of it once it has arrived. Never rejects. */
export function sendPendingSubmission(): Promise<SubmissionResult> {
  return inOneTab(async () => {
    const pending = findPendingSubmission();
    if (!pending) return { kind: 'nothing' };
    const result = await send(pending);
    if (result.kind === 'sent') discardPendingSubmission();
    return result;
  });
}
