import { isOfProject, messageExcerpt } from '@atelier/domain/messages/rules.ts';
import type { ProjectStatus } from '@atelier/domain/projects/rules.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDown, MessagesSquare } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { EmptyState, SkeletonList } from '../../ui/feedback/placeholders.tsx';
import { isArriving } from '../../ui/feedback/query-state.tsx';
import { Composer } from './composer.tsx';
import { DeleteMessageDialog } from './delete-message-dialog.tsx';
import { type MessageActs, MessageItem, type MoreWithMessage, OutgoingItem } from './message-item.tsx';
import { DayLine, messageRows, UnreadLine } from './message-rows.tsx';
import {
  listMessages,
  type MessagesPlace,
  messagesOf,
  type ShownMessage,
  useMarkRead,
} from './messages.queries.ts';
import { discard, reconcile, replyTo, send, sendAgain, takeBack, useUnsent } from './outbox.ts';
import { useMessagesScroll } from './use-messages-scroll.ts';
import { useShownMessage } from './use-shown-message.ts';

/**
 * The message up to which the reader had read when they opened the conversation or last left the
 * tab. It stays while they read, so that the line above new messages does not vanish at once.
 * @param readUpTo where they stand by now; undefined while that is not known
 */
function useNewAfter(readUpTo: string | null | undefined) {
  const [newAfter, setNewAfter] = useState(readUpTo);
  if (newAfter === undefined && readUpTo !== undefined) setNewAfter(readUpTo);
  useEffect(() => {
    const lookAway = () => {
      if (document.visibilityState === 'hidden') setNewAfter(readUpTo);
    };
    document.addEventListener('visibilitychange', lookAway);
    return () => document.removeEventListener('visibilitychange', lookAway);
  }, [readUpTo]);
  return [newAfter, setNewAfter] as const;
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether this tab is visible. */
function useVisible(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible',
    () => false,
  );
}

const NO_MESSAGES: readonly ShownMessage[] = [];

interface MessagesPanelProps extends MessagesPlace {
  placeholder: string;
  /** The text of an empty conversation. */
  invitation: string;
  /** Why writing is closed; undefined if it is open. */
  closed?: string | undefined;
  /** What else can be done with the other side's messages. */
  more?: MoreWithMessage | undefined;
  /** Shown between the messages and the composer. */
  note?: ReactNode;
  /** Whether the reader is one of the two sides, so that what they see counts as read. */
  isParticipant: boolean;
}

