import { studio } from '@atelier/content/studio.ts';
import type { Message } from '@atelier/domain/messages/schema.ts';
import { clsx } from 'clsx';
import { CircleAlert, Ellipsis, type LucideIcon, Pencil, Reply, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatDateTime, formatTime } from '../../lib/format.ts';
import { AttachedFiles } from '../../ui/attached-files.tsx';
import { Button } from '../../ui/button.tsx';
import { FoldedMail } from '../../ui/folded-mail.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuIconButton } from '../../ui/overlays/menu.tsx';
import { Portrait } from '../../ui/portrait.tsx';
import { EditForm } from './edit-form.tsx';
import { MessageQuote } from './message-quote.tsx';
import type { Outgoing } from './message-rows.tsx';
import { MessageText } from './message-text.tsx';
import type { ShownMessage } from './messages.queries.ts';

const authorOf = (message: Message) =>
  message.authorRole === 'owner' ? studio.name : message.authorName || message.authorEmail;

/** Whether a moment of this browser's clock, in ms, is still to come. */
function useIsBefore(moment: number): boolean {
  const [isPast, setIsPast] = useState(moment <= Date.now());
  useEffect(() => {
    setIsPast(moment <= Date.now());
    const timer = setTimeout(() => setIsPast(true), Math.max(0, moment - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return !isPast;
}

/** Something else that can be done with a message. */
export interface MoreWithMessage {
  label: string;
  icon: LucideIcon;
  onSelect: (message: ShownMessage) => void;
}

/** What a reader can do with messages; undefined where they only read. */
export interface MessageActs {
  onReply: (message: ShownMessage) => void;
  onEdit: (message: ShownMessage | undefined) => void;
  onDelete: (message: ShownMessage) => void;
  more: (message: ShownMessage) => readonly MoreWithMessage[];
}

interface MessageItemProps {
  message: ShownMessage;
  isFirstOfGroup: boolean;
  isEditing: boolean;
  acts: MessageActs | undefined;
  /** Shows the message that it replies to. */
  onShowQuoted: (id: string) => void;
}

/** One message: the studio's on the left, all others on the right (specification section 2). */
export function MessageItem({ message, isFirstOfGroup, isEditing, acts, onShowQuoted }: MessageItemProps) {
  const isStudios = message.authorRole === 'owner';
  const { replyTo, files } = message;
  return (
    <Bubble id={message._id} isStudios={isStudios} isFirstOfGroup={isFirstOfGroup}>
      <p
        className={clsx(
          'flex flex-wrap items-center gap-x-2 text-sm text-ink-soft',
          !isFirstOfGroup && 'sr-only',
        )}
      >
        {isStudios ? (
          <Portrait sizes="1.75rem" isDecoration className="size-7" />
        ) : (
          <span
            aria-hidden="true"
            className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-on-accent-soft uppercase"
          >
            {[...authorOf(message)][0]}
          </span>
        )}
        <span className="font-semibold wrap-anywhere text-ink">{authorOf(message)}</span>
        <time dateTime={message.createdAt} title={formatDateTime(message.createdAt)}>
          {formatTime(message.createdAt)}
        </time>
      </p>
      {message.isDeleted ? (
        <p className="rounded-lg border border-dashed border-rule px-4 py-2 text-sm text-ink-soft italic">
          Message deleted
        </p>
      ) : (
        <div
          className={clsx(
            'flex max-w-full min-w-0 items-start',
            isStudios ? 'flex-row' : 'flex-row-reverse',
            isEditing && 'w-full',
          )}
        >
          <Text isStudios={isStudios} isWide={isEditing}>
            {replyTo && <MessageQuote quote={replyTo} onShow={() => onShowQuoted(replyTo.id)} />}
            {isEditing ? (
              <EditForm message={message} onEnd={() => acts?.onEdit(undefined)} />
            ) : (
              <MessageText body={message.body} />
            )}
            {message.folded !== null && !isEditing && <FoldedMail text={message.folded} />}
            {files.length > 0 && <AttachedFiles files={files} />}
            {message.byMail && !isEditing && (
              <p className="mt-0.5 text-right text-xs text-ink-soft">
                {message.byMail === 'proven' ? 'by email' : 'by email, sender not confirmed'}
              </p>
            )}
            {message.editedAt && !isEditing && (
              <p className="mt-0.5 text-right text-xs text-ink-soft" title={formatDateTime(message.editedAt)}>
                edited
              </p>
            )}
          </Text>
          {acts && !isEditing && <Actions message={message} acts={acts} />}
        </div>
      )}
    </Bubble>
  );
}

/** Quiet beside the message; in full where nothing can be pointed at. */
function Actions({ message, acts }: { message: ShownMessage; acts: MessageActs }) {
  const canChange = useIsBefore(message.changeableUntil);
  const change = [
    { label: 'Edit', icon: Pencil, onSelect: () => acts.onEdit(message) },
    { label: 'Delete', icon: Trash2, onSelect: () => acts.onDelete(message) },
  ];
  const more = acts.more(message).map((each) => ({ ...each, onSelect: () => each.onSelect(message) }));
  const sections = [canChange ? change : [], more].filter((items) => items.length > 0);
  return (
    <div className="flex shrink-0 opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 print:hidden [@media(hover:none)]:opacity-100">
      <IconButton
        label={`Reply to ${authorOf(message)}`}
        className="text-ink-faint [&_svg]:size-4.5!"
        onClick={() => acts.onReply(message)}
      >
        <Reply aria-hidden="true" />
      </IconButton>
      {sections.length > 0 && (
        <MenuIconButton
          label={canChange ? 'Change the message' : 'More with this message'}
          className="-mx-1.5 text-ink-faint"
          sections={sections}
        >
          <Ellipsis aria-hidden="true" />
        </MenuIconButton>
      )}
    </div>
  );
}

function Bubble({
  id,
  isStudios,
  isFirstOfGroup,
  children,
}: {
  id?: string;
  isStudios: boolean;
  isFirstOfGroup: boolean;
  children: ReactNode;
}) {
  return (
    <li
      data-side={isStudios ? 'left' : 'right'}
      data-message={id}
      // A quote leads here.
      tabIndex={id === undefined ? undefined : -1}
      className={clsx(
        'group/message grid max-w-full min-w-0 grid-cols-1 gap-1 outline-none sm:max-w-[85%]',
        isStudios ? 'justify-items-start self-start' : 'justify-items-end self-end',
        isFirstOfGroup ? 'mt-4' : 'mt-1.5',
      )}
    >
      {children}
    </li>
  );
}

function Text({
  isStudios,
  isWide = false,
  children,
}: {
  isStudios: boolean;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={clsx(
        'min-w-0 rounded-lg px-4 py-2.5 leading-relaxed transition-shadow',
        'group-focus/message:ring-2 group-focus/message:ring-accent',
        isWide && 'w-full',
        isStudios ? 'rounded-tl-sm border border-rule bg-raised' : 'rounded-tr-sm bg-accent-soft text-ink',
      )}
    >
      {children}
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
  const { replyTo, files = [] } = outgoing;
  return (
    <Bubble isStudios={isStudios} isFirstOfGroup>
      <div className={clsx('max-w-full min-w-0', !hasFailed && 'opacity-70')}>
        <Text isStudios={isStudios}>
          {replyTo && (
            <p className="mb-1.5 line-clamp-2 border-l-2 border-edge pl-3 text-sm text-ink-soft wrap-anywhere">
              {replyTo.excerpt}
            </p>
          )}
          <MessageText body={outgoing.body} />
          {files.length > 0 && (
            <p className="mt-1 text-sm text-ink-soft wrap-anywhere">
              With {files.map(({ name }) => name).join(', ')}
            </p>
          )}
        </Text>
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
