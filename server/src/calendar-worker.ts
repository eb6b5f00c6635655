import { readBusyTimes } from './features/bookings/busy-times.ts';
import { answerOrder } from './thread-answer.ts';

/* The thread that `calendar-thread.ts` starts. */
void answerOrder(readBusyTimes);
