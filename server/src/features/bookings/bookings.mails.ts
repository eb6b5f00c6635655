import { callMails, callReminder } from '@atelier/content/calls.ts';
import { type CallSide, callTimeInWords } from '@atelier/domain/bookings/rules.ts';
import { enquiryPath, PAGES } from '@atelier/domain/pages.ts';
import type { MailPorts } from '../../core/feature.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type MailContent, renderMail } from '../../platform/mail/layout.ts';
import type { BookingRow } from './bookings.table.ts';
import { createCallFile } from './call-file.ts';
import { linkOfCall } from './call-link.ts';

/** A change of a call that both sides hear of. */
export type CallChange = 'booked' | 'moved' | 'cancelled';

export interface CallNews {
  booking: BookingRow;
  place: string;
  /** The owner's zone. */
  zone: string;
  /** The secret of the visitor's link. */
  token: string;
  /** Whose doing it was. */
  by: CallSide;
  /** The studio's words to the visitor about a cancelled call. */
  note?: string;
}

type Facts = NonNullable<MailContent['facts']>;

/**
 * Asks whoever reads an address whether the call is theirs. Nothing of what was typed stands in it, and no file goes with it: the
 * address may be a stranger's.
 */
export async function askToConfirm(
  ports: MailPorts,
  trx: Trx,
  { booking, token }: Pick<CallNews, 'booking' | 'token'>,
): Promise<void> {
  const { look, mailer, publicUrl } = ports;
  const words = callMails.confirm({
    when: callTimeInWords(booking.starts_at, booking.zone),
    isHeld: booking.held_until !== null,
  });
  await mailer.enqueue(trx, {
    kind: 'calls.confirm',
    to: booking.email,
    ...renderMail(look, {
      ...words,
      preview: words.paragraphs[0] ?? '',
      facts: visitorFacts({ booking, place: '' }),
      action: { label: 'Confirm the call', url: linkOfCall(publicUrl, token) },
      footnote:
        'You’re getting this because a call was asked for with this address. Wasn’t it you? Then there’s nothing to do: without a press nothing is booked.',
    }),
  });
}

const hostOf = (ports: MailPorts) => new URL(ports.publicUrl).hostname;

function visitorFacts({ booking, place }: Pick<CallNews, 'booking' | 'place'>): Facts {
  return [
    ['When', `${callTimeInWords(booking.starts_at, booking.zone)} (${booking.zone})`],
    ['How long', `${minutesOf(booking)} minutes`],
    ...(place ? [['Where', place] as const] : []),
  ];
}

const minutesOf = ({ starts_at, ends_at }: BookingRow) =>
  Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000);

/** Writes to the visitor, with the file for their calendar. Nothing of what was typed stands in it. */
export async function writeToVisitor(
  ports: MailPorts,
  trx: Trx,
  change: CallChange,
  { booking, place, token, by, note }: CallNews,
): Promise<void> {
  const { look } = ports;
  const studioAddresses = await ports.listStudioAddresses(trx);
  const isCancelled = change === 'cancelled';
  const kind = isCancelled && by === 'studio' ? 'cancelledByStudio' : change;
  const words = callMails[kind]({ when: callTimeInWords(booking.starts_at, booking.zone) });
  const mail = renderMail(look, {
    ...words,
    preview: words.paragraphs[0] ?? '',
    paragraphs: [...words.paragraphs, ...(note ? [note] : [])],
    facts: visitorFacts({ booking, place }),
    action: isCancelled
      ? { label: 'Book another time', url: `${ports.publicUrl}${PAGES.contact}` }
      : { label: 'Move or cancel', url: linkOfCall(ports.publicUrl, token) },
    footnote: `You’re getting this because a call was booked with this address.${isCancelled ? '' : ' Wasn’t it you? Then cancel it.'}`,
  });
  const file = createCallFile({
    booking,
    host: hostOf(ports),
    organizer: { name: look.studioName, email: look.studioEmail },
    attendees: [booking.email],
    summary: `Call with ${look.studioName}`,
    description: isCancelled ? '' : `Move or cancel: ${linkOfCall(ports.publicUrl, token)}`,
    place,
  });
  const [replyTo] = studioAddresses;
  await ports.mailer.enqueue(trx, {
    kind: `calls.${change}`,
    to: booking.email,
    ...(replyTo ? { replyTo } : {}),
    ...mail,
    attachments: [file],
  });
}

const deeds: Record<CallChange, string> = {
  booked: 'booked a call',
  moved: 'moved the call',
  cancelled: 'cancelled the call',
};
/** The studio books no call: it confirms a visitor’s. */
const ownDeeds = { ...deeds, booked: 'confirmed the call' };

/** Writes to the studio, with the file for the owner's calendar. */
export async function writeToStudio(
  ports: MailPorts,
  trx: Trx,
  change: CallChange,
  { booking, place, zone, by }: CallNews,
): Promise<void> {
  const when = callTimeInWords(booking.starts_at, zone);
  const deed =
    by === 'studio' ? `You ${ownDeeds[change]} with ${booking.name}` : `${booking.name} ${deeds[change]}`;
  const mail = renderMail(ports.look, {
    subject: `${deed}: ${when}`,
    preview: booking.words.slice(0, 140) || when,
    heading: deed,
    paragraphs: booking.words ? [booking.words] : [],
    facts: studioFacts(booking, when),
    action: studioAction(ports, booking),
    footnote: by === 'visitor' ? `Reply to this email to write to ${booking.name}.` : undefined,
  });
  const addresses = await ports.listStudioAddresses(trx);
  const file = studioFile(ports, { booking, place, addresses });
  for (const to of addresses) {
    await ports.mailer.enqueue(trx, {
      kind: 'calls.studio',
      to,
      replyTo: booking.email,
      ...mail,
      attachments: [file],
    });
  }
}

