import type { Message } from '@atelier/domain/messages/schema.ts';

/** A message that is on its way, or did not get there. */
export interface Outgoing {
  key: string;
  body: string;
  /** Why it was not sent; undefined while it is being sent. */
  failure?: string | undefined;
}

/** What a conversation shows from top to bottom. */
type MessageRow =
  | { kind: 'day'; key: string; time: string }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: Message; isFirstOfGroup: boolean }
  | { kind: 'outgoing'; key: string; outgoing: Outgoing };

interface MessageRowsInput {
  /** Oldest first. */
  messages: readonly Message[];
  outgoing: readonly Outgoing[];
  ownRole: Message['authorRole'];
  /** The message after which all is new to the reader; undefined where nothing is marked. */
  newAfter: string | null | undefined;
}

/** Messages of one author within this many ms stand together under one name. */
const GROUP_MS = 5 * 60_000;

const dayOf = (time: string) => new Date(time).toDateString();

/** Messages as rows, with lines between days and above the first unread message; unsent ones come last. */
export function messageRows({ messages, outgoing, ownRole, newAfter }: MessageRowsInput): MessageRow[] {
  const rows: MessageRow[] = [];
  const isNew = (message: Message) =>
    newAfter !== undefined && message.authorRole !== ownRole && message._id > (newAfter ?? '');
  const firstNew = messages.find(isNew)?._id;
  let before: Message | undefined;
  for (const message of messages) {
    const isNewDay = !before || dayOf(before.createdAt) !== dayOf(message.createdAt);
    if (isNewDay) rows.push({ kind: 'day', key: `day ${message._id}`, time: message.createdAt });
    const isFirstNew = message._id === firstNew;
    if (isFirstNew) rows.push({ kind: 'unread', key: 'unread' });
    const isFirstOfGroup = isNewDay || isFirstNew || !before || !belongTogether(before, message);
    // The key of what was on its way stays its own once it has arrived: nothing jumps.
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
