import { api } from '@atelier/domain/api.ts';
import type { Contract, ContractPreview, StudioContract } from '@atelier/domain/contracts/schema.ts';
import type { EndpointReply } from '@atelier/domain/endpoint.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../lib/api/api-client.ts';
import { apiUrl } from '../../lib/api/api-url.ts';
import { adminKeys, LINK_RENEWAL, projectKeys } from '../../lib/api/query-client.ts';
import { type CallEffects, useCall } from '../../lib/api/use-call.ts';

/** The key of a project's contract, on either side; invalidate it when the contract changes. */
const contractKey = (projectId: string) => projectKeys.tab(projectId, 'contract');

/** The contract that was sent last; null before the first. */
export const getContract = (projectId: string) =>
  queryOptions({
    queryKey: [...contractKey(projectId), 'client'],
    queryFn: async ({ signal }) =>
      (await callApi(api.getContract, { params: { id: projectId }, signal })).contract,
    ...LINK_RENEWAL,
  });

/** A change that the client makes is shown at once; then the contract is refetched. */
export const answersContract = (projectId: string): CallEffects<{ contract: Contract | null }> => ({
  shows: ({ contract }, client) => client.setQueryData(getContract(projectId).queryKey, contract),
  refetch: [contractKey(projectId)],
});

/** The contract with its draft, its versions, change requests and acceptance. */
export const getContractAsStudio = (projectId: string) =>
  queryOptions({
    queryKey: [...contractKey(projectId), 'studio'],
    queryFn: async ({ signal }) =>
      (await callApi(api.getContractAsStudio, { params: { id: projectId }, signal })).contract,
    ...LINK_RENEWAL,
  });

/** A change that the studio makes is shown at once; what else shows the contract is stale. */
export const changesContract = (projectId: string): CallEffects<{ contract: StudioContract }> => ({
  shows: ({ contract }, client) => {
    client.setQueryData(getContractAsStudio(projectId).queryKey, contract);
    return client.invalidateQueries({ queryKey: contractKey(projectId), refetchType: 'none' });
  },
  refetchOnFailure: [contractKey(projectId)],
});

/** Makes a PDF the document of the draft of this revision. */
export const useUploadContract = (projectId: string) =>
  useCall(async ({ file, revision }: { file: File; revision: number }) => {
    const { method, path } = api.uploadContractDocument;
    const query = { name: file.name.slice(0, 200), revision };
    const url = apiUrl(path, { params: { id: projectId }, query });
    const headers = { 'content-type': 'application/pdf' };
    const reply: EndpointReply<typeof api.uploadContractDocument> = await (
      await fetchApi(url, { method, headers, body: file })
    ).json();
    return reply;
  }, changesContract(projectId));

/** The PDF that the product would make of a draft as it is typed. Nothing is saved. */
export async function fetchContractPreview(
  projectId: string,
  body: ContractPreview,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const { pdf } = await callApi(api.previewContract, { params: { id: projectId }, body, signal });
  return Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0)).buffer;
}

/** Every contract that was accepted, newest first; each further page is what came earlier. */
export const listAcceptances = infiniteQueryOptions({
  queryKey: adminKeys.acceptances,
  queryFn: ({ pageParam, signal }) =>
    callApi(api.listAcceptances, { query: { ...(pageParam && { before: pageParam }) }, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => (last.hasOlder ? last.items.at(-1)?._id : undefined),
  ...LINK_RENEWAL,
});
