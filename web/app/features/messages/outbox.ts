import type { Message } from '@atelier/domain/messages/schema.ts';
import { callApi } from '../../lib/api-client.ts';
import { failureMessage } from '../../lib/api-error.ts';
import { newKey } from '../../lib/new-key.ts';
import { askAgain, queryClient } from '../../lib/query-client.ts';
import { changeUnsent, readUnsent, type UnsentMessage, type UnsentThread } from '../../lib/unsent-store.ts';
import { type FeedbackSide, feedbackCalls } from './feedback-calls.ts';
import { feedbackKey } from './feedback-keys.ts';
import { addSentMessage } from './list-messages.ts';

/** A thread and the side from which it is written to. */
export interface ThreadPlace {
  side: FeedbackSide;
  projectId: string;
}

/** A message that takes longer than this to be sent has failed, as far as one can tell, in ms. */
const SEND_TIMEOUT_MS = 20_000;
const FAILED = 'Failed to send.';

export const threadId = ({ side, projectId }: ThreadPlace) => `${side}:${projectId}`;

/** Puts a message on its way, and takes it out of what is being typed. */
export function send(place: ThreadPlace, body: string): void {
  const now = Date.now();
  const message = { key: newKey(), body, writtenAt: new Date(now).toISOString(), triedAt: now };
  changeUnsent(threadId(place), ({ outgoing }) => ({ text: '', outgoing: [...outgoing, message] }));
  void deliver(place);
}

/** Tries a message again that was not sent. */
export function sendAgain(place: ThreadPlace, key: string): void {
  changeMessage(place, key, (message) => {
    const { failure, ...rest } = message;
    return failure === undefined ? message : { ...rest, triedAt: Date.now() };
  });
  void deliver(place);
}

/** Takes back a message that was not sent: its words return to where they were typed. */
export function takeBack(place: ThreadPlace, key: string): void {
  changeUnsent(threadId(place), (before) => {
    const message = before.outgoing.find((each) => each.key === key);
    return { ...without(before, key), text: [message?.body, before.text].filter(Boolean).join('\n') };
  });
}

/** Deletes an unsent message. */
export function discard(place: ThreadPlace, key: string): void {
  changeUnsent(threadId(place), (before) => without(before, key));
}

/** Lets go of messages that turned out to have arrived, whatever became of their replies. */
export function settle(place: ThreadPlace, arrivedKeys: ReadonlySet<string | null>): void {
  const { outgoing } = readUnsent(threadId(place));
  for (const { key } of outgoing.filter((each) => arrivedKeys.has(each.key))) discard(place, key);
}

const without = ({ text, outgoing }: UnsentThread, key: string): UnsentThread => ({
  text,
  outgoing: outgoing.filter((each) => each.key !== key),
});

function changeMessage(
  place: ThreadPlace,
  key: string,
  change: (message: UnsentMessage) => UnsentMessage,
): void {
  changeUnsent(threadId(place), ({ text, outgoing }) => ({
    text,
    outgoing: outgoing.map((each) => (each.key === key ? change(each) : each)),
  }));
}

/**
 * Sends outgoing messages one by one and in one tab at a time, so that they arrive in the order
 * they were written. The server treats a second delivery, as after a reload, as the same message. A
 * failed message waits for its author, and so does one whose time ran out while no page was open:
 * nothing is sent long after it was written without a click.
 */
export async function deliver(place: ThreadPlace): Promise<void> {
  await inTurn(`atelier:outbox:${threadId(place)}`, async () => {
    for (let next = nextOf(place); next; next = nextOf(place)) {
      if (isOverdue(next)) fail(place, next.key, FAILED);
      else await attempt(place, next);
    }
  });
}

const nextOf = (place: ThreadPlace) =>
  readUnsent(threadId(place)).outgoing.find(({ failure }) => failure === undefined);

/** After the clock was set back, a message is from the future. */
const isOverdue = ({ triedAt }: UnsentMessage) => Math.abs(Date.now() - triedAt) > SEND_TIMEOUT_MS;

/**
 * Runs `work` in one tab at a time, if the browser supports it. A stalled tab delays the others
 * briefly.
 */
async function inTurn(name: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  try {
    await navigator.locks.request(name, { signal: AbortSignal.timeout(2 * SEND_TIMEOUT_MS) }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    await work();
  }
}

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
    fail(place, key, failureMessage(error, FAILED));
  }
}

function fail(place: ThreadPlace, key: string, failure: string): void {
  changeMessage(place, key, (message) => ({ ...message, failure }));
}

function arrived(place: ThreadPlace, key: string, message: Message): void {
  addSentMessage(queryClient, place.side, place.projectId, message);
  discard(place, key);
  void askAgain(queryClient, feedbackKey(place.projectId));
}
