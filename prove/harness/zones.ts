/** A time zone, and a moment at which its clocks change; where they never do, one at which others' do. */
export interface Zone {
  name: string;
  changesAt: string;
  /** By how many minutes they are set then. */
  minutes: number;
}

/** Whole hours and halves, north and south, across the date line, and one that skipped a day. */
export const zones: readonly Zone[] = [
  { name: 'Australia/Lord_Howe', changesAt: '2026-04-04T15:00:00.000Z', minutes: -30 },
  { name: 'UTC', changesAt: '2026-03-29T01:00:00.000Z', minutes: 0 },
  { name: 'Europe/Berlin', changesAt: '2026-03-29T01:00:00.000Z', minutes: 60 },
  { name: 'America/New_York', changesAt: '2026-11-01T06:00:00.000Z', minutes: -60 },
  { name: 'America/St_Johns', changesAt: '2026-03-08T05:30:00.000Z', minutes: 60 },
  { name: 'Africa/Casablanca', changesAt: '2026-02-15T02:00:00.000Z', minutes: -60 },
  { name: 'Asia/Kolkata', changesAt: '2026-10-25T01:00:00.000Z', minutes: 0 },
  { name: 'Pacific/Apia', changesAt: '2011-12-30T10:00:00.000Z', minutes: 1440 },
];

/** Minutes by which this machine has the clocks of a zone before UTC. */
function minutesAhead(name: string, at: number): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const text = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** By how many minutes the clocks of a zone are set at its moment, as far as this machine knows. */
export function minutesSet({ name, changesAt }: Zone): number {
  const at = Date.parse(changesAt);
  return minutesAhead(name, at) - minutesAhead(name, at - 1);
}
