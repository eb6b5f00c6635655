/*
 * Calendars as programs write them, and what RFC 5545 and 7986 allow: the lines between BEGIN:VCALENDAR and END:VCALENDAR, and when their
 * owner, ada@studio.example in Europe/Berlin, is busy in March and April 2030. All of it is made up.
 */

export interface CalendarCase {
  name: string;
  lines: readonly string[];
  /** As "03-04T09:00 03-04T10:00", in UTC. */
  busy: readonly string[];
}

let made = 0;
const event = (...lines: string[]) => [
  'BEGIN:VEVENT',
  ...(lines.some((line) => line.startsWith('UID')) ? [] : [`UID:case-${made++}`]),
  'DTSTAMP:20300101T000000Z',
  ...lines,
  'END:VEVENT',
];
const HOUR_IN_BERLIN = ['DTSTART;TZID=Europe/Berlin:20300304T090000', 'DURATION:PT1H'];
const BUSY_HOUR = ['03-04T08:00 03-04T09:00'];

/** Daylight saving as in New York, under any name. */
const newYork = (tzid: string) => [
  ...['BEGIN:VTIMEZONE', `TZID:${tzid}`],
  ...['BEGIN:STANDARD', 'DTSTART:20071104T020000', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'],
  ...['TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:20070311T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'],
  ...['TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400', 'END:DAYLIGHT', 'END:VTIMEZONE'],
];
/** Five hours and a half east, without daylight saving. */
const fixed = (tzid: string, offset: string) => [
  ...['BEGIN:VTIMEZONE', `TZID:${tzid}`, 'BEGIN:STANDARD', 'DTSTART:16010101T000000'],
  ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'],
];
const at = (tzid: string, time = '20300304T090000') => [`DTSTART;TZID="${tzid}":${time}`, 'DURATION:PT1H'];
const asked = (...parts: string[]) => [
  'ORGANIZER:mailto:boss@client.example',
  ...parts.map((part) => `ATTENDEE;${part}`),
];

export const CALENDAR_CASES: readonly CalendarCase[] = [
  {
    name: 'rules of its own under an unknown name, in winter',
    lines: [...newYork('Customized Time Zone'), ...event(...at('Customized Time Zone'))],
    busy: ['03-04T14:00 03-04T15:00'],
  },
  {
    name: 'rules of its own under an unknown name, in summer',
    lines: [...newYork('Our office'), ...event(...at('Our office', '20300401T090000'))],
    busy: ['04-01T13:00 04-01T14:00'],
  },
  {
    name: 'rules of its own after the events that use them',
    lines: [...event(...at('tzone://Microsoft/Custom')), ...newYork('tzone://Microsoft/Custom')],
    busy: ['03-04T14:00 03-04T15:00'],
  },
  {
    name: 'a series over the change of its own rules',
    lines: [...newYork('X'), ...event(...at('X', '20300308T090000'), 'RRULE:FREQ=WEEKLY;COUNT=2')],
    busy: ['03-08T14:00 03-08T15:00', '03-15T13:00 03-15T14:00'],
  },
  {
    name: 'a fixed distance under an unknown name',
    lines: [...fixed('Somewhere', '+0530'), ...event(...at('Somewhere'))],
    busy: ['03-04T03:30 03-04T04:30'],
  },
  {
    name: 'two zones of one event',
    lines: [
      ...newYork('There'),
      ...event('DTSTART;TZID=Europe/Berlin:20300304T150000', 'DTEND;TZID=There:20300304T100000'),
    ],
    busy: ['03-04T14:00 03-04T15:00'],
  },
  {
    name: 'a zone’s name with a folder before it',
    lines: event(...at('/freeassociation.sourceforge.net/America/New_York')),
    busy: ['03-04T14:00 03-04T15:00'],
  },
  {
    name: 'a zone’s name in Windows',
    lines: event(...at('Eastern Standard Time')),
    busy: ['03-04T14:00 03-04T15:00'],
  },
  {
    name: 'a floating time in a calendar with a zone',
    lines: ['X-WR-TIMEZONE:America/New_York', ...event('DTSTART:20300304T090000', 'DURATION:PT1H')],
    busy: ['03-04T14:00 03-04T15:00'],
  },
  {
    name: 'a floating time in a calendar without one: the owner’s',
    lines: event('DTSTART:20300304T090000', 'DURATION:PT1H'),
    busy: BUSY_HOUR,
  },
  {
    name: 'a whole day of the owner, whatever the calendar’s zone',
    lines: ['X-WR-TIMEZONE:America/New_York', ...event('DTSTART;VALUE=DATE:20300304')],
    busy: ['03-03T23:00 03-04T23:00'],
  },
  {
    name: 'one meeting of many that was moved',
    lines: [
      ...event('UID:a', ...HOUR_IN_BERLIN, 'RRULE:FREQ=WEEKLY;COUNT=2'),
      ...event(
        'UID:a',
        'RECURRENCE-ID;TZID=Europe/Berlin:20300311T090000',
        ...at('Europe/Berlin', '20300312T150000'),
      ),
    ],
    busy: [...BUSY_HOUR, '03-12T14:00 03-12T15:00'],
  },
  {
    name: 'one of many that was moved, named in UTC',
    lines: [
      ...event('UID:a', 'RECURRENCE-ID:20300311T080000Z', 'DTSTART:20300312T140000Z', 'DURATION:PT1H'),
      ...event('UID:a', ...HOUR_IN_BERLIN, 'RRULE:FREQ=WEEKLY;COUNT=2'),
    ],
    busy: [...BUSY_HOUR, '03-12T14:00 03-12T15:00'],
  },
  {
    name: 'one of many that was cancelled, and one marked as free',
    lines: [
      ...event('UID:a', ...HOUR_IN_BERLIN, 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ...event(
        'UID:a',
        'RECURRENCE-ID;TZID=Europe/Berlin:20300311T090000',
        ...at('Europe/Berlin', '20300311T090000'),
        'STATUS:CANCELLED',
      ),
      ...event(
        'UID:a',
        'RECURRENCE-ID;TZID=Europe/Berlin:20300318T090000',
        ...at('Europe/Berlin', '20300318T090000'),
        'TRANSP:TRANSPARENT',
      ),
    ],
    busy: BUSY_HOUR,
  },
  {
    name: 'this and all that follow, moved by two hours and made longer',
    lines: [
      ...event('UID:a', ...HOUR_IN_BERLIN, 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ...event(
        'UID:a',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20300311T090000',
        'DTSTART;TZID=Europe/Berlin:20300311T110000',
        'DURATION:PT2H',
      ),
    ],
    busy: [...BUSY_HOUR, '03-11T10:00 03-11T12:00', '03-18T10:00 03-18T12:00'],
  },
  {
    name: 'this and all that follow, cancelled',
    lines: [
      ...event('UID:a', ...HOUR_IN_BERLIN, 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ...event(
        'UID:a',
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20300311T090000',
        ...at('Europe/Berlin', '20300311T090000'),
        'STATUS:CANCELLED',
      ),
    ],
    busy: BUSY_HOUR,
  },
  {
    name: 'dates besides a rule',
    lines: event(
      ...HOUR_IN_BERLIN,
      'RRULE:FREQ=WEEKLY;COUNT=1',
      'RDATE;TZID=Europe/Berlin:20300306T090000,20300401T090000',
    ),
    busy: [...BUSY_HOUR, '03-06T08:00 03-06T09:00', '04-01T07:00 04-01T08:00'],
  },
  {
    name: 'dates without a rule',
    lines: event(...HOUR_IN_BERLIN, 'RDATE;TZID=Europe/Berlin:20300306T090000'),
    busy: [...BUSY_HOUR, '03-06T08:00 03-06T09:00'],
  },
  {
    name: 'spans besides a rule',
    lines: event(
      ...HOUR_IN_BERLIN,
      'RRULE:FREQ=WEEKLY;COUNT=1',
      'RDATE;VALUE=PERIOD:20300306T080000Z/PT3H,20300307T080000Z/20300307T083000Z',
    ),
    busy: [...BUSY_HOUR, '03-06T08:00 03-06T11:00', '03-07T08:00 03-07T08:30'],
  },
  {
    name: 'days taken out of a rule, in another zone and as days',
    lines: event(
      ...HOUR_IN_BERLIN,
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE:20300305T080000Z',
      'EXDATE;VALUE=DATE:20300306',
    ),
    busy: BUSY_HOUR,
  },
  {
    name: 'a rule that ends at a moment',
    lines: event(...HOUR_IN_BERLIN, 'RRULE:FREQ=DAILY;UNTIL=20300305T080000Z'),
    busy: [...BUSY_HOUR, '03-05T08:00 03-05T09:00'],
  },
  {
    name: 'a rule since long ago, on the last Friday of each month',
    lines: event(
      'DTSTART;TZID=Europe/Berlin:19990129T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=MONTHLY;BYDAY=-1FR',
    ),
    busy: ['03-29T08:00 03-29T09:00', '04-26T07:00 04-26T08:00'],
  },
  {
    name: 'two versions of one event: the later one',
    lines: [
      ...event('UID:a', 'SEQUENCE:1', ...at('Europe/Berlin', '20300305T090000')),
      ...event('UID:a', 'SEQUENCE:0', ...HOUR_IN_BERLIN),
    ],
    busy: ['03-05T08:00 03-05T09:00'],
  },
  {
    name: 'events that share a UID by mistake: all of them',
    lines: [
      ...event('UID:a', ...HOUR_IN_BERLIN),
      ...event('UID:a', ...at('Europe/Berlin', '20300305T090000')),
    ],
    busy: [...BUSY_HOUR, '03-05T08:00 03-05T09:00'],
  },
  {
    name: 'busy times that a server publishes',
    lines: [
      ...['BEGIN:VFREEBUSY', 'UID:f', 'DTSTAMP:20300101T000000Z'],
      'FREEBUSY:20300304T080000Z/PT1H,20300305T080000Z/20300305T090000Z',
      'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20300306T080000Z/PT1H',
      'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20300307T080000Z/PT1H',
      ...['FREEBUSY;FBTYPE=FREE:20300308T080000Z/PT1H', 'END:VFREEBUSY'],
    ],
    busy: [...BUSY_HOUR, '03-05T08:00 03-05T09:00', '03-06T08:00 03-06T09:00', '03-07T08:00 03-07T09:00'],
  },
  {
    name: 'an invitation that the owner declined',
    lines: event(
      ...HOUR_IN_BERLIN,
      ...asked('PARTSTAT=DECLINED:mailto:Ada@studio.example', 'PARTSTAT=ACCEPTED:mailto:bea@client.example'),
    ),
    busy: [],
  },
  {
    name: 'an invitation that somebody else declined',
    lines: event(
      ...HOUR_IN_BERLIN,
      ...asked('PARTSTAT=ACCEPTED:mailto:ada@studio.example', 'PARTSTAT=DECLINED:mailto:bea@client.example'),
    ),
    busy: BUSY_HOUR,
  },
  {
    name: 'an invitation that the owner hasn’t answered',
    lines: event(...HOUR_IN_BERLIN, ...asked('PARTSTAT=NEEDS-ACTION:mailto:ada@studio.example')),
    busy: BUSY_HOUR,
  },
  {
    name: 'an invitation of the owner alone, at another address, that was declined',
    lines: event(...HOUR_IN_BERLIN, ...asked('PARTSTAT=DECLINED:mailto:ada@elsewhere.example')),
    busy: [],
  },
  {
    name: 'a declined invitation in a calendar named after its owner’s address',
    lines: [
      'X-WR-CALNAME:ada.l@mail.example',
      ...event(
        ...HOUR_IN_BERLIN,
        ...asked(
          'CN="Ada: L";PARTSTAT=DECLINED:mailto:ada.l@mail.example',
          'PARTSTAT=ACCEPTED:mailto:x@y.example',
        ),
      ),
    ],
    busy: [],
  },
  {
    name: 'one of many that the owner declined',
    lines: [
      ...event(
        'UID:a',
        ...HOUR_IN_BERLIN,
        'RRULE:FREQ=WEEKLY;COUNT=2',
        ...asked('PARTSTAT=ACCEPTED:mailto:ada@studio.example'),
      ),
      ...event(
        'UID:a',
        'RECURRENCE-ID;TZID=Europe/Berlin:20300311T090000',
        ...at('Europe/Berlin', '20300311T090000'),
        ...asked('PARTSTAT=DECLINED:mailto:ada@studio.example', 'PARTSTAT=ACCEPTED:mailto:x@y.example'),
      ),
    ],
    busy: BUSY_HOUR,
  },
  ...(['FREE', 'WORKINGELSEWHERE', 'BUSY', 'TENTATIVE', 'OOF'] as const).map((status, n) => ({
    name: `Outlook’s ${status}`,
    lines: event(...HOUR_IN_BERLIN, `X-MICROSOFT-CDO-BUSYSTATUS:${status}`),
    busy: n < 2 ? [] : BUSY_HOUR,
  })),
  {
    name: 'transparent, cancelled and tentative ones',
    lines: [
      ...event(...HOUR_IN_BERLIN, 'TRANSP:TRANSPARENT'),
      ...event(...at('Europe/Berlin', '20300305T090000'), 'STATUS:CANCELLED'),
      ...event(...at('Europe/Berlin', '20300306T090000'), 'STATUS:TENTATIVE', 'TRANSP:OPAQUE'),
    ],
    busy: ['03-06T08:00 03-06T09:00'],
  },
  {
    name: 'lines that are folded, in lower case, and broken ones between them',
    lines: [
      'X-BROKEN WITHOUT A COLON',
      ...event(
        'dtstart;tzid=Europe/',
        ' Berlin:20300304T090',
        ' 000',
        'SUMMARY:x\\',
        ' n',
        'duration:PT1H',
        'NOTHING',
      ),
    ],
    busy: BUSY_HOUR,
  },
  {
    name: 'one event that can’t be read beside one that can',
    lines: [...event('DTSTART:99999999T999999Z', 'RRULE:FREQ=NEVER'), ...event(...HOUR_IN_BERLIN)],
    busy: BUSY_HOUR,
  },
  {
    name: 'what a newer calendar adds (RFC 7986)',
    lines: [
      ...[
        'NAME:Work',
        'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
        'COLOR:turquoise',
        'SOURCE;VALUE=URI:https://x.example',
      ],
      ...event(
        ...HOUR_IN_BERLIN,
        'CONFERENCE;VALUE=URI:https://meet.example/a',
        'IMAGE;VALUE=URI:https://x.example/i.png',
      ),
    ],
    busy: BUSY_HOUR,
  },
];
