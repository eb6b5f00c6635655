import { parentPort, workerData } from 'node:worker_threads';
import type { CalendarAnswer } from './calendar-thread.ts';
import { type BusyTimesOrder, readBusyTimes } from './features/bookings/busy-times.ts';

/* The thread that `calendar-thread.ts` starts and ends. */
parentPort?.postMessage(answerTo(workerData as BusyTimesOrder));

function answerTo(order: BusyTimesOrder): CalendarAnswer {
  try {
    return { spans: readBusyTimes(order) };
  } catch {
    // Errors of the library may have parts of the file in them.
    return { fault: 'Its file isn’t a calendar that can be read.' };
  }
}
