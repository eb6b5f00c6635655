import { randomUUIDv7 } from 'node:crypto';

/** A new id: a version 7 UUID in lower case, so that ids sort by when they were made and need no database. */
export function newId(): string {
  return randomUUIDv7();
}
