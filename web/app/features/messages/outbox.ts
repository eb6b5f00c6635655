import { api } from '@atelier/domain/api.ts';
import type { Message, Quote } from '@atelier/domain/messages/schema.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { callApi } from '../../lib/api/api-client.ts';
import { failureMessage } from '../../lib/api/api-error.ts';
import { newKey, projectKeys, queryClient, refetchAll } from '../../lib/api/query-client.ts';
import {
  changeUnsent,
  type MessageParts,
  NOTHING_UNSENT,
  readUnsent,
  subscribeToUnsent,
  type UnsentMessage,
  type UnsentThread,
  type WaitingFile,
} from '../../lib/storage/unsent-store.ts';
import { addSentMessage, type MessagesPlace, messageEndpoints } from './messages.queries.ts';

/** A message that takes longer than this to be sent has failed, as far as one can tell, in ms. */
const SEND_TIMEOUT_MS = 20_000;
const FAILED = 'Failed to send.';

const outboxId = ({ side, projectId }: MessagesPlace) => `${side}:${projectId}`;

/** Queues a message for sending, with what goes with it, and empties the composer. */
export function send(place: MessagesPlace, body: string): void {
  const now = Date.now();
  const message = { key: newKey(), body, writtenAt: new Date(now).toISOString(), triedAt: now };
  changeUnsent(outboxId(place), ({ outgoing, draft }) => ({
    text: '',
    outgoing: [...outgoing, { ...message, ...draft }],
  }));
  void deliver(place);
}

/** Tries a message again that was not sent. */
export function sendAgain(place: MessagesPlace, key: string): void {
  changeMessage(place, key, (message) => {
    const { failure, ...rest } = message;
    return failure === undefined ? message : { ...rest, triedAt: Date.now() };
  });
  void deliver(place);
}

/** Takes back a message that was not sent: its words and files return to where they were typed and chosen. */
export function takeBack(place: MessagesPlace, key: string): void {
  changeUnsent(outboxId(place), (before) => {
    const message = before.outgoing.find((each) => each.key === key);
    const { draft } = before;
    return {
      ...without(before, key),
      text: [message?.body, before.text].filter(Boolean).join('\n'),
      draft: {
        replyTo: draft?.replyTo ?? message?.replyTo,
        files: [...(message?.files ?? []), ...(draft?.files ?? [])],
      },
    };
  });
}

/** Deletes an unsent message and its files. */
export function discard(place: MessagesPlace, key: string): void {
  const message = readUnsent(outboxId(place)).outgoing.find((each) => each.key === key);
  for (const { id } of message?.files ?? []) void deleteWaitingFile(place, id);
  forget(place, key);
}

function forget(place: MessagesPlace, key: string): void {
  changeUnsent(outboxId(place), (before) => without(before, key));
}

/** Deletes a file that no message has. A failure is harmless: the server deletes it after a day. */
async function deleteWaitingFile({ projectId }: MessagesPlace, attachmentId: string): Promise<void> {
  try {
    await callApi(api.deleteAttachment, { params: { id: projectId, attachmentId } });
  } catch {}
}

/** Changes what goes with the unfinished message. */
function changeDraft(place: MessagesPlace, change: (draft: MessageParts) => MessageParts): void {
  changeUnsent(outboxId(place), (before) => ({ ...before, draft: change(before.draft ?? {}) }));
}

/** Chooses the message that the unfinished one replies to. */
export function replyTo(place: MessagesPlace, quote: Quote | undefined): void {
  changeDraft(place, (draft) => ({ ...draft, replyTo: quote }));
}

/** Adds a file that has arrived to the unfinished message. */
export function addFile(place: MessagesPlace, file: WaitingFile): void {
  changeDraft(place, ({ files = [], ...draft }) => ({
    ...draft,
    files: [...files.filter(({ id }) => id !== file.id), file],
  }));
}

/** Removes a file from the unfinished message. */
export function removeFile(place: MessagesPlace, id: string): void {
  changeDraft(place, (draft) => ({ ...draft, files: draft.files?.filter((file) => file.id !== id) }));
  void deleteWaitingFile(place, id);
}

/** Drops messages that have arrived, even if their replies were lost. */
export function reconcile(place: MessagesPlace, arrivedKeys: ReadonlySet<string | null>): void {
  const { outgoing } = readUnsent(outboxId(place));
  for (const { key } of outgoing.filter((each) => arrivedKeys.has(each.key))) forget(place, key);
}

const without = ({ outgoing, ...rest }: UnsentThread, key: string): UnsentThread => ({
  ...rest,
  outgoing: outgoing.filter((each) => each.key !== key),
});

function changeMessage(
  place: MessagesPlace,
  key: string,
  change: (message: UnsentMessage) => UnsentMessage,
): void {
  changeUnsent(outboxId(place), ({ outgoing, ...rest }) => ({
    ...rest,
    outgoing: outgoing.map((each) => (each.key === key ? change(each) : each)),
  }));
}

/**
 * Sends outgoing messages one by one and in one tab at a time, so that they arrive in the order
 * they were written. The server treats a second delivery, as after a reload, as the same message. A
 * failed message waits for its author, and so does one whose time ran out while no page was open:
 * nothing is sent long after it was written without a click.
 */
async function deliver(place: MessagesPlace): Promise<void> {
  await inTurn(`atelier:outbox:${outboxId(place)}`, async () => {
    for (let next = nextOf(place); next; next = nextOf(place)) {
      if (isOverdue(next)) fail(place, next.key, FAILED);
      else await attempt(place, next);
    }
  });
}

const nextOf = (place: MessagesPlace) =>
  readUnsent(outboxId(place)).outgoing.find(({ failure }) => failure === undefined);

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

async function attempt(place: MessagesPlace, message: UnsentMessage): Promise<void> {
  const { key, body, replyTo, files = [] } = message;
  const { side, projectId } = place;
  try {
    const { message } = await callApi(messageEndpoints[side].send, {
      params: { id: projectId },
      body: {
        body,
        key,
        ...(replyTo && { replyTo: replyTo.id }),
        ...(files.length > 0 && { files: files.map(({ id }) => id) }),
      },
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    arrived(place, key, message);
  } catch (error) {
    fail(place, key, failureMessage(error, FAILED));
  }
}

function fail(place: MessagesPlace, key: string, failure: string): void {
  changeMessage(place, key, (message) => ({ ...message, failure }));
}

function arrived(place: MessagesPlace, key: string, message: Message): void {
  addSentMessage(queryClient, place.side, place.projectId, message);
  forget(place, key);
  void refetchAll(queryClient, projectKeys.tab(place.projectId, 'feedback'));
}

/**
 * The unsent messages of a project. Opening the conversation resumes messages that were on their way moments ago.
 * A mere reader sees none of them and sends none: they may be the reader's own, written on the same device on
 * another day.
 */
export function useUnsent({ side, projectId }: MessagesPlace, { isReader }: { isReader: boolean }) {
  const id = outboxId({ side, projectId });
  const kept = useSyncExternalStore(subscribeToUnsent, () => readUnsent(id));
  const unsent = isReader ? NOTHING_UNSENT : kept;
  useEffect(() => {
    if (!isReader) void deliver({ side, projectId });
  }, [side, projectId, isReader]);
  const setText = (text: string) => changeUnsent(id, (before) => ({ ...before, text }));
  return { ...unsent, setText };
}