/** The conversation of client and studio, newest at the bottom, and the composer. */
export function MessagesPanel({
  side,
  projectId,
  placeholder,
  invitation,
  closed,
  more,
  note,
  isParticipant,
}: MessagesPanelProps) {
  const place = { side, projectId };
  const field = useRef<HTMLTextAreaElement>(null);
  const query = useInfiniteQuery(listMessages(side, projectId));
  const { text, draft, setText, outgoing } = useUnsent(place, { isReader: !isParticipant });
  const ownRole = side === 'studio' ? 'owner' : 'client';
  const standing = query.data?.pages[0];
  const [newAfter, setNewAfter] = useNewAfter(isParticipant ? standing?.readUpTo : undefined);
  const messages = useMemo(
    () =>
      query.data ? messagesOf(query.data).filter((message) => isOfProject(message, projectId)) : NO_MESSAGES,
    [query.data, projectId],
  );
  const rows = useMemo(
    () => messageRows({ messages, outgoing, ownRole, newAfter }),
    [messages, outgoing, ownRole, newAfter],
  );

  useEffect(() => {
    if (isParticipant) reconcile({ side, projectId }, new Set(messages.map(({ key }) => key)));
  }, [isParticipant, side, projectId, messages]);

  const loadOlder = () => {
    if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  const newest = messages.at(-1);
  const { box, onScroll, isAtEnd, toEnd } = useMessagesScroll({
    first: messages[0]?._id,
    last: query.data && (rows.at(-1)?.key ?? ''),
    isOwnLast: outgoing.length > 0 || newest?.authorRole === ownRole,
    isBusy: query.isFetching,
    onNearStart: loadOlder,
  });

  const { mutate: markRead } = useMarkRead(place);
  const isVisible = useVisible();
  const unread = standing?.unread ?? 0;
  const newestId = newest?._id;
  useEffect(() => {
    if (isParticipant && isVisible && isAtEnd && unread > 0 && newestId) markRead(newestId);
  }, [isParticipant, isVisible, isAtEnd, unread, newestId, markRead]);

  const showMessage = useShownMessage({ box, messages, query });
  const [editingId, setEditingId] = useState<string>();
  const [deleting, setDeleting] = useState<ShownMessage>();
  const toField = () => (field.current ?? box.current)?.focus();
  const acts: MessageActs | undefined =
    isParticipant && closed === undefined
      ? {
          onReply: ({ _id: id, authorRole, authorName, body }) => {
            replyTo(place, { id, authorRole, authorName, excerpt: messageExcerpt(body), isDeleted: false });
            toField();
          },
          onEdit: (message) => {
            setEditingId(message?._id);
            if (!message) toField();
          },
          onDelete: setDeleting,
          more: (message) => (more && message.authorRole !== ownRole ? [more] : []),
        }
      : undefined;

  const write = (body: string) => {
    setNewAfter(newestId ?? null);
    send(place, body);
  };
  const decide = (act: typeof discard, key: string) => {
    act(place, key);
    // The pressed button disappears with the decision.
    toField();
  };

  return (
    <section
      aria-label="Feedback"
      className="relative grid grid-cols-1 overflow-hidden rounded-lg border border-rule bg-sunken"
    >
      <div
        ref={box}
        role="log"
        aria-label="Messages"
        aria-busy={query.isPending || query.isFetchingNextPage}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="relative flex max-h-[60vh] min-h-[40vh] flex-col overflow-y-auto overscroll-contain px-4 pb-5 -outline-offset-2 [overflow-anchor:none] sm:px-6 print:max-h-none"
      >
        {query.isPending && (
          <div className="py-5">
            <SkeletonList label="Loading messages…" rows={4} />
          </div>
        )}
        {query.isLoadingError && (
          <div className="m-auto w-full py-5">
            <LoadFailure
              error={query.error}
              fallback="Failed to load feedback."
              onRetry={() => query.refetch()}
            />
          </div>
        )}
        {query.data && rows.length === 0 && (
          <div className="m-auto py-5">
            <EmptyState icon={<MessagesSquare aria-hidden="true" />} title="No messages yet.">
              {invitation}
            </EmptyState>
          </div>
        )}
        {query.hasNextPage && (
          <div className="self-center pt-4 print:hidden">
            <Button
              size="sm"
              variant="quiet"
              isPending={query.isFetchingNextPage}
              pendingLabel="Loading older messages…"
              onClick={loadOlder}
            >
              Show older messages
            </Button>
          </div>
        )}
        {rows.length > 0 && (
          <ol className="flex flex-col">
            {rows.map((row) => {
              if (row.kind === 'day') return <DayLine key={row.key} time={row.time} />;
              if (row.kind === 'unread') return <UnreadLine key={row.key} />;
              if (row.kind === 'message') {
                return (
                  <MessageItem
                    {...row}
                    key={row.key}
                    isEditing={row.message._id === editingId && acts !== undefined}
                    acts={acts}
                    onShowQuoted={showMessage}
                  />
                );
              }
              return (
                <OutgoingItem
                  key={row.key}
                  outgoing={row.outgoing}
                  isStudios={side === 'studio'}
                  onRetry={() => decide(sendAgain, row.key)}
                  onTakeBack={closed ? undefined : () => decide(takeBack, row.key)}
                  onDiscard={() => decide(discard, row.key)}
                />
              );
            })}
          </ol>
        )}
      </div>
      {isAtEnd === false && rows.length > 0 && (
        <div className="pointer-events-none relative z-10 -mt-14 h-14 justify-self-center print:hidden">
          <Button
            size="sm"
            variant="secondary"
            className="pointer-events-auto bg-raised! shadow-floating"
            onClick={toEnd}
          >
            <ArrowDown aria-hidden="true" className="size-4" />
            {unread > 0 ? 'New messages' : 'To the newest'}
          </Button>
        </div>
      )}
      {query.isRefetchError && (
        <p role="status" className="border-t border-rule px-4 py-2 text-sm text-ink-soft sm:px-6">
          Connection lost, so this may be out of date. It catches up by itself.
        </p>
      )}
      {note}
      {closed && <p className="border-t border-rule px-4 py-4 text-ink-soft sm:px-6">{closed}</p>}
      {/* The messages' height decides where it stands. */}
      {!closed && !isArriving(query) && (
        <Composer
          place={place}
          text={text}
          draft={draft}
          maxFileBytes={standing?.maxFileBytes}
          onText={setText}
          onSend={write}
          placeholder={placeholder}
          field={field}
        />
      )}
      <DeleteMessageDialog
        projectId={projectId}
        message={deleting}
        onClose={() => setDeleting(undefined)}
        finalFocus={field}
      />
    </section>
  );
}

/** Why writing in a project is closed; undefined if it is open. */
export function closedReason(status: ProjectStatus): string | undefined {
  if (status === 'draft') return 'The conversation starts once the brief is submitted.';
  if (status === 'archived')
    return 'This project is archived. You can read its messages, but not add to them.';
  return undefined;
}
