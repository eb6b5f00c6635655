import type { Message } from '@atelier/domain/portal/messages.ts';
import { callApi } from '../../../lib/api-client.ts';
import { ApiError, failureMessage } from '../../../lib/api-error.ts';
import { askAgain, queryClient } from '../../../lib/query-client.ts';
import { type FeedbackSide, feedbackCalls } from './feedback-calls.ts';
import { feedbackKey } from './feedback-keys.ts';
import { addSentMessage } from './list-messages.ts';
import { newKey } from './new-key.ts';
import { changeUnsent, readUnsent, type UnsentMessage } from './unsent-store.ts';

/** A thread and the side from which it is written to. */
export interface ThreadPlace {
  side: FeedbackSide;
  projectId: string;
}

/** A message that takes longer than this to be sent has failed, as far as one can tell, in ms. */
const SEND_TIMEOUT_MS = 20_000;

/** Why messages were not sent, by their key; those without an entry are on their way. */
let failures: ReadonlyMap<string, string> = new Map();
/** Those that no answer came for: the network's fault, so that its return is worth another try. */
const unanswered = new Set<string>();
const listeners = new Set<() => void>();
const busy = new Set<string>();

export const threadId = ({ side, projectId }: ThreadPlace) => `${side}:${projectId}`;
export const readFailures = (): ReadonlyMap<string, string> => failures;

export function subscribeToFailures(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setFailure(key: string, reason: string | undefined): void {
  const next = new Map(failures);
  if (reason === undefined) next.delete(key);
  else next.set(key, reason);
  failures = next;
  for (const listener of listeners) listener();
}

/** Puts a message on its way, and takes it out of what is being typed. */
export function send(place: ThreadPlace, body: string): void {
  const message = { key: newKey(), body, writtenAt: new Date().toISOString() };
  changeUnsent(threadId(place), ({ outgoing }) => ({ text: '', outgoing: [...outgoing, message] }));
  void deliver(place);
}

/** Tries a message again that was not sent. */
export function sendAgain(place: ThreadPlace, key: string): void {
  setFailure(key, undefined);
  void deliver(place);
}

/** Tries all again that no answer came for. */
export function sendUnanswered(place: ThreadPlace): void {
  for (const { key } of readUnsent(threadId(place)).outgoing) {
    if (unanswered.has(key)) setFailure(key, undefined);
  }
  void deliver(place);
}

/** Takes back a message that was not sent: its words return to where they were typed. */
export function takeBack(place: ThreadPlace, key: string): void {
  setFailure(key, undefined);
  changeUnsent(threadId(place), ({ text, outgoing }) => {
    const message = outgoing.find((each) => each.key === key);
    return {
      text: [message?.body, text].filter(Boolean).join('\n'),
      outgoing: outgoing.filter((each) => each.key !== key),
    };
  });
}

/** Lets go of messages that turned out to have arrived, whatever became of their replies. */
export function settle(place: ThreadPlace, arrivedKeys: ReadonlySet<string | null>): void {
  const { outgoing } = readUnsent(threadId(place));
  for (const { key } of outgoing.filter((each) => arrivedKeys.has(each.key))) drop(place, key);
}

function drop(place: ThreadPlace, key: string): void {
  unanswered.delete(key);
  if (failures.has(key)) setFailure(key, undefined);
  changeUnsent(threadId(place), (before) => ({
    ...before,
    outgoing: before.outgoing.filter((each) => each.key !== key),
  }));
}

/**
 * Sends what waits, one after the other, so that messages arrive in the order in which they were written. A second
 * delivery of the same message, as after a reload, is the same message to the server.
 */
export async function deliver(place: ThreadPlace): Promise<void> {
  const id = threadId(place);
  if (busy.has(id)) return;
  busy.add(id);
  try {
    for (let next = nextOf(id); next; next = nextOf(id)) await attempt(place, next);
  } finally {
    busy.delete(id);
  }
}

const nextOf = (id: string) => readUnsent(id).outgoing.find(({ key }) => !failures.has(key));

async function attempt(place: ThreadPlace, { key, body }: UnsentMessage): Promise<void> {
  const { side, projectId } = place;
  try {
    const { message } = await callApi(feedbackCalls[side].send, {
      params: { id: projectId },
      body: { body, key },
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    arrived(place, key, message);
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status < 500) unanswered.delete(key);
    else unanswered.add(key);
    setFailure(key, failureMessage(error, 'Failed to send.'));
  }
}

function arrived(place: ThreadPlace, key: string, message: Message): void {
  addSentMessage(queryClient, place.side, place.projectId, message);
  drop(place, key);
  void askAgain(queryClient, feedbackKey(place.projectId));
}
