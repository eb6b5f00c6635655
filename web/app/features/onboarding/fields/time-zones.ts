/** A zone as people read it: "America/New York". */
const zoneName = (zone: string) => zone.replaceAll('_', ' ');

/** Every time zone the browser knows, and the chosen one where it knows it by another name. */
export function timeZoneChoices(chosen: string): { value: string; label: string }[] {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
  if (chosen !== '') known.add(chosen);
  return [...known].sort().map((zone) => ({ value: zone, label: zoneName(zone) }));
}

/** How far a zone is from UTC now: "GMT+1"; empty for a zone that the browser does not know. */
export function zoneOffset(zone: string, now: Date = new Date()): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      timeZoneName: 'shortOffset',
    }).formatToParts(now);
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  } catch {
    return '';
  }
}

/** The zone that the browser is in. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
}
