/** A zone as people read it: "America/New York". */
const zoneName = (zone: string) => zone.replaceAll('_', ' ');

/** Every time zone that the browser knows; the chosen one, the browser's own and none at all come first. */
export function timeZoneChoices(chosen: string, own = browserTimeZone()): { value: string; label: string }[] {
  const first = [chosen, own].filter((zone) => zone !== '');
  const zones = new Set([...first, ...Intl.supportedValuesOf('timeZone'), 'UTC']);
  const choices = [...zones].map((zone) => ({ value: zone, label: zoneName(zone) }));
  return choices.toSpliced(new Set(first).size, 0, { value: '', label: 'Leave it open' });
}

const offsets = new Map<string, string>();

/** How far a zone is from UTC today: "GMT+1"; empty for a zone that the browser does not know. */
export function zoneOffset(zone: string): string {
  if (zone === '') return '';
  const known = offsets.get(zone);
  if (known !== undefined) return known;
  const offset = findOffset(zone);
  offsets.set(zone, offset);
  return offset;
}

function findOffset(zone: string): string {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' });
    return format.formatToParts().find((part) => part.type === 'timeZoneName')?.value ?? '';
  } catch {
    return '';
  }
}

/** The zone that the browser is in. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
}
