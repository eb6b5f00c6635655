import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Span } from '@atelier/domain/bookings/rules.ts';
import type { BusyTimesOrder } from './features/bookings/busy-times.ts';
import { CalendarFault } from './features/bookings/remote-calendar.ts';
import { threadFile } from './thread-file.ts';

/** What the thread answers: an error loses its class on the way. */
export type CalendarAnswer = { spans: Span[] } | { fault: string };

/** A file whose rules have no end takes no more than this. */
const TIMEOUT_MS = 15_000;
const MEMORY_MB = 192;

/**
 * Reads a stranger's calendar in a thread of its own, which is ended when it takes too long or too much memory.
 * @throws CalendarFault
 */
export async function readInThread(order: BusyTimesOrder, timeoutMs = TIMEOUT_MS): Promise<Span[]> {
  const worker = new Worker(threadFile('calendar'), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [
      CalendarAnswer,
    ];
    if ('spans' in answer) return answer.spans;
    throw new CalendarFault(answer.fault);
  } catch (error) {
    if (error instanceof CalendarFault) throw error;
    throw new CalendarFault('Its file takes too long to read.', error);
  } finally {
    await worker.terminate();
  }
}
