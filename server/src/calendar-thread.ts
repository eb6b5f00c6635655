import type { Span } from '@atelier/domain/bookings/rules.ts';
import type { BusyTimesOrder } from './features/bookings/busy-times.ts';
import { CalendarFault } from './features/bookings/remote-calendar.ts';
import { LimitedThread, ThreadLimitError } from './limited-thread.ts';

/** A file whose rules have no end takes no more than this. */
const LIMITS = { ms: 15_000, memoryMb: 192 };

/**
 * Reads a stranger's calendar in a thread of its own, which is ended when it takes too long or too much memory.
 * @throws CalendarFault
 */
export async function readInThread(order: BusyTimesOrder, ms = LIMITS.ms): Promise<Span[]> {
  const thread = new LimitedThread<BusyTimesOrder, Span[]>('calendar', { ...LIMITS, ms });
  try {
    return await thread.run(order);
  } catch (error) {
    if (error instanceof ThreadLimitError) throw new CalendarFault('Its file takes too long to read.', error);
    // Errors of the library may have parts of the file in them.
    throw new CalendarFault('Its file isn’t a calendar that can be read.');
  }
}
