import { api } from '@atelier/domain/api.ts';
import type {
  Contract,
  ContractPreview,
  SaveContract,
  StudioContract,
} from '@atelier/domain/contracts/schema.ts';
import type { EndpointReply } from '@atelier/domain/endpoint.ts';
import type { BillingDetails } from '@atelier/domain/invoices/schema.ts';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../lib/api/api-client.ts';
import { apiUrl } from '../../lib/api/api-url.ts';
import { adminKeys, projectKeys, useMutation } from '../../lib/api/query-client.ts';

/** The key of a project's contract, on either side; invalidate it when the contract changes. */
const contractKey = (projectId: string) => projectKeys.tab(projectId, 'contract');

/** Links are valid for at least ten minutes: they are renewed before that, in background tabs too. */
const REFRESH_MS = 4 * 60_000;

/** The contract that was sent last; null before the first. */
export const getContract = (projectId: string) =>
  queryOptions({
    queryKey: [...contractKey(projectId), 'client'],
    queryFn: async ({ signal }) =>
      (await callApi(api.getContract, { params: { id: projectId }, signal })).contract,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });

/**
 * A change that the client makes to the contract. The reply is shown at once. The contract is refetched in any case:
 * after a failure, a stale screen may be the reason for it.
 */
function useContractMutation<Body>(
  projectId: string,
  act: (body: Body) => Promise<{ contract: Contract | null }>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: ({ contract }) => queryClient.setQueryData(getContract(projectId).queryKey, contract),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contractKey(projectId) }),
  });
}

/** Accepts the version that was shown, with the name that was typed. */
export function useAcceptContract(projectId: string) {
  return useContractMutation(projectId, (body: { version: number; name: string; billing?: BillingDetails }) =>
    callApi(api.acceptContract, { params: { id: projectId }, body }),
  );
}

/** Asks for a change to the version that was shown. */
export function useRequestChange(projectId: string) {
  return useContractMutation(projectId, (body: { version: number; message: string; key: string }) =>
    callApi(api.requestContractChange, { params: { id: projectId }, body }),
  );
}

/** The contract with its draft, its versions, change requests and acceptance. */
export const getContractAsStudio = (projectId: string) =>
  queryOptions({
    queryKey: [...contractKey(projectId), 'studio'],
    queryFn: async ({ signal }) =>
      (await callApi(api.getContractAsStudio, { params: { id: projectId }, signal })).contract,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });

/**
 * A change that the studio makes to the contract. The reply is shown at once. After a failure the contract is
 * refetched, because a stale screen may be the reason for it; it is there when the failure is shown.
 */
function useStudioContractMutation<Input>(
  projectId: string,
  act: (input: Input) => Promise<{ contract: StudioContract }>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => (await act(input)).contract,
    onSuccess: (contract) => {
      queryClient.setQueryData(getContractAsStudio(projectId).queryKey, contract);
      return queryClient.invalidateQueries({ queryKey: contractKey(projectId), refetchType: 'none' });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: contractKey(projectId) }),
  });
}

/** Saves the draft over the one of the revision that its form was filled from. */
export function useSaveContract(projectId: string) {
  return useStudioContractMutation(projectId, (body: SaveContract) =>
    callApi(api.saveContract, { params: { id: projectId }, body }),
  );
}

/** Makes a PDF the document of the draft of this revision. */
export function useUploadContract(projectId: string) {
  return useStudioContractMutation(
    projectId,
    async ({
      file,
      revision,
    }: {
      file: File;
      revision: number;
    }): Promise<EndpointReply<typeof api.uploadContractDocument>> => {
      const { method, path } = api.uploadContractDocument;
      const url = apiUrl(path, {
        params: { id: projectId },
        query: { name: file.name.slice(0, 200), revision },
      });
      const headers = { 'content-type': 'application/pdf' };
      return (await fetchApi(url, { method, headers, body: file })).json();
    },
  );
}

/** The PDF that the product would make of a draft as it is typed. Nothing is saved. */
export async function fetchContractPreview(
  projectId: string,
  body: ContractPreview,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const { pdf } = await callApi(api.previewContract, { params: { id: projectId }, body, signal });
  return Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0)).buffer;
}

/** Sends the draft of this revision, and no other one, as the next version. */
export function useSendContract(projectId: string) {
  return useStudioContractMutation(projectId, (revision: number) =>
    callApi(api.sendContract, { params: { id: projectId }, body: { revision } }),
  );
}

/** Every contract that was accepted, newest first; each further page is what came earlier. */
export const listAcceptances = infiniteQueryOptions({
  queryKey: adminKeys.acceptances,
  queryFn: ({ pageParam, signal }) =>
    callApi(api.listAcceptances, { query: { ...(pageParam && { before: pageParam }) }, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => (last.hasOlder ? last.items.at(-1)?._id : undefined),
  // The links in it run out.
  refetchInterval: REFRESH_MS,
  refetchIntervalInBackground: true,
});
