import type { api } from '@atelier/domain/api.ts';
import type { EndpointInput } from '@atelier/domain/endpoints/endpoint.ts';
import { useMutation } from '@tanstack/react-query';
import { apiUrl, fetchApi } from '../../lib/api-client.ts';
import { fileNameOf } from '../../lib/content-disposition.ts';
import { saveFile } from '../../lib/save-file.ts';

/** The lists that can be had as a CSV file. */
export type ExportEndpoint = typeof api.exportUsers | typeof api.exportEnquiries | typeof api.exportProjects;

/** Downloads a list as a CSV file, of a search or a filter that part of it; the server names the file. */
export function useDownloadList<E extends ExportEndpoint>(endpoint: E) {
  return useMutation({
    mutationFn: async (query: NonNullable<EndpointInput<E>['query']>) => {
      const reply = await fetchApi(apiUrl(endpoint.path, { query }));
      saveFile(await reply.blob(), fileNameOf(reply.headers) ?? 'list.csv');
    },
  });
}
