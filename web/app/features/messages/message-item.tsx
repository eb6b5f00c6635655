import { studio } from '@atelier/content/studio.ts';
import type { Message } from '@atelier/domain/messages/schema.ts';
import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { formatDateTime, formatDay, formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { SafeLink } from '../../ui/safe-link.tsx';
import type { Outgoing } from './message-rows.ts';
import { splitLinks } from './split-links.ts';

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

/** What a message's author is called: the studio by its own name. */
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

/** The words on their ground. */
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

/** A message that the server does not have yet: on its way, or not sent and waiting for a decision. */
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
  /** Undefined where nothing more is written. */
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

/** Where what the reader has not seen begins. */
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
