import type { api } from '@atelier/domain/api.ts';
import type { CsvSeparator, EndpointInput } from '@atelier/domain/endpoint.ts';
import { parse } from 'content-disposition';
import { ChevronDown, Download } from 'lucide-react';
import { fetchApi } from '../../lib/api/api-client.ts';
import { failureMessage } from '../../lib/api/api-error.ts';
import { apiUrl } from '../../lib/api/api-url.ts';
import { saveFile } from '../../lib/api/files.ts';
import { useMutation } from '../../lib/api/query-client.ts';
import { Button } from '../button.tsx';
import { showToast } from '../feedback/toast.tsx';
import { MenuIconButton } from '../overlays/menu.tsx';

/** The name that the server gives a file, without any folder; undefined where it gives none. */
export function fileNameOf(headers: Headers): string | undefined {
  const { filename } = parse(headers.get('content-disposition') ?? '').parameters;
  return filename?.split(/[\\/]/).at(-1)?.trim() || undefined;
}

/** The lists that can be had as a CSV file. */
type ExportEndpoint = typeof api.exportUsers | typeof api.exportEnquiries | typeof api.exportProjects;

/** Which part of a list. */
type ExportQuery<E extends ExportEndpoint> = Omit<NonNullable<EndpointInput<E>['query']>, 'separator'>;

/** Downloads what a list's search and filter show as a CSV file, which the server names. */
function useDownloadList<E extends ExportEndpoint>(endpoint: E) {
  return useMutation({
    mutationFn: async ({ query, separator }: { query: ExportQuery<E>; separator: CsvSeparator }) => {
      const reply = await fetchApi(apiUrl(endpoint.path, { query: { ...query, separator } }));
      saveFile(await reply.blob(), fileNameOf(reply.headers) ?? 'list.csv');
    },
  });
}

/**
 * Saves a list as a CSV file: what its search and filter show. On phones an icon. Where 1.5 is written
 * 1,5, Excel puts each line of such a file into one cell: the menu has one separated by semicolons.
 */
export function DownloadButton<E extends ExportEndpoint>({
  endpoint,
  query,
}: {
  endpoint: E;
  query: ExportQuery<E>;
}) {
  const { mutate, isPending } = useDownloadList(endpoint);
  const download = (separator: CsvSeparator) =>
    mutate(
      { query, separator },
      {
        onError: (error) =>
          showToast(failureMessage(error, 'Failed to download. Please try again.'), { tone: 'danger' }),
      },
    );
  return (
    <span className="inline-flex items-center">
      <Button
        variant="secondary"
        size="sm"
        isPending={isPending}
        pendingLabel="Preparing…"
        onClick={() => download('comma')}
      >
        <Download aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Download CSV</span>
      </Button>
      <MenuIconButton
        label="More ways to download"
        className="-my-1 -mr-2"
        sections={[
          [
            {
              label: 'CSV with semicolons',
              note: 'As Excel expects in most of Europe',
              onSelect: () => download('semicolon'),
            },
          ],
        ]}
      >
        <ChevronDown aria-hidden="true" />
      </MenuIconButton>
    </span>
  );
}
