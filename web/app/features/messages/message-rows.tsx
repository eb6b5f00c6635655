import type { Message } from '@atelier/domain/messages/schema.ts';
import { formatDay } from '../../lib/format.ts';
import type { MessageParts } from '../../lib/storage/unsent-store.ts';
import type { ShownMessage } from './messages.queries.ts';

/** Between the messages of two days. */
export function DayLine({ time }: { time: string }) {
  return (
    <li className="mt-5 flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
      <time dateTime={time}>{formatDay(time)}</time>
    </li>
  );
}

/** The line above the first unread message. */
export function UnreadLine() {
  return (
    <li
      data-unread
      className="mt-5 flex items-center gap-3 text-sm font-semibold text-accent before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent"
    >
      New
    </li>
  );
}

/** A message being sent, or that failed. */
export interface Outgoing extends MessageParts {
  key: string;
  body: string;
  /** Why it failed; undefined while it is being sent. */
  failure?: string | undefined;
}

/** The rows of a conversation, top to bottom. */
type MessageRow =
  | { kind: 'day'; key: string; time: string }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: ShownMessage; isFirstOfGroup: boolean }
  | { kind: 'outgoing'; key: string; outgoing: Outgoing };

interface MessageRowsInput {
  /** Oldest first. */
  messages: readonly ShownMessage[];
  outgoing: readonly Outgoing[];
  ownRole: Message['authorRole'];
  /** The last message the reader has seen; undefined if nothing is marked. */
  newAfter: string | null | undefined;
}

/** Messages of one author within this many ms share one name. */
const GROUP_MS = 5 * 60_000;

const dayOf = (time: string) => new Date(time).toDateString();

/** Messages as rows, with lines between days and above the first unread message; unsent ones come last. */
export function messageRows({ messages, outgoing, ownRole, newAfter }: MessageRowsInput): MessageRow[] {
  const rows: MessageRow[] = [];
  const isNew = (message: Message) =>
    newAfter !== undefined &&
    message.authorRole !== ownRole &&
    !message.isDeleted &&
    message._id > (newAfter ?? '');
  const firstNew = messages.find(isNew)?._id;
  let before: Message | undefined;
  for (const message of messages) {
    const isNewDay = !before || dayOf(before.createdAt) !== dayOf(message.createdAt);
    if (isNewDay) rows.push({ kind: 'day', key: `day ${message._id}`, time: message.createdAt });
    const isFirstNew = message._id === firstNew;
    if (isFirstNew) rows.push({ kind: 'unread', key: 'unread' });
    const isFirstOfGroup = isNewDay || isFirstNew || !before || !belongTogether(before, message);
    // A sent message keeps its key once it arrives: nothing jumps.
    rows.push({ kind: 'message', key: message.key ?? message._id, message, isFirstOfGroup });
    before = message;
  }
  const arrived = new Set(messages.map((message) => message.key));
  for (const each of outgoing) {
    if (!arrived.has(each.key)) rows.push({ kind: 'outgoing', key: each.key, outgoing: each });
  }
  return rows;
}

function belongTogether(one: Message, next: Message): boolean {
  const isSameAuthor = one.authorRole === next.authorRole && one.authorEmail === next.authorEmail;
  return isSameAuthor && Date.parse(next.createdAt) - Date.parse(one.createdAt) < GROUP_MS;
}
