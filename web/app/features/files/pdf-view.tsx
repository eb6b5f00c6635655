import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { OpenPdf } from './open-pdf.ts';

const FAILED = 'This PDF did not load. Close this and open it again, or download it.';

/** The pages of a PDF, one at a time. The viewer itself is loaded only here. */
export function PdfView({ name, url }: { name: string; url: string }) {
  // The list renews its links; the one it was opened with will do.
  const [address] = useState(url);
  const [pdf, setPdf] = useState<OpenPdf>();
  const [failure, setFailure] = useState<string>();
  const [page, setPage] = useState(1);
  useEffect(() => {
    const closing = new AbortController();
    load(address, closing.signal).then(setPdf, (error: unknown) => {
      if (!closing.signal.aborted) setFailure(messageOf(error));
    });
    return () => closing.abort();
  }, [address]);
  if (failure !== undefined) return <Alert tone="danger">{failure}</Alert>;
  if (!pdf) {
    return (
      <div role="status">
        <span className="sr-only">Loading {name}…</span>
        <Skeleton className="mx-auto h-[60dvh] w-full max-w-lg" />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <PdfPage key={page} pdf={pdf} page={page} label={`Page ${page} of ${name}`} onFailure={setFailure} />
      {pdf.pageCount > 1 && (
        <div className="flex items-center justify-center gap-3">
          <IconButton
            label="Previous page"
            aria-disabled={page === 1}
            onClick={() => setPage((now) => Math.max(now - 1, 1))}
          >
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <p aria-live="polite" className="text-sm text-ink-soft tabular-nums">
            Page {page} of {pdf.pageCount}
          </p>
          <IconButton
            label="Next page"
            aria-disabled={page === pdf.pageCount}
            onClick={() => setPage((now) => Math.min(now + 1, pdf.pageCount))}
          >
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  );
}

interface PdfPageProps {
  pdf: OpenPdf;
  page: number;
  label: string;
  onFailure: (message: string) => void;
}

function PdfPage({ pdf, page, label, onFailure }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!frame.current || !canvas.current) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    pdf
      .draw(page, { canvas: canvas.current, width: frame.current.clientWidth, signal })
      .catch((error: unknown) => {
        if (!signal.aborted) onFailure(messageOf(error));
      });
    return () => leaving.abort();
  }, [pdf, page, onFailure]);
  return (
    <div ref={frame} className="overflow-hidden rounded-md border border-rule bg-sunken">
      <canvas ref={canvas} role="img" aria-label={label} className="block h-auto w-full bg-white" />
    </div>
  );
}

/** The PDF behind a signed link, open until the signal ends it. */
async function load(url: string, signal: AbortSignal): Promise<OpenPdf> {
  const [response, { openPdf }] = await Promise.all([fetch(url, { signal }), import('./open-pdf.ts')]);
  if (!response.ok) throw new Error(`The file was answered with ${response.status}`);
  const data = await response.arrayBuffer();
  signal.throwIfAborted();
  return openPdf(data, signal);
}

/** What goes wrong while a PDF is read or drawn says what it is; everything else is the way here. */
function messageOf(error: unknown): string {
  return error instanceof Error && error.name === 'PdfError' ? error.message : FAILED;
}
