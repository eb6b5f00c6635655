/** A time of day, UTC. */
export interface TimeOfDay {
  hour: number;
  minute: number;
}

const DAY_MS = 24 * 3600_000;

/** The last moment, up to `now`, at which a daily backup was due. */
export function lastDue(now: Date, { hour, minute }: TimeOfDay): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, minute);
  return new Date(today <= now.getTime() ? today : today - DAY_MS);
}