/** The file of a call for the owner's calendar. */
function studioFile(
  ports: MailPorts,
  { booking, place, addresses }: Pick<CallNews, 'booking' | 'place'> & { addresses: readonly string[] },
) {
  return createCallFile({
    booking,
    host: hostOf(ports),
    organizer: { name: ports.look.studioName, email: ports.look.studioEmail },
    attendees: [booking.email, ...addresses],
    summary: `Call with ${booking.name}`,
    description: [booking.email, booking.words].filter(Boolean).join('\n\n'),
    place,
  });
}

/** The most calls that one mail names, with their files: *Calls* has the rest. */
const NAMED = 100;

/** Writes to the studio of several calls in one mail, each as it is now, with its file; of one as ever; of none nothing. */
export async function writeCallsToStudio(
  ports: MailPorts,
  trx: Trx,
  {
    bookings,
    place,
    zone,
    by,
  }: Pick<CallNews, 'place' | 'zone' | 'by'> & { bookings: readonly BookingRow[] },
): Promise<void> {
  const [only, ...others] = bookings;
  if (!only) return;
  if (others.length === 0) {
    const change = only.status === 'cancelled' ? 'cancelled' : only.sequence > 0 ? 'moved' : 'booked';
    return writeToStudio(ports, trx, change, { booking: only, place, zone, by, token: '' });
  }
  const named = bookings.slice(0, NAMED);
  const heading = by === 'studio' ? `You cancelled ${bookings.length} calls` : `${bookings.length} calls`;
  const lines = named.map((booking) => {
    const when = callTimeInWords(booking.starts_at, zone);
    return `${booking.name}, ${booking.email}: ${when}${booking.status === 'cancelled' ? ' (cancelled)' : ''}`;
  });
  const mail = renderMail(ports.look, {
    subject: heading,
    preview: lines[0] ?? heading,
    heading,
    paragraphs: [
      ...(by === 'visitor' ? ['These were booked, moved or cancelled shortly after one another.'] : []),
      lines.join('\n'),
      ...(bookings.length > NAMED ? ['The rest of them are in the back office.'] : []),
    ],
    action: { label: 'Open your calls', url: `${ports.publicUrl}${PAGES.calls}` },
  });
  const addresses = await ports.listStudioAddresses(trx);
  const attachments = named.map((booking, at) => ({
    ...studioFile(ports, { booking, place, addresses }),
    name: `call-${at + 1}.ics`,
  }));
  for (const to of addresses) {
    await ports.mailer.enqueue(trx, { kind: 'calls.gathered', to, ...mail, attachments });
  }
}

function studioFacts(booking: BookingRow, when: string): Facts {
  return [
    ['Name', booking.name],
    ['Email', booking.email],
    ['When', when],
    ['For them', callTimeInWords(booking.starts_at, booking.zone)],
  ];
}

const studioAction = ({ publicUrl }: MailPorts, { enquiry_id }: BookingRow) => ({
  label: 'Open it in the back office',
  url: `${publicUrl}${enquiry_id ? enquiryPath(enquiry_id) : PAGES.calls}`,
});

/** Reminds both sides of a call; each of a step at one time gets one mail. @param hours how many before the call */
export async function remindOfCall(
  ports: MailPorts,
  trx: Trx,
  { booking, place, zone, token, hours }: Omit<CallNews, 'by' | 'note'> & { hours: number },
): Promise<void> {
  const addresses = await ports.listStudioAddresses(trx);
  const once = (to: string) => `calls.reminder ${booking.id} ${booking.sequence} ${hours} ${to}`;
  const words = callReminder({ when: callTimeInWords(booking.starts_at, booking.zone), hours });
  const [replyTo] = addresses;
  await ports.mailer.enqueue(trx, {
    kind: 'calls.reminder',
    to: booking.email,
    ...(replyTo ? { replyTo } : {}),
    onceKey: once('visitor'),
    ...renderMail(ports.look, {
      ...words,
      preview: words.paragraphs[0] ?? '',
      facts: visitorFacts({ booking, place }),
      action: { label: 'Move or cancel', url: linkOfCall(ports.publicUrl, token) },
    }),
  });
  const when = callTimeInWords(booking.starts_at, zone);
  for (const to of addresses) {
    await ports.mailer.enqueue(trx, {
      kind: 'calls.reminder',
      to,
      replyTo: booking.email,
      onceKey: once(to),
      ...renderMail(ports.look, {
        subject: `Reminder: your call with ${booking.name}, ${when}`,
        preview: booking.words.slice(0, 140) || when,
        heading: `A call with ${booking.name}`,
        paragraphs: booking.words ? [booking.words] : [],
        facts: studioFacts(booking, when),
        action: studioAction(ports, booking),
      }),
    });
  }
}
