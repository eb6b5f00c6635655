import { api } from '@atelier/domain/api.ts';
import { callApi } from '../../../lib/api-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

/** The PDF that the product would make of the draft as it is saved, in this revision. */
export function usePreviewContract(projectId: string) {
  return useMutation({
    mutationFn: async (revision: number) => {
      const { name, pdf } = await callApi(api.previewContract, { params: { id: projectId } });
      const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0));
      return { name, revision, content: new Blob([bytes], { type: 'application/pdf' }) };
    },
  });
}
