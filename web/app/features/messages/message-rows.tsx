import { studio } from '@atelier/content/studio.ts';
import type { Message } from '@atelier/domain/messages/schema.ts';
import { isWebLink, trimEndOf } from '@atelier/domain/text.ts';
import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { formatDateTime, formatDay, formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { SafeLink } from '../../ui/safe-link.tsx';

interface TextPart {
  text: string;
  isLink: boolean;
}

const ADDRESS = /https?:\/\/[^\s<>"“”]+/gi;
/** What ends a sentence rather than an address. */
const AFTERWARDS = ".,;:!?'’)]}";

/** A text in parts, with the web addresses in it apart: http and https alone. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimAddress(match[0]);
    if (!isWebLink(address)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isLink: false });
    parts.push({ text: address, isLink: true });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false });
  return parts;
}

/** Without the punctuation after it; a bracket that the address itself opened stays. */
function trimAddress(found: string): string {
  const bare = trimEndOf(found, AFTERWARDS);
  const isOpen = bare.split('(').length > bare.split(')').length;
  return isOpen && found[bare.length] === ')' ? `${bare})` : bare;
}

/** A message's text: line breaks stay, and only web addresses become links. */
function MessageText({ body }: { body: string }) {
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {splitLinks(body).map((part, index) =>
        part.isLink ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their places
          <SafeLink key={index} href={part.text} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their places
          <Fragment key={index}>{part.text}</Fragment>
        ),
      )}
    </p>
  );
}

const authorOf = (message: Message) =>
  message.authorRole === 'owner' ? studio.name : message.authorName || message.authorEmail;

/** One message: the studio's on the left, all others on the right (specification section 2). */
export function MessageItem({ message, isFirstOfGroup }: { message: Message; isFirstOfGroup: boolean }) {
  return (
    <Bubble isStudios={message.authorRole === 'owner'} isFirstOfGroup={isFirstOfGroup}>
      <p
        className={clsx(
          'flex flex-wrap items-baseline gap-x-2 text-sm text-ink-soft',
          !isFirstOfGroup && 'sr-only',
        )}
      >
        <span className="font-semibold wrap-anywhere text-ink">{authorOf(message)}</span>
        <time dateTime={message.createdAt} title={formatDateTime(message.createdAt)}>
          {formatTime(message.createdAt)}
        </time>
      </p>
      <Text isStudios={message.authorRole === 'owner'} body={message.body} />
    </Bubble>
  );
}

function Bubble({
  isStudios,
  isFirstOfGroup,
  children,
}: {
  isStudios: boolean;
  isFirstOfGroup: boolean;
  children: ReactNode;
}) {
  return (
    <li
      data-side={isStudios ? 'left' : 'right'}
      className={clsx(
        'grid max-w-[88%] gap-1 sm:max-w-[75%]',
        isStudios ? 'justify-items-start self-start' : 'justify-items-end self-end',
        isFirstOfGroup ? 'mt-4' : 'mt-1.5',
      )}
    >
      {children}
    </li>
  );
}

function Text({ isStudios, body }: { isStudios: boolean; body: string }) {
  return (
    <div
      className={clsx(
        'min-w-0 max-w-full rounded-lg px-4 py-2.5 leading-relaxed',
        isStudios ? 'rounded-tl-sm border border-rule bg-raised' : 'rounded-tr-sm bg-accent-soft text-ink',
      )}
    >
      <MessageText body={body} />
    </div>
  );
}

/** A message that has not arrived: being sent, or failed and waiting for a decision. */
export function OutgoingItem({
  outgoing,
  isStudios,
  onRetry,
  onTakeBack,
  onDiscard,
}: {
  outgoing: Outgoing;
  isStudios: boolean;
  onRetry: () => void;
  /** Undefined if the conversation is closed. */
  onTakeBack: (() => void) | undefined;
  onDiscard: () => void;
}) {
  const hasFailed = outgoing.failure !== undefined;
  return (
    <Bubble isStudios={isStudios} isFirstOfGroup>
      <div className={hasFailed ? undefined : 'opacity-70'}>
        <Text isStudios={isStudios} body={outgoing.body} />
      </div>
      {hasFailed ? (
        <div
          className={clsx('flex flex-wrap items-center gap-x-3 gap-y-1 text-sm', !isStudios && 'justify-end')}
        >
          <p role="alert" className="inline-flex items-center gap-1.5 font-medium text-danger">
            <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
            {outgoing.failure}
          </p>
          <span className="inline-flex flex-wrap items-center gap-1">
            <Button size="sm" variant="secondary" onClick={onRetry}>
              Try again
            </Button>
            {onTakeBack && (
              <Button size="sm" variant="quiet" onClick={onTakeBack}>
                Edit
              </Button>
            )}
            <Button size="sm" variant="quiet" onClick={onDiscard}>
              Discard
            </Button>
          </span>
        </div>
      ) : (
        <p className="text-sm text-ink-soft">Sending…</p>
      )}
    </Bubble>
  );
}

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
export interface Outgoing {
  key: string;
  body: string;
  /** Why it failed; undefined while it is being sent. */
  failure?: string | undefined;
}

/** The rows of a conversation, top to bottom. */
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
    newAfter !== undefined && message.authorRole !== ownRole && message._id > (newAfter ?? '');
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
