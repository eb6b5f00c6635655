import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between a reply and the next request: the reads alone keep no server busy. */
const PAUSE_MS = 2;

/** One call after the other, on one connection. */
export interface Reads {
  /** Asks until `end` resolves. @returns the milliseconds that each took, in order of size */
  sampleUntil(end: Promise<unknown>): Promise<number[]>;
  close(): void;
}

export function openReads(url: string, headers: Record<string, string>): Reads {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const request = get(url, { agent, headers }, (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`${url} was answered ${reply.statusCode}`));
        reply.once('end', resolve).resume();
      });
      request.once('error', reject);
    });
  return {
    async sampleUntil(end) {
      let isOver = false;
      const ended = end.finally(() => {
        isOver = true;
      });
      const times: number[] = [];
      while (!isOver) {
        const begun = performance.now();
        await ask();
        times.push(performance.now() - begun);
        await Promise.race([pause(PAUSE_MS), ended]);
      }
      await ended;
      return times.sort((a, b) => a - b);
    },
    close: () => agent.destroy(),
  };
}
