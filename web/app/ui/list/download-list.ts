import type { api } from '@atelier/domain/api.ts';
import type { CsvSeparator, EndpointInput } from '@atelier/domain/endpoint.ts';
import { parse } from 'content-disposition';
import { apiUrl, fetchApi } from '../../lib/api/api-client.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { saveFile } from '../../lib/save-file.ts';

/** The name that the server gives a file, without any folder; undefined where it gives none. */
export function fileNameOf(headers: Headers): string | undefined {
  const { filename } = parse(headers.get('content-disposition') ?? '').parameters;
  return filename?.split(/[\\/]/).at(-1)?.trim() || undefined;
}

/** The lists that can be had as a CSV file. */
export type ExportEndpoint = typeof api.exportUsers | typeof api.exportEnquiries | typeof api.exportProjects;

/** Which part of a list. */
export type ExportQuery<E extends ExportEndpoint> = Omit<NonNullable<EndpointInput<E>['query']>, 'separator'>;

/** Downloads a list as a CSV file, of a search or a filter that part of it; the server names the file. */
export function useDownloadList<E extends ExportEndpoint>(endpoint: E) {
  return useMutation({
    mutationFn: async ({ query, separator }: { query: ExportQuery<E>; separator: CsvSeparator }) => {
      const reply = await fetchApi(apiUrl(endpoint.path, { query: { ...query, separator } }));
      saveFile(await reply.blob(), fileNameOf(reply.headers) ?? 'list.csv');
    },
  });
}
