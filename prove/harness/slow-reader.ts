import { createLateness, readSentAt } from '@atelier/domain/live/lateness.ts';
import { type LiveEvent, liveEventSchema } from '@atelier/domain/live/schema.ts';

/** A reader of live events who reads nothing until it is asked to, and measures as the pages do how much it has missed. */
interface SlowReader {
  /** What it has read so far. */
  heard: readonly LiveEvent[];
  /** Reads until it has heard so many events. */
  readTo(count: number): Promise<void>;
  /** Reads whatever comes, until the stream ends or breaks. */
  readToEnd(): Promise<void>;
  /** Milliseconds since what it has read last was sent. */
  missed(): number;
  close(): void;
}

/**
 * @param ahead milliseconds by which its clocks are ahead of this process's
 * @returns undefined where the stream is refused
 */
export async function openSlowReader(
  { origin, token }: { origin: string; token: string },
  ahead: () => number,
  missed?: number,
): Promise<SlowReader | undefined> {
  const leaving = new AbortController();
  const query = missed === undefined ? '' : `?missed=${missed}`;
  const reply = await fetch(`${origin}/api/events${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  if (!reply.ok || !reply.body) return undefined;
  const body = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  const now = () => ({ ticks: performance.now() + ahead(), time: Date.now() + ahead() });
  const lateness = createLateness();
  const heard: LiveEvent[] = [];
  let sentTicks = now().ticks;
  let pending = '';
  /** @returns whether there was more to read */
  const readPart = async (): Promise<boolean> => {
    const { done, value = '' } = await body.read();
    const blocks = (pending + value).split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) {
      const sentAt = readSentAt(block);
      if (sentAt !== undefined) sentTicks = now().ticks - lateness(sentAt, now());
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
    missed: () => Math.ceil(now().ticks - sentTicks),
    close: () => leaving.abort(),
  };
}
