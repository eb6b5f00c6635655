import { randomInt, randomUUID } from 'node:crypto';

const COUNTER_MAX = 0xfff;

let lastMillisecond = 0;
let counter = 0;

/**
 * A new id: a version 7 UUID in lower case. Ids of one process sort in the order they were made, also within
 * a millisecond and when the clock is set back, so that "newest first" is an order by id; they need no
 * database. (Node's own version 7 is random within a millisecond: RFC 9562, section 6.2, method 1 is not.)
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    // From the lower half, so that there is room to count.
    counter = randomInt(COUNTER_MAX >> 1);
  } else if (counter < COUNTER_MAX) {
    counter += 1;
  } else {
    lastMillisecond += 1;
    counter = 0;
  }
  return compose(lastMillisecond, counter);
}

/** The start of every id of one millisecond: many are made in each. */
let prefix = '';
let prefixOf = -1;

function compose(millisecond: number, count: number): string {
  if (millisecond !== prefixOf) {
    const time = millisecond.toString(16).padStart(12, '0');
    prefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    prefixOf = millisecond;
  }
  // The rest, its variant included, is that of a random UUID.
  return `${prefix}${count.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}`;
}

/**
 * A new id that sorts after `previous`, though the clock of the process that made that one is ahead of ours: for
 * rows whose order is the order in which they were made under a lock.
 */
export function newIdAfter(previous: string | undefined): string {
  const id = newId();
  if (previous === undefined || id > previous) return id;
  return compose(Number.parseInt(previous.replace('-', '').slice(0, 12), 16) + 1, 0);
}
