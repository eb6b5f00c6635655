import { type LiveEvent, liveEventSchema } from '@atelier/domain/live/schema.ts';
import { placeOf, sinceQuery } from '../../server/test/harness/live-client.ts';

/** A reader of live events who reads nothing until it is asked to. */
interface SlowReader {
  /** What it has read so far. */
  heard: readonly LiveEvent[];
  /** Reads until it has heard so many events. */
  readTo(count: number): Promise<void>;
  /** Reads whatever comes, until the stream ends or breaks. */
  readToEnd(): Promise<void>;
  /** From where it goes on, as the pages do; undefined before the first block. */
  place(): string | undefined;
  close(): void;
}

/**
 * @param since how many ms it has heard nothing for, or the place from which it goes on
 * @returns undefined where the stream is refused
 */
export async function openSlowReader(
  { origin, token }: { origin: string; token: string },
  since?: number | string,
): Promise<SlowReader | undefined> {
  const leaving = new AbortController();
  const reply = await fetch(`${origin}/api/events${sinceQuery(since)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  if (!reply.ok || !reply.body) return undefined;
  const body = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  const heard: LiveEvent[] = [];
  let place: string | undefined;
  let pending = '';
  /** @returns whether there was more to read */
  const readPart = async (): Promise<boolean> => {
    const { done, value = '' } = await body.read();
    const blocks = (pending + value).split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) {
      place = placeOf(block) ?? place;
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data) heard.push(liveEventSchema.parse(JSON.parse(data)));
    }
    return !done;
  };
  return {
    heard,
    async readTo(count) {
      while (heard.length < count) if (!(await readPart())) throw new Error('The stream ended');
    },
    async readToEnd() {
      try {
        while (await readPart());
      } catch {
        // A stream that was dropped breaks off in the middle.
      }
    },
    place: () => place,
    close: () => leaving.abort(),
  };
}
