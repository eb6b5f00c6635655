import type { Contract } from '@atelier/domain/contracts/schema.ts';
import { isWebLink } from '@atelier/domain/text.ts';
import { clsx } from 'clsx';
import { FileText, FileX, Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DocumentReader } from '../../../ui/document-reader.tsx';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { PageButtons } from '../../../ui/page-controls.tsx';
import { PdfPage, usePdf } from '../../../ui/pdf.tsx';

/** A larger document isn't fetched unasked: its reader may be paying for each megabyte. */
const MAX_PREVIEW_BYTES = 8_000_000;

/** A sheet of paper; a phone shows its upper part. */
const sheet =
  'relative aspect-[210/297] w-full overflow-hidden rounded-md border border-rule bg-sunken max-sm:aspect-[4/3]';

/** What a contract says, to look at: the pages of a PDF, or where a link leads. */
export function ContractDocument({ contract }: { contract: Contract }) {
  const { source, url, version } = contract;
  if (!url || !isWebLink(url)) return null;
  if (source === 'link') return <LinkedDocument host={new URL(url).host} />;
  return <PdfPreview key={version} url={url} name={`Contract, version ${version}`} />;
}

function LinkedDocument({ host }: { host: string }) {
  return (
    <div className="grid content-center justify-items-center gap-2 rounded-md border border-dashed border-rule px-5 py-8 text-center">
      <FileText aria-hidden="true" className="size-7 text-ink-faint" />
      <p className="font-semibold">
        The contract is kept at <span className="wrap-anywhere">{host}</span>
      </p>
      <p className="text-sm text-ink-soft">
        Its link opens in a new tab. Read it there, then come back here.
      </p>
    </div>
  );
}

/** One page at a time, however many there are. */
function PdfPreview({ url, name }: { url: string; name: string }) {
  const { pdf, failure, onFailure } = usePdf(url, MAX_PREVIEW_BYTES);
  const [page, setPage] = useState(1);
  const [isReading, setReading] = useState(false);
  return (
    <div className="grid grid-cols-1 content-start gap-2">
      <div className={sheet}>
        {failure !== undefined && (
          <div
            role="status"
            className="grid h-full content-center justify-items-center gap-3 p-6 text-center"
          >
            <FileX aria-hidden="true" className="size-7 text-ink-faint" />
            <p className="text-sm text-ink-soft">{failure}</p>
          </div>
        )}
        {failure === undefined && !pdf && (
          <div role="status" className="h-full">
            <span className="sr-only">Loading the preview…</span>
            <Skeleton className="size-full" />
          </div>
        )}
        {failure === undefined && pdf && (
          <button
            type="button"
            aria-label={`Read ${name}`}
            className="absolute inset-0 cursor-zoom-in -outline-offset-2"
            onClick={() => setReading(true)}
          >
            <PdfPage
              key={page}
              pdf={pdf}
              page={page}
              label={`Page ${page} of ${name}`}
              className="absolute inset-0 size-full object-contain max-sm:object-cover max-sm:object-top"
              onFailure={onFailure}
            />
          </button>
        )}
      </div>
      {/* Its place is kept while the document is on its way. */}
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        {failure === undefined && pdf && (
          <>
            <p className={clsx('text-sm text-ink-soft', pdf.pageCount > 1 && 'sm:hidden')}>
              {pdf.pageCount === 1 ? '1 page' : `${pdf.pageCount} pages`}
            </p>
            {pdf.pageCount > 1 && (
              <div className="-ml-2.5 max-sm:hidden">
                <PageButtons page={page} pageCount={pdf.pageCount} onPage={setPage} />
              </div>
            )}
            <Button variant="quiet" size="sm" className="-mr-3" onClick={() => setReading(true)}>
              <Maximize2 aria-hidden="true" className="size-4" />
              Read it large
            </Button>
          </>
        )}
      </div>
      {pdf && (
        <Dialog isOpen={isReading} onClose={() => setReading(false)} title={name} size="full">
          <DocumentReader pdf={pdf} name={name} page={page} onPage={setPage} onFailure={onFailure} />
        </Dialog>
      )}
    </div>
  );
}
