/** Times of one day, for a visitor's zone. */
export interface DayOfTimes {
  /** Such as 2030-03-06. */
  day: string;
  /** "Wednesday, March 6". */
  label: string;
  times: readonly { value: string; label: string }[];
}

/** The zone of this browser; UTC where it says none. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** The zones that this browser knows, with the visitor's among them. */
export function listZones(own: string): readonly string[] {
  return [...new Set([own, ...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort();
}

/** Moments by their days in a zone, in their own order. */
export function groupByDay(times: readonly string[], zone: string): DayOfTimes[] {
  // Swedish dates are written as 2030-03-06.
  const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  const words = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  });
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' });
  const days = Map.groupBy(times, (time) => dayFormat.format(new Date(time)));
  return [...days].map(([day, ofDay]) => ({
    day,
    label: words.format(new Date(ofDay[0] ?? '')),
    times: withoutTwins(ofDay, clock, zone),
  }));
}

/** The hour that a clock repeats is there twice: then each time has its zone's name with it. */
function withoutTwins(times: readonly string[], clock: Intl.DateTimeFormat, zone: string) {
  const labels = times.map((time) => clock.format(new Date(time)));
  const exact = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const isTwin = (label: string) => labels.indexOf(label) !== labels.lastIndexOf(label);
  return times.map((value, at) => {
    const label = labels[at] ?? '';
    return { value, label: isTwin(label) ? exact.format(new Date(value)) : label };
  });
}
