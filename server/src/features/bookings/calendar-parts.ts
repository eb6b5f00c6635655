import ICAL from 'ical.js';

/** An event, or busy times that a server publishes. */
export interface CalendarPart {
  kind: 'VEVENT' | 'VFREEBUSY';
  uid: string;
  /** Names it where it has no UID. */
  key: string;
  component: ICAL.Component;
}

interface CalendarParts {
  parts: CalendarPart[];
  /** The file's own rules of zones, by their names. */
  zones: ReadonlyMap<string, ICAL.Timezone>;
  wrTimeZone: string;
  wrName: string;
}

/** What says when somebody is busy. The rest, words above all, is left out before the file is read further. */
const READ =
  /^(BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|SEQUENCE|STATUS|TRANSP|ATTENDEE|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO|X-MICROSOFT-CDO-BUSYSTATUS)[;:]/i;
const BLOCK = /^BEGIN:(VEVENT|VFREEBUSY|VTIMEZONE)$/i;

/** The parts of a calendar's file, each read by itself: one that can't be read takes no other with it. */
export function readParts(text: string): CalendarParts {
  const parts: CalendarPart[] = [];
  const zones = new Map<string, ICAL.Timezone>();
  const about = { wrTimeZone: '', wrName: '' };
  let block: { kind: string; lines: string[]; depth: number } | undefined;
  for (const line of text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    if (!block) {
      const kind = BLOCK.exec(line.trim())?.[1];
      if (kind) block = { kind: kind.toUpperCase(), lines: [line.trim()], depth: 1 };
      else if (/^X-WR-TIMEZONE[;:]/i.test(line)) about.wrTimeZone = afterColon(line);
      else if (/^(X-WR-CALNAME|NAME)[;:]/i.test(line)) about.wrName ||= afterColon(line);
      continue;
    }
    if (!READ.test(line)) continue;
    block.lines.push(line);
    if (/^BEGIN:/i.test(line)) block.depth += 1;
    if (/^END:/i.test(line)) block.depth -= 1;
    if (block.depth > 0) continue;
    const { kind, lines } = block;
    block = undefined;
    const component = parse(lines.join('\r\n'));
    if (!component) continue;
    if (kind === 'VTIMEZONE') {
      const tzid = String(component.getFirstPropertyValue('tzid') ?? '');
      if (tzid !== '') zones.set(tzid, new ICAL.Timezone({ component, tzid }));
    } else {
      const uid = String(component.getFirstPropertyValue('uid') ?? '');
      parts.push({ kind: kind as CalendarPart['kind'], uid, key: `without ${parts.length}`, component });
    }
  }
  return { parts, zones, ...about };
}

const afterColon = (line: string) => line.slice(line.indexOf(':') + 1).trim();

function parse(text: string): ICAL.Component | undefined {
  try {
    return new ICAL.Component(ICAL.parse(text) as ConstructorParameters<typeof ICAL.Component>[0]);
  } catch {
    return undefined;
  }
}
