import { parentPort, workerData } from 'node:worker_threads';

/** What a thread answers: an error loses its class on the way. */
export type ThreadAnswer<Answer> = { answer: Answer } | { fault: string; stack: string | undefined };

/**
 * Answers the order that this thread was started for.
 * @param handle may throw; `describe` makes the message of what is thrown
 */
export async function answerOrder<Order, Answer>(
  handle: (order: Order) => Answer | Promise<Answer>,
  describe: (error: unknown) => string = (error) => (error instanceof Error ? error.message : String(error)),
): Promise<void> {
  parentPort?.postMessage(await answerTo(workerData as Order, handle, describe));
}

async function answerTo<Order, Answer>(
  order: Order,
  handle: (order: Order) => Answer | Promise<Answer>,
  describe: (error: unknown) => string,
): Promise<ThreadAnswer<Answer>> {
  try {
    return { answer: await handle(order) };
  } catch (error) {
    return { fault: describe(error), stack: error instanceof Error ? error.stack : undefined };
  }
}
