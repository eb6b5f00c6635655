import { api } from '@atelier/domain/api.ts';
import type { AnswerFile, ClientRequests, StudioRequests } from '@atelier/domain/requests/schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { projectKeys } from '../../lib/api/query-client.ts';
import { type CallEffects, useCall } from '../../lib/api/use-call.ts';
import { listRequests, listRequestsAsStudio } from './requests.queries.ts';

/* Apart from the queries: the overviews ask before anything can be changed. */

/** The client's answer is shown at once. */
export const answersRequest = (projectId: string): CallEffects<ClientRequests> => ({
  shows: (reply, client) => client.setQueryData(listRequests(projectId).queryKey, reply),
  refetchOnSuccess: [projectKeys.waiting],
  refetchOnFailure: [projectKeys.requests(projectId)],
});

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
export const useDeleteUnsentFile = (projectId: string, requestId: string) =>
  useCall(
    (answerFileId: string) =>
      callApi(api.deleteAnswerFile, { params: { id: projectId, requestId, answerFileId } }),
    {
      onMutate: (answerFileId, { client }) =>
        changeUnsent(client, projectId, (before) => before.filter(({ file }) => file.id !== answerFileId)),
      refetchOnFailure: [projectKeys.requests(projectId)],
    },
  );

/** A change that the studio makes is shown at once. */
export const changesRequests = (projectId: string): CallEffects<StudioRequests> => ({
  shows: (reply, client) => client.setQueryData(listRequestsAsStudio(projectId).queryKey, reply),
  refetchOnFailure: [projectKeys.requests(projectId)],
});
