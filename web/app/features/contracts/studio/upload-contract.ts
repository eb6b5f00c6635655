import { api } from '@atelier/domain/api.ts';
import { MAX_CONTRACT_BYTES } from '@atelier/domain/contracts/rules.ts';
import type { EndpointReply } from '@atelier/domain/endpoint.ts';
import { formatAmount } from '@atelier/domain/files/rules.ts';
import { apiUrl, fetchApi } from '../../../lib/api-client.ts';
import { useStudioContractAct } from './studio-contract-act.ts';

/** Makes a PDF the document of the draft of this revision. */
export function useUploadContract(projectId: string) {
  return useStudioContractAct(
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

/** Why a file is not even sent; undefined where it is. */
export function uploadRefusal({ size }: File): string | undefined {
  if (size === 0) return 'That file is empty. Export your document as a PDF and upload that.';
  if (size <= MAX_CONTRACT_BYTES) return undefined;
  return `That PDF is larger than ${formatAmount(MAX_CONTRACT_BYTES)}. Export a smaller one and upload that.`;
}
