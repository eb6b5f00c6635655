import { api } from '@atelier/domain/api.ts';
import { type LiveEvent, liveEventSchema } from '@atelier/domain/live/schema.ts';
import { expect } from 'vitest';
import { sampleBrief } from '../samples/projects.ts';
import type { TestUser } from './test-app.ts';

/** A reader of the stream of live events. */
export interface LiveClient {
  status: number;
  /** From where it goes on that has heard all so far; undefined before the first block. */
  place(): string | undefined;
  /** The next event, in order. Rejects when the stream ends instead. */
  next(): Promise<LiveEvent>;
  /** Resolves when the server has ended the stream, with the events that no `next()` took. */
  ended: Promise<readonly LiveEvent[]>;
  close(): void;
}

/**
 * Opens the stream over the network, like a browser.
 * @param since how many ms it has heard nothing for, or the place from which it goes on
 */
export async function openLive(origin: string, token: string, since?: number | string): Promise<LiveClient> {
  const leaving = new AbortController();
  const reply = await fetch(`${origin}/api/events${sinceQuery(since)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  const arrived: LiveEvent[] = [];
  let place: string | undefined;
  const waiting: PromiseWithResolvers<LiveEvent>[] = [];
  const read = async () => {
    let text = '';
    for await (const part of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        place = placeOf(block) ?? place;
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (!data) continue;
        const event = liveEventSchema.parse(JSON.parse(data));
        const first = waiting.shift();
        if (first) first.resolve(event);
        else arrived.push(event);
      }
    }
  };
  const ended = read()
    .catch(() => {})
    .then(() => {
      for (const each of waiting.splice(0)) each.reject(new Error('The stream ended'));
      return arrived;
    });
  return {
    status: reply.status,
    place: () => place,
    next: () => {
      const event = arrived.shift();
      if (event) return Promise.resolve(event);
      const pending = Promise.withResolvers<LiveEvent>();
      waiting.push(pending);
      return pending.promise;
    },
    ended,
    close: () => leaving.abort(),
  };
}

export function sinceQuery(since: number | string | undefined): string {
  if (since === undefined) return '';
  return typeof since === 'number' ? `?missed=${since}` : `?after=${since}`;
}

/** The place after a block of the stream; undefined where it has none. */
export const placeOf = (block: string): string | undefined => /^id: (.*)$/m.exec(block)?.[1];

/** The streams that the running test has open. */
const opened: LiveClient[] = [];

/** Closes them. A test file hands it to `afterEach` itself: modules outlive a file, hooks don't. */
export function closeStreams(): void {
  for (const client of opened.splice(0)) client.close();
}

/** Opens a stream, which begins with a resync. */
export async function openStream(origin: string, { token }: Pick<TestUser, 'token'>): Promise<LiveClient> {
  const client = await openStreamAfter(origin, token);
  expect((await client.next()).kind).toBe('resync');
  return client;
}

/** As `openLive`, until the test ends; what the stream begins with is left on it. */
export async function openStreamAfter(
  origin: string,
  token: string,
  since?: number | string,
): Promise<LiveClient> {
  const client = await openLive(origin, token, since);
  opened.push(client);
  return client;
}

let briefs = 0;
export async function submitBrief(user: TestUser): Promise<string> {
  briefs += 1;
  const final = { ...sampleBrief, goals: `Goal ${briefs}` };
  return (await user.call(api.submitOnboarding, { body: { final } })).body.id;
}

export const writeMessage = (user: TestUser, id: string, body = 'Hello') =>
  user.call(api.sendMessage, { params: { id }, body: { body } });
