import { useRef } from 'react';
import { type AnswerNoted, useNoteAnswer } from '../../../features/messages/note-answer.ts';
import { failureMessage } from '../../../lib/api-error.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import type { WaitingThread } from './waiting-groups.ts';

/** Long enough to see what was just done by mistake; the thread offers the same for as long as it waits. */
const UNDO_LASTS = 12_000;

/**
 * Takes threads that need no answer off what waits, with a way back. `heading` takes the keyboard over from the row
 * that is gone.
 */
export function useSettle() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate, isPending, variables } = useNoteAnswer();
  const note = (noted: AnswerNoted, onDone?: () => void) =>
    mutate(noted, {
      ...(onDone && { onSuccess: onDone }),
      onError: (error) =>
        showToast(failureMessage(error, 'That didn’t work. Please try again.'), { tone: 'danger' }),
    });
  const settle = ({ projectId, upTo }: WaitingThread, title: string) =>
    note({ projectId, upTo, answer: 'not_needed' }, () => {
      heading.current?.focus({ preventScroll: true });
      showToast(`${title} needs no answer.`, {
        tone: 'success',
        lasts: UNDO_LASTS,
        action: { label: 'Undo', run: () => note({ projectId, upTo, answer: 'needed' }) },
      });
    });
  return { heading, settle, settlingId: isPending ? variables.projectId : undefined };
}
