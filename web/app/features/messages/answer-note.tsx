import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck, Undo2 } from 'lucide-react';
import { failureMessage } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { listMessages } from './list-messages.ts';
import { useNoteAnswer } from './note-answer.ts';

/** Below a thread in which the client wrote last: that they wait for an answer, or need none. */
export function AnswerNote({ projectId }: { projectId: string }) {
  const { data } = useInfiniteQuery(listMessages('studio', projectId));
  const note = useNoteAnswer();
  const newest = data?.pages[0];
  const upTo = newest?.items.at(-1)?._id;
  if (!newest?.answer || upTo === undefined) return null;
  const isNeeded = newest.answer === 'needed';
  const Icon = isNeeded ? CheckCheck : Undo2;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-rule py-2 pr-3 pl-4 text-sm sm:pr-4 sm:pl-6 print:hidden">
      <p role="status" className={note.error ? 'text-danger' : 'text-ink-soft'}>
        {note.error
          ? failureMessage(note.error, 'That didn’t work. Please try again.')
          : isNeeded
            ? 'Your client is waiting for an answer.'
            : 'Noted: no answer needed.'}
      </p>
      <Button
        size="sm"
        variant="quiet"
        isPending={note.isPending}
        pendingLabel="Noting…"
        onClick={() => note.mutate({ projectId, answer: isNeeded ? 'not_needed' : 'needed', upTo })}
      >
        <Icon aria-hidden="true" className="size-4" />
        {isNeeded ? 'No answer needed' : 'Undo'}
      </Button>
    </div>
  );
}
