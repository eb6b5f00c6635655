import { api } from '@atelier/domain/api.ts';
import { idSchema } from '@atelier/domain/ids.ts';
import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { estimateSchema, resumeBrief } from '@atelier/domain/onboarding/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { z } from 'zod';
import { callApi } from '../api/api-client.ts';
import { ApiError, failureMessage } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import { reloadAccount } from '../session/account.ts';
import { getSession } from '../session/session.ts';
import { createKeptStore } from './account-store.ts';
import { parseJson } from './local-json.ts';
import { PENDING_SUBMISSION_KEY } from './local-store.ts';

/*
 * Finished briefs whose final call did not get through. They wait here, on this device,
 * and are sent again from the portal until they arrive. There is almost never more than one.
 */
const pendingSchema = z.object({
  /** Whose brief it is; it is neither shown to nor sent for another account. */
  userId: z.string(),
  /** The draft it finishes, where the server had one. */
  id: idSchema.optional().catch(undefined),
  // Read as far as possible: the server decides whether it is right, and the client then corrects it.
  final: z.unknown().transform((final): Brief => resumeBrief(final)),
  /** The estimate that the wizard showed for it. */
  estimate: estimateSchema.optional().catch(undefined),
  /** When it was finished, ISO-8601. */
  keptAt: z.string(),
});
export type PendingSubmission = z.infer<typeof pendingSchema>;

function parseAll(stored: unknown): PendingSubmission[] {
  const entries = Array.isArray(stored) ? stored.map((entry) => pendingSchema.safeParse(entry)) : [];
  return entries.flatMap((entry) => (entry.success ? [entry.data] : []));
}

/** Everything that waits on this device, oldest first. What cannot be read is left out. */
const waiting = createKeptStore<readonly PendingSubmission[]>({
  scope: 'device',
  key: PENDING_SUBMISSION_KEY,
  parse: (text) => parseJson(text, parseAll) ?? [],
  print: (all) => (all.length > 0 ? JSON.stringify(all) : undefined),
});

/** Another tab may have changed it a moment ago. */
function readAll(): readonly PendingSubmission[] {
  waiting.refresh();
  return waiting.get();
}

const isSame = (one: PendingSubmission, other: PendingSubmission) =>
  one.userId === other.userId && one.keptAt === other.keptAt;

/** Calls its listener when a brief begins to wait or stops waiting, in this tab or another. */
export const subscribeToPendingSubmission = waiting.subscribe;

function findAll(): readonly PendingSubmission[] {
  const session = getSession();
  return session.status === 'signed-in'
    ? waiting.get().filter(({ userId }) => userId === session.user.id)
    : [];
}

/** The user's brief that has waited longest on this device, if there is one. */
export function findPendingSubmission(): PendingSubmission | undefined {
  return findAll()[0];
}

/** Keeps a finished brief on this device until it is sent. Returns whether that worked. */
export function keepPendingSubmission(pending: PendingSubmission): boolean {
  const isKept = waiting.keep([...readAll(), pending]);
  // Nothing waits that would not outlive the page.
  if (!isKept) waiting.refresh();
  return isKept;
}

/** Drops a waiting brief. */
export function discardPendingSubmission(pending: PendingSubmission): void {
  waiting.keep(readAll().filter((other) => !isSame(other, pending)));
}

/** How sending a finished brief went. */
export type SubmissionResult =
  | { kind: 'nothing' }
  | { kind: 'sent'; project: Project | undefined }
  /** It may arrive the next time. */
  | { kind: 'waiting' }
  /** The server does not take it as it is; `reason` is its own sentence. */
  | { kind: 'refused'; reason: string; pending: PendingSubmission };

/** A final call is given up after this long, in ms. */
const SUBMIT_TIMEOUT_MS = 20_000;

/**
 * Sends a finished brief. Sending it again after a reply was lost is the same one project.
 * @throws ApiError, or a DOMException when no answer came in time
 */
export async function submitBrief(
  brief: Pick<PendingSubmission, 'id' | 'final' | 'estimate'>,
): Promise<Project> {
  const signal = AbortSignal.timeout(SUBMIT_TIMEOUT_MS);
  const { onboarding } = await callApi(api.submitOnboarding, { body: brief, signal });
  queryClient.invalidateQueries();
  void reloadAccount();
  return onboarding;
}

async function send(pending: PendingSubmission): Promise<SubmissionResult> {
  try {
    const { id, final, estimate } = pending;
    return { kind: 'sent', project: await submitBrief({ id, final, estimate }) };
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'already_submitted') return { kind: 'sent', project: undefined };
    // Its draft was deleted on another device; the finished brief was not.
    if (code === 'not_found' && pending.id !== undefined) return send({ ...pending, id: undefined });
    if (code === 'validation_failed' || code === 'payload_too_large') {
      return { kind: 'refused', reason: failureMessage(error, 'The brief wasn’t accepted.'), pending };
    }
    return { kind: 'waiting' };
  }
}

/** Runs `task` in one tab at a time, where the browser can say so. */
function inOneTab<T>(task: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(PENDING_SUBMISSION_KEY, task) : task();
}

/**
 * Sends what waits, oldest first, and drops each brief that has arrived. The result is that of the first that
 * hasn't, else of the last. Never rejects.
 */
export function sendPendingSubmission(): Promise<SubmissionResult> {
  return inOneTab(async () => {
    let result: SubmissionResult = { kind: 'nothing' };
    waiting.refresh();
    for (const pending of findAll()) {
      const sent = await send(pending);
      if (sent.kind === 'sent') discardPendingSubmission(pending);
      if (result.kind === 'nothing' || result.kind === 'sent') result = sent;
    }
    return result;
  });
}
