import { api } from '@atelier/domain/api.ts';
import type { AnswerState } from '@atelier/domain/messages/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../../lib/admin-keys.ts';
import { callApi } from '../../lib/api-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { feedbackKey } from './feedback-keys.ts';

/** Whether a client needs an answer, and up to which message that was decided. */
export interface AnswerNoted {
  projectId: string;
  answer: AnswerState;
  upTo: string;
}

/** Notes that a client who wrote last needs no answer, or needs one after all. Refused, the thread is read anew. */
export function useNoteAnswer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ projectId, ...body }: AnswerNoted) =>
      callApi(api.noteAnswer, { params: { id: projectId }, body }),
    onSettled: (_reply, _error, { projectId }) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: feedbackKey(projectId) }),
        queryClient.invalidateQueries({ queryKey: adminKeys.overview }),
      ]),
  });
}
