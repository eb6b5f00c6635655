import { studio } from '@atelier/content/studio.ts';
import { api } from '@atelier/domain/api.ts';
import type { FileComment } from '@atelier/domain/files/schema.ts';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { newKey } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { changesFiles, type FileRef } from '../files.queries.ts';
import type { Pin } from './stage.tsx';
import { WordsForm } from './words-form.tsx';

export interface ThreadProps {
  file: FileRef;
  version: number;
  pin: Pin;
  replies: readonly FileComment[];
  hasPages: boolean;
  canWrite: boolean;
  isSelected: boolean;
  onSelect: () => void;
  /** What had the keyboard is gone. */
  onGone: () => void;
}

const paramsOf = ({ projectId, fileId }: FileRef, comment: FileComment) => ({
  id: projectId,
  fileId,
  commentId: comment.id,
});

/** A pinned comment with its replies. */
export function CommentThread(props: ThreadProps) {
  const { file, version, pin, replies, hasPages, canWrite, isSelected, onSelect, onGone } = props;
  const { comment, number, point } = pin;
  const [isReplying, setReplying] = useState(false);
  const [key, setKey] = useState(newKey);
  const reply = useCall(api.addFileComment, changesFiles(file.projectId));
  const resolving = useCall(api.resolveFileComment, changesFiles(file.projectId));
  const thread = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) thread.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const isResolved = comment.resolvedAt !== null;
  const replyButton = canWrite && !isReplying && (
    <Button
      size="sm"
      variant="quiet"
      aria-label={`Reply to comment ${number}`}
      onClick={() => setReplying(true)}
    >
      Reply
    </Button>
  );
  return (
    <li
      ref={thread}
      className={clsx(
        'grid grid-cols-1 gap-3 rounded-md border p-3',
        isSelected ? 'border-accent' : 'border-rule',
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Show comment ${number}`}
          aria-pressed={isSelected}
          onClick={onSelect}
        >
          {number}
          {hasPages && <span className="font-normal text-ink-soft">page {point.page}</span>}
        </Button>
        {isResolved && <Badge tone="success">Resolved</Badge>}
        {canWrite && (
          <Button
            size="sm"
            variant="quiet"
            className="ml-auto"
            isPending={resolving.isPending}
            pendingLabel="Saving…"
            aria-label={`${isResolved ? 'Reopen' : 'Resolve'} comment ${number}`}
            onClick={() =>
              resolving.mutate(
                { params: paramsOf(file, comment), body: { resolved: !isResolved } },
                { onSuccess: onGone },
              )
            }
          >
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
        )}
      </div>
      <CommentWords
        file={file}
        comment={comment}
        canWrite={canWrite}
        canDelete={replies.length === 0}
        onGone={onGone}
      >
        {replies.length === 0 && replyButton}
      </CommentWords>
      {replies.length > 0 && (
        <ul aria-label={`Replies to comment ${number}`} className="grid gap-3 border-l-2 border-rule pl-3">
          {replies.map((each) => (
            <li key={each.id}>
              <CommentWords file={file} comment={each} canWrite={canWrite} canDelete onGone={onGone} />
            </li>
          ))}
        </ul>
      )}
      {replies.length > 0 && replyButton && <div className="-ml-3">{replyButton}</div>}
      <FailureAlert error={resolving.error} fallback="Failed to save." />
      {canWrite && isReplying && (
        <WordsForm
          label={`Your reply to comment ${number}`}
          submitLabel="Reply"
          change={reply}
          onCancel={() => setReplying(false)}
          onSubmit={(body) =>
            reply.mutate(
              {
                params: { id: file.projectId, fileId: file.fileId, version },
                body: { body, replyTo: comment.id, key },
              },
              {
                onSuccess: () => {
                  setReplying(false);
                  setKey(newKey());
                  onGone();
                },
              },
            )
          }
        />
      )}
    </li>
  );
}

/** One comment or reply, with what its author can do with it. */
function CommentWords({
  file,
  comment,
  canWrite,
  canDelete,
  onGone,
  children,
}: {
  file: FileRef;
  comment: FileComment;
  canWrite: boolean;
  canDelete: boolean;
  onGone: () => void;
  /** What else can be done with it. */
  children?: ReactNode;
}) {
  const [isEditing, setEditing] = useState(false);
  const edit = useCall(api.editFileComment, changesFiles(file.projectId));
  const removal = useCall(api.deleteFileComment, changesFiles(file.projectId));
  const end = () => {
    setEditing(false);
    onGone();
  };
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="text-sm text-ink-soft wrap-anywhere">
        <span className="font-semibold text-ink">
          {comment.from === 'owner' ? studio.name : comment.authorName}
        </span>
        {' · '}
        {formatDateTime(comment.createdAt)}
        {comment.editedAt && <span> · edited</span>}
      </p>
      {isEditing ? (
        <WordsForm
          label="Your words"
          initial={comment.body}
          submitLabel="Save"
          change={edit}
          onCancel={end}
          onSubmit={(body) =>
            edit.mutate({ params: paramsOf(file, comment), body: { body } }, { onSuccess: end })
          }
        />
      ) : (
        <p className="whitespace-pre-wrap wrap-anywhere">{comment.body}</p>
      )}
      <FailureAlert error={removal.error} fallback="Failed to delete." />
      {canWrite && !isEditing && (
        <div className="-ml-3 flex flex-wrap gap-2 empty:hidden">
          {children}
          {comment.isOwn && (
            <Button size="sm" variant="quiet" onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
          {comment.isOwn && canDelete && (
            <Button
              size="sm"
              variant="quiet"
              isPending={removal.isPending}
              pendingLabel="Deleting…"
              onClick={() => removal.mutate({ params: paramsOf(file, comment) }, { onSuccess: onGone })}
            >
              Delete
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
