import type { StudioChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import { useState } from 'react';
import { usePdfPreview } from '../../../lib/use-pdf-preview.ts';
import { DocumentReader } from '../../../ui/document-reader.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { fetchChangeOrderPreview } from '../change-orders.queries.ts';

/** A saved draft as its client would be sent it, in a window. */
export default function ChangeOrderPreview({
  projectId,
  order: { id, number, revision },
  isReading,
  onClose,
}: {
  projectId: string;
  order: StudioChangeOrder;
  isReading: boolean;
  onClose: () => void;
}) {
  const { pdf, error, isUpdating, retry, onFailure } = usePdfPreview(
    isReading ? `${id} ${revision}` : undefined,
    (_, signal) => fetchChangeOrderPreview(projectId, id, signal),
  );
  const [turned, setPage] = useState(1);
  const name = `Change order ${number}`;
  return (
    <Dialog isOpen={isReading} onClose={onClose} title={`Preview of change order ${number}`} size="full">
      {Boolean(error) && <LoadFailure error={error} fallback="Failed to make the preview." onRetry={retry} />}
      {pdf ? (
        <DocumentReader
          pdf={pdf}
          name={name}
          page={Math.min(turned, pdf.pageCount)}
          onPage={setPage}
          onFailure={onFailure}
        />
      ) : (
        isUpdating && <Skeleton className="mx-auto h-full w-full max-w-lg" />
      )}
    </Dialog>
  );
}
