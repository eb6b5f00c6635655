import { api } from '@atelier/domain/api.ts';
import type { FileComment, FilePoint } from '@atelier/domain/files/schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { newKey } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { changesFiles, type FileRef } from '../files.queries.ts';
import { CommentThread } from './comment-thread.tsx';
import type { Pin } from './stage.tsx';
import { WordsForm } from './words-form.tsx';

export interface CommentListProps {
  file: FileRef;
  version: number;
  query: UseQueryResult<{ items: FileComment[] }>;
  pins: readonly Pin[];
  showsResolved: boolean;
  onShowResolved: (shows: boolean) => void;
  selectedId: string | undefined;
  onSelect: (pin: Pin) => void;
  hasPages: boolean;
  canWrite: boolean;
  /** New points go on the newest version only. */
  canPin: boolean;
  draft: FilePoint | undefined;
  /** What was typed and isn't sent. */
  unsent: string;
  onUnsent: (text: string) => void;
  /** The keyboard asks for a point. */
  onStart: () => void;
  onEnd: () => void;
  control: RefObject<HTMLTextAreaElement | null>;
}

/** The comments of a version beside it, and where a new one is written. */
export function CommentList(props: CommentListProps) {
  const { file, version, query, pins, showsResolved, selectedId, draft, canPin, canWrite } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const adding = useCall(api.addFileComment, changesFiles(file.projectId));
  const [key, setKey] = useState(newKey);
  const shown = pins.filter(({ comment }) => showsResolved || comment.resolvedAt === null);
  const resolved = pins.filter(({ comment }) => comment.resolvedAt !== null).length;
  const toHeading = () => heading.current?.focus();
  const isWriting = draft !== undefined;
  useEffect(() => {
    if (!isWriting) return undefined;
    // Escape takes the form away from under the keyboard.
    return () => heading.current?.focus();
  }, [isWriting]);
  return (
    <section
      aria-label="Comments"
      className="grid min-h-0 min-w-0 grid-cols-1 content-start gap-3 overflow-y-auto p-1"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          Comments
        </h3>
        {resolved > 0 && (
          <Button
            size="sm"
            variant="quiet"
            aria-pressed={showsResolved}
            onClick={() => props.onShowResolved(!showsResolved)}
          >
            {showsResolved ? 'Hide resolved' : `Show resolved (${resolved})`}
          </Button>
        )}
      </div>
      {canPin && !draft && (
        <div className="flex flex-wrap items-center gap-3 rounded-md bg-sunken p-3 text-sm text-ink-soft">
          <p className="min-w-40 flex-1">Press a point to comment on it.</p>
          <Button size="sm" variant="secondary" onClick={props.onStart}>
            Add a comment
          </Button>
        </div>
      )}
      {canWrite && !canPin && (
        <p className="text-sm text-ink-soft">This is an older version: new comments go on the newest.</p>
      )}
      {draft && (
        <WordsForm
          label="Your comment"
          submitLabel="Comment"
          initial={props.unsent}
          onText={props.onUnsent}
          control={props.control}
          change={adding}
          onCancel={props.onEnd}
          onSubmit={(body) =>
            adding.mutate(
              {
                params: { id: file.projectId, fileId: file.fileId, version },
                body: { body, point: draft, key },
              },
              {
                onSuccess: () => {
                  setKey(newKey());
                  props.onUnsent('');
                  props.onEnd();
                },
              },
            )
          }
        />
      )}
      <QueryState query={query} label="Loading comments…" rows={2} fallback="Failed to load comments." />
      {query.data && shown.length === 0 && !draft && (
        <p className="text-sm text-ink-soft">{resolved > 0 ? 'No open comments.' : 'No comments yet.'}</p>
      )}
      <ol className="grid grid-cols-1 gap-3">
        {shown.map((pin) => (
          <CommentThread
            key={pin.comment.id}
            file={file}
            version={version}
            pin={pin}
            replies={(query.data?.items ?? []).filter(({ replyTo }) => replyTo === pin.comment.id)}
            hasPages={props.hasPages}
            canWrite={canWrite}
            isSelected={pin.comment.id === selectedId}
            onSelect={() => props.onSelect(pin)}
            onGone={toHeading}
          />
        ))}
      </ol>
    </section>
  );
}
