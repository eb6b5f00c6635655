import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OpenPdf } from '../lib/open-pdf.ts';
import { Alert } from './feedback/alert.tsx';
import { Skeleton } from './feedback/placeholders.tsx';

const FAILED = 'This PDF did not load. Open it again, or download it.';
const TOO_LARGE = 'This PDF is too large to show here. Download it to view it.';

/** A PDF on its way to be shown, open, or failed. */
interface ShownPdf {
  pdf: OpenPdf | undefined;
  /** Why it isn't shown, as a sentence. */
  failure: string | undefined;
  onFailure: (message: string) => void;
}

/**
 * Opens the PDF behind a signed link, and closes it with the component. What reads PDFs is loaded only here. The
 * first link is kept: lists renew theirs, and it stays valid long enough.
 * @param maxBytes a larger one isn't read
 */
export function usePdf(url: string, maxBytes = Number.POSITIVE_INFINITY): ShownPdf {
  const [address] = useState(url);
  const [pdf, setPdf] = useState<OpenPdf>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const closing = new AbortController();
    load(address, maxBytes, closing.signal).then(setPdf, (error: unknown) => {
      if (!closing.signal.aborted) setFailure(messageOf(error));
    });
    return () => closing.abort();
  }, [address, maxBytes]);
  return { pdf, failure, onFailure: setFailure };
}

/** One page of a PDF at the width of its place, with the reasons for a missing one. */
export function PdfPages({
  name,
  url,
  page,
  zoom,
  onPageCount,
}: {
  name: string;
  url: string;
  page: number;
  zoom: number;
  onPageCount: (count: number) => void;
}) {
  const { pdf, failure, onFailure } = usePdf(url);
  const pageCount = pdf?.pageCount;
  useEffect(() => {
    if (pageCount !== undefined) onPageCount(pageCount);
  }, [pageCount, onPageCount]);
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
    <PdfPage
      key={`${page} ${zoom}`}
      pdf={pdf}
      page={page}
      label={`Page ${page} of ${name}`}
      onFailure={onFailure}
    />
  );
}

/** A page drawn once, as wide as it is shown then. A key of page and size draws it again. */
export function PdfPage({
  pdf,
  page,
  label,
  className = 'block h-auto w-full',
  onDrawn,
  onFailure,
}: {
  pdf: OpenPdf;
  page: number;
  label: string;
  className?: string;
  onDrawn?: () => void;
  onFailure: (message: string) => void;
}) {
  const noteDrawn = useEffectEvent(() => onDrawn?.());
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    pdf
      .draw(page, { canvas: canvas.current, width: canvas.current.clientWidth, signal })
      .then(() => {
        if (!signal.aborted) noteDrawn();
      })
      .catch((error: unknown) => {
        if (!signal.aborted) onFailure(messageOf(error));
      });
    return () => leaving.abort();
  }, [pdf, page, onFailure]);
  return <canvas ref={canvas} role="img" aria-label={label} className={`${className} bg-[white]`} />;
}

/**
 * A page of a PDF that changes while it is looked at: the page that was there stays until the next one is drawn. Another `zoom`
 * draws it again.
 */
export function SteadyPdfPage({
  pdf,
  page,
  zoom = 1,
  label,
  onFailure,
}: {
  pdf: OpenPdf;
  page: number;
  zoom?: number;
  label: string;
  onFailure: (message: string) => void;
}) {
  const [wanted, setWanted] = useState({ key: 0, pdf, page, zoom });
  const [drawn, setDrawn] = useState<typeof wanted>();
  if (wanted.pdf !== pdf || wanted.page !== page || wanted.zoom !== zoom) {
    setWanted({ key: wanted.key + 1, pdf, page, zoom });
  }
  const sheets = drawn && drawn !== wanted ? [drawn, wanted] : [wanted];
  return (
    <div className="relative">
      {sheets.map((sheet) => (
        <PdfPage
          key={sheet.key}
          pdf={sheet.pdf}
          page={sheet.page}
          label={label}
          className={clsx(
            'block h-auto w-full',
            sheet !== drawn && 'invisible',
            drawn && sheet !== drawn && 'absolute top-0',
          )}
          onDrawn={() => setDrawn(sheet)}
          onFailure={onFailure}
        />
      ))}
    </div>
  );
}

/** The PDF behind a link, open until the signal ends it. */
async function load(url: string, maxBytes: number, signal: AbortSignal): Promise<OpenPdf> {
  const [response, { openPdf, PdfError }] = await Promise.all([
    fetch(url, { signal }),
    import('../lib/open-pdf.ts'),
  ]);
  if (!response.ok) throw new Error(`The file was answered with ${response.status}`);
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel();
    throw new PdfError(TOO_LARGE);
  }
  const data = await response.arrayBuffer();
  signal.throwIfAborted();
  return openPdf(data, signal);
}

/** A PdfError has its own sentence; any other failure is the download's. */
function messageOf(error: unknown): string {
  return error instanceof Error && error.name === 'PdfError' ? error.message : FAILED;
}
