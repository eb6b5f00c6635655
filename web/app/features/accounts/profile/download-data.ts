import { personalDataFileName } from '@atelier/domain/accounts/rules.ts';
import { api } from '@atelier/domain/api.ts';
import { apiUrl, fetchApi } from '../../../lib/api-client.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

/** Downloads everything that is kept about the person signed in, as one file. */
export function useDownloadData() {
  return useMutation({
    mutationFn: async () => {
      const reply = await fetchApi(apiUrl(api.exportMyData.path));
      saveFile(await reply.blob(), personalDataFileName(new Date().toISOString()));
    },
  });
}
