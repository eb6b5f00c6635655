import { type LiveEvent, liveEventSchema } from '@atelier/domain/live/schema.ts';

/** A reader of the stream of live events. */
export interface LiveClient {
  status: number;
  /** The next event, in order. Rejects when the stream ends instead. */
  next(): Promise<LiveEvent>;
  /** Resolves when the server has ended the stream, with what came that nobody asked for. */
  ended: Promise<readonly LiveEvent[]>;
  close(): void;
}

/** Opens the stream over the network, like a browser that has heard nothing for so many ms. */
export async function openLive(origin: string, token: string, missed?: number): Promise<LiveClient> {
  const leaving = new AbortController();
  const query = missed === undefined ? '' : `?missed=${missed}`;
  const reply = await fetch(`${origin}/api/events${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  const arrived: LiveEvent[] = [];
  const waiting: PromiseWithResolvers<LiveEvent>[] = [];
  const read = async () => {
    let text = '';
    for await (const part of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
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
