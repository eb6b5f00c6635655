import type { CsvSeparator } from '@atelier/domain/endpoint.ts';
import { Download } from 'lucide-react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { Button } from '../button.tsx';
import { showToast } from '../feedback/toast-store.ts';
import { type ExportEndpoint, type ExportQuery, useDownloadList } from './download-list.ts';

/**
 * Has a list saved as a CSV file: as much of it as the search and the filter show. On phones an icon. Where a computer
 * writes 1,5 for 1.5, Excel puts each line of such a file into one cell: beside it is the same with semicolons.
 */
export function DownloadButton<E extends ExportEndpoint>({
  endpoint,
  query,
}: {
  endpoint: E;
  query: ExportQuery<E>;
}) {
  const { mutate, isPending, variables } = useDownloadList(endpoint);
  const save = (separator: CsvSeparator) =>
    mutate(
      { query, separator },
      {
        onError: (error) =>
          showToast(failureMessage(error, 'Failed to download. Please try again.'), { tone: 'danger' }),
      },
    );
  const isPreparing = (separator: CsvSeparator) => isPending && variables.separator === separator;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        isPending={isPreparing('comma')}
        pendingLabel="Preparing…"
        onClick={() => save('comma')}
      >
        <Download aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Download CSV</span>
      </Button>
      <Button
        variant="quiet"
        size="sm"
        className="max-sm:hidden"
        title="With semicolons between columns, as Excel expects in most of Europe"
        isPending={isPreparing('semicolon')}
        pendingLabel="Preparing…"
        onClick={() => save('semicolon')}
      >
        CSV with semicolons
      </Button>
    </>
  );
}
