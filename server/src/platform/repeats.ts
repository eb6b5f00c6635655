import { LRUCache } from 'lru-cache';

/** How long the same thing isn't said again, in ms. */
const QUIET_MS = 60_000;
const MOST_KEPT = 500;

/**
 * Decides what of a thing that happens over and over is logged: the first at once, then one a minute with the number of
 * those before it. A full disk refuses every call, and its log would be on that disk.
 */
export class Repeats {
  readonly #now: () => number;
  readonly #said = new LRUCache<string, { at: number; unsaid: number }>({ max: MOST_KEPT });

  /** @param now in ms; for tests */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @returns what the line says of those left out before it; undefined where this one is left out, too */
  note(what: string): { unsaid?: number } | undefined {
    const now = this.#now();
    const last = this.#said.get(what);
    if (last && now - last.at < QUIET_MS) {
      last.unsaid += 1;
      return undefined;
    }
    this.#said.set(what, { at: now, unsaid: 0 });
    return last?.unsaid ? { unsaid: last.unsaid } : {};
  }
}

/** What kind of failure an error is: its code where it has one. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 100);
  return 'code' in error ? `${error.name} ${error.code}` : error.name;
}
