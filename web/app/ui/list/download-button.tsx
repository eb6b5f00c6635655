import type { api } from '@atelier/domain/api.ts';
import type { CsvSeparator, EndpointInput } from '@atelier/domain/endpoint.ts';
import { parse } from 'content-disposition';
import { ChevronDown, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { fetchApi } from '../../lib/api/api-client.ts';
import { failureMessage } from '../../lib/api/api-error.ts';
import { type AddressParts, apiUrl } from '../../lib/api/api-url.ts';
import { saveFile } from '../../lib/api/files.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { Button } from '../button.tsx';
import { showToast } from '../feedback/toast.tsx';
import { MenuIconButton } from '../overlays/menu.tsx';

/** The name that the server gives a file, without any folder; undefined where it gives none. */
export function fileNameOf(headers: Headers): string | undefined {
  const { filename } = parse(headers.get('content-disposition') ?? '').parameters;
  return filename?.split(/[\\/]/).at(-1)?.trim() || undefined;
}

/** The lists that can be had as a CSV file. */
type ListExport =
  | typeof api.exportUsers
  | typeof api.exportEnquiries
  | typeof api.exportProjects
  | typeof api.exportInvoiceLines;
/** Which part of a list. */
type ExportQuery<E extends ListExport> = Omit<NonNullable<EndpointInput<E>['query']>, 'separator'>;

/** Downloads a file that the server names. */
function useDownload(path: string, fallbackName: string) {
  const { mutate, isPending } = useCall(
    async (query: AddressParts['query']) => {
      const reply = await fetchApi(apiUrl(path, { ...(query && { query }) }));
      saveFile(await reply.blob(), fileNameOf(reply.headers) ?? fallbackName);
    },
    {
      onError: (error) =>
        showToast(failureMessage(error, 'Failed to download. Please try again.'), { tone: 'danger' }),
    },
  );
  return { download: mutate, isPending };
}

function FileButton({
  isPending,
  onPress,
  children,
}: {
  isPending: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <Button variant="secondary" size="sm" isPending={isPending} pendingLabel="Preparing…" onClick={onPress}>
      <Download aria-hidden="true" className="size-4" />
      {children}
    </Button>
  );
}

/**
 * Saves a list as a CSV file: what its search and filter show. On phones an icon, unless `label` names it.
 * Where 1.5 is written 1,5, Excel puts each line of such a file into one cell: the menu has one separated by
 * semicolons.
 */
export function DownloadButton<E extends ListExport>({
  endpoint,
  query,
  label,
}: {
  endpoint: E;
  query: ExportQuery<E>;
  label?: string;
}) {
  const { download, isPending } = useDownload(endpoint.path, 'list.csv');
  const downloadWith = (separator: CsvSeparator) => download({ ...query, separator });
  return (
    <span className="inline-flex items-center">
      <FileButton isPending={isPending} onPress={() => downloadWith('comma')}>
        {label ?? <span className="max-sm:sr-only">Download CSV</span>}
      </FileButton>
      <MenuIconButton
        label="More ways to download"
        className="-my-1 -mr-2"
        sections={[
          [
            {
              label: 'CSV with semicolons',
              note: 'As Excel expects in most of Europe',
              onSelect: () => downloadWith('semicolon'),
            },
          ],
        ]}
      >
        <ChevronDown aria-hidden="true" />
      </MenuIconButton>
    </span>
  );
}

/** Saves what comes as one file of another kind. */
export function DownloadFileButton({
  endpoint,
  query,
  label,
  fallbackName,
}: {
  endpoint: typeof api.exportInvoiceDocuments;
  query: { year: number };
  label: string;
  fallbackName: string;
}) {
  const { download, isPending } = useDownload(endpoint.path, fallbackName);
  return (
    <FileButton isPending={isPending} onPress={() => download(query)}>
      {label}
    </FileButton>
  );
}
