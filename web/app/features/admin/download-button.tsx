import type { EndpointInput } from '@atelier/domain/endpoints/endpoint.ts';
import { Download } from 'lucide-react';
import { failureMessage } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { type ExportEndpoint, useDownloadList } from './download-list.ts';

/** Has a list saved as a CSV file: as much of it as the search and the filter show. On phones an icon. */
export function DownloadButton<E extends ExportEndpoint>({
  endpoint,
  query,
}: {
  endpoint: E;
  query: NonNullable<EndpointInput<E>['query']>;
}) {
  const download = useDownloadList(endpoint);
  return (
    <Button
      variant="secondary"
      size="sm"
      isPending={download.isPending}
      pendingLabel="Preparing…"
      onClick={() =>
        download.mutate(query, {
          onError: (error) =>
            showToast(failureMessage(error, 'Failed to download. Please try again.'), { tone: 'danger' }),
        })
      }
    >
      <Download aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">Download CSV</span>
    </Button>
  );
}
