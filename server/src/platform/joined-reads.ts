import { setImmediate as nextTurn } from 'node:timers/promises';

/** Keys read together: few enough that other calls don't wait long for their turn. */
const MOST_AT_ONCE = 250;

interface Waiting<Value> {
  key: string;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * Makes one read of many: the keys asked for in one turn are looked up together, each distinct one once. For the open
 * streams, of which one event makes thousands ask at the same moment. Every look-up begins after it was asked for, so it
 * sees what was committed before.
 * @param read the values that there are of some keys; when it throws, all that asked for one of them get the error
 */
export function joinReads<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  const waiting: Waiting<Value>[] = [];
  let isReading = false;

  async function readAll(): Promise<void> {
    while (waiting.length > 0) {
      // Others have their turn before each read.
      await nextTurn();
      await readSome(waiting.splice(0, MOST_AT_ONCE));
    }
    isReading = false;
  }

  async function readSome(some: readonly Waiting<Value>[]): Promise<void> {
    try {
      const values = await read([...new Set(some.map(({ key }) => key))]);
      for (const { key, resolve } of some) resolve(values.get(key));
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isReading) return;
      isReading = true;
      void readAll();
    });
}
