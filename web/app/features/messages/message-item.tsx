import { studio } from '@atelier/content/studio.ts';
import type { Message } from '@atelier/domain/messages/schema.ts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatDateTime, formatTime } from '../../lib/format.ts';
import { MessageText } from './message-text.tsx';

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

export function Bubble({
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
export function Text({ isStudios, body }: { isStudios: boolean; body: string }) {
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
