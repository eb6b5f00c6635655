import { api } from '@atelier/domain/api.ts';
import type {
  AnswerFile,
  AnswerRequest,
  AskAgain,
  ChangeRequest,
  ClientRequests,
  NewRequest,
  StudioRequests,
} from '@atelier/domain/requests/schema.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { projectKeys, useMutation } from '../../lib/api/query-client.ts';
import { listRequests, listRequestsAsStudio } from './requests.queries.ts';

/* Apart from the queries: the overviews ask before anything can be changed. */

const at = (projectId: string, requestId: string) => ({ params: { id: projectId, requestId } });

/**
 * Answers a request. The reply is shown at once; after a failure the list is there again before the failure is shown, because
 * a stale screen may be the reason for it.
 */
export function useAnswerRequest(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      ...body
    }: Pick<AnswerRequest, 'key' | 'revision'> & Partial<AnswerRequest> & { id: string }) =>
      callApi(api.answerRequest, { ...at(projectId, id), body }),
    onSuccess: async (reply) => {
      queryClient.setQueryData(listRequests(projectId).queryKey, reply);
      await queryClient.invalidateQueries({ queryKey: projectKeys.waiting });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: projectKeys.requests(projectId) }),
  });
}

function changeUnsent(
  queryClient: QueryClient,
  projectId: string,
  change: (before: ClientRequests['unsent']) => ClientRequests['unsent'],
): void {
  queryClient.setQueryData(
    listRequests(projectId).queryKey,
    (before) => before && { ...before, unsent: change(before.unsent) },
  );
}

/** Shows a file that has arrived for an answer. */
export function addUnsentFile(
  queryClient: QueryClient,
  { projectId, requestId, file }: { projectId: string; requestId: string; file: AnswerFile },
): void {
  changeUnsent(queryClient, projectId, (before) => [
    ...before.filter((each) => each.file.id !== file.id),
    { requestId, file },
  ]);
}

/** Takes a file back that no answer has yet. It disappears at once. */
export function useDeleteUnsentFile(projectId: string, requestId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answerFileId: string) =>
      callApi(api.deleteAnswerFile, { params: { id: projectId, requestId, answerFileId } }),
    onMutate: (answerFileId) =>
      changeUnsent(queryClient, projectId, (before) => before.filter(({ file }) => file.id !== answerFileId)),
    onError: () => queryClient.invalidateQueries({ queryKey: projectKeys.requests(projectId) }),
  });
}

/** A change that the studio makes: as `useAnswerRequest`. */
function useStudioMutation<Input>(projectId: string, act: (input: Input) => Promise<StudioRequests>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (reply) => queryClient.setQueryData(listRequestsAsStudio(projectId).queryKey, reply),
    onError: () => queryClient.invalidateQueries({ queryKey: projectKeys.requests(projectId) }),
  });
}

/** Sends requests to the client: one email lists them. Each key makes a second try the same request. */
export function useSendRequests(projectId: string) {
  return useStudioMutation(projectId, (items: NewRequest[]) =>
    callApi(api.sendRequests, { params: { id: projectId }, body: { items } }),
  );
}

export function useChangeRequest(projectId: string) {
  return useStudioMutation(projectId, ({ id, ...body }: ChangeRequest & { id: string }) =>
    callApi(api.changeRequest, { ...at(projectId, id), body }),
  );
}

export function useAskAgain(projectId: string) {
  return useStudioMutation(projectId, ({ id, ...body }: AskAgain & { id: string }) =>
    callApi(api.askAgain, { ...at(projectId, id), body }),
  );
}

/** Accepts an answer, or withdraws a request. */
export function useEndRequest(projectId: string) {
  return useStudioMutation(
    projectId,
    ({ act, id, revision }: { act: 'accept' | 'withdraw'; id: string; revision: number }) => {
      const call = { ...at(projectId, id), body: { revision } };
      return act === 'accept' ? callApi(api.acceptAnswer, call) : callApi(api.withdrawRequest, call);
    },
  );
}
