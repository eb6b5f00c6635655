import type { ContractPreview as Typed } from '@atelier/domain/contracts/schema.ts';
import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { usePdfPreview } from '../../../lib/use-pdf-preview.ts';
import { Button } from '../../../ui/button.tsx';
import { DocumentReader } from '../../../ui/document-reader.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { PageButtons } from '../../../ui/page-controls.tsx';
import { SteadyPdfPage } from '../../../ui/pdf.tsx';
import { fetchContractPreview } from '../contracts.queries.ts';

const NAME = 'the preview';

/** The contract as its client would see it, beside the form or in a window, drawn again as it is typed. */
export default function ContractPreview({
  projectId,
  typed,
  isBeside,
  isReading,
  onRead,
}: {
  projectId: string;
  /** Undefined while something in the form is wrong. */
  typed: Typed | undefined;
  /** Stands beside the form; else only the window shows it. */
  isBeside: boolean;
  /** Whether the window is open. */
  isReading: boolean;
  onRead: (isReading: boolean) => void;
}) {
  const isSeen = isBeside || isReading;
  const { pdf, error, isUpdating, retry, onFailure } = usePdfPreview(
    isSeen && typed ? JSON.stringify(typed) : undefined,
    (body, signal) => fetchContractPreview(projectId, JSON.parse(body), signal),
  );
  const [turned, setPage] = useState(1);
  const page = Math.min(turned, pdf?.pageCount ?? 1);
  const failure = error ? (
    <LoadFailure error={error} fallback="Failed to make the preview." onRetry={retry} />
  ) : null;
  // Not announced: it changes with each pause in typing.
  const standing = (
    <p className="text-sm text-ink-faint empty:hidden">
      {typed === undefined ? 'Waits until everything in the form is right.' : isUpdating && 'Updating…'}
    </p>
  );
  return (
    <>
      {isBeside && (
        <section aria-label="Preview" className="grid grid-cols-1 gap-2">
          <div className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="text-sm font-semibold">Preview</h3>
            {standing}
          </div>
          {failure}
          <div className="relative aspect-[210/297] w-full overflow-hidden rounded-md border border-rule bg-sunken">
            {pdf ? (
              <button
                type="button"
                aria-label="Read the preview large"
                className="absolute inset-0 cursor-zoom-in -outline-offset-2"
                onClick={() => onRead(true)}
              >
                <SteadyPdfPage
                  pdf={pdf}
                  page={page}
                  label={`Page ${page} of ${NAME}`}
                  onFailure={onFailure}
                />
              </button>
            ) : (
              isUpdating && <Skeleton className="size-full" />
            )}
          </div>
          {/* Its place is kept while the document is on its way. */}
          <div className="-mx-2.5 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
            {pdf && (
              <>
                <PageButtons page={page} pageCount={pdf.pageCount} onPage={setPage} />
                <Button variant="quiet" size="sm" onClick={() => onRead(true)}>
                  <Maximize2 aria-hidden="true" className="size-4" />
                  Read it large
                </Button>
              </>
            )}
          </div>
        </section>
      )}
      <Dialog isOpen={isReading} onClose={() => onRead(false)} title="Preview" size="full">
        {standing}
        {failure}
        {pdf ? (
          <DocumentReader pdf={pdf} name={NAME} page={page} onPage={setPage} onFailure={onFailure} />
        ) : (
          isUpdating && <Skeleton className="mx-auto h-full w-full max-w-lg" />
        )}
      </Dialog>
    </>
  );
}
