import { fileTypeName, formatKilobytes, previewOfFile } from '@atelier/domain/files/rules.ts';
import type { Deliverable, FileVersion } from '@atelier/domain/files/schema.ts';
import { isWebLink } from '@atelier/domain/text.ts';
import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, Download, FileText, Replace, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Skeleton } from '../../ui/feedback/placeholders.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { DownloadLink } from '../../ui/safe-link.tsx';
import type { OpenPdf } from './open-pdf.ts';

const FAILED = 'This PDF did not load. Close this and open it again, or download it.';

/** The pages of a PDF, one at a time. The viewer itself is loaded only here. */
function PdfView({ name, url }: { name: string; url: string }) {
  // The list renews its links; the first one stays valid long enough.
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

/** A PdfError has its own sentence; any other failure is the download's. */
function messageOf(error: unknown): string {
  return error instanceof Error && error.name === 'PdfError' ? error.message : FAILED;
}

/** Larger ones are only for download: a preview holds the whole file in memory. */
const MAX_PDF_BYTES = 30_000_000;

const frame =
  'grid size-16 shrink-0 place-items-center overflow-hidden rounded-md border border-rule bg-sunken';

/** The thumbnail of a file. A picture or a PDF opens in a dialog. */
function FilePreview({ file }: { file: Deliverable }) {
  const preview = isWebLink(file.url) ? previewOfFile(file.type) : undefined;
  if (preview === 'picture') return <PicturePreview file={file} />;
  if (preview === 'document' && file.size <= MAX_PDF_BYTES) return <PdfPreview file={file} />;
  return <Sheet />;
}

function Sheet() {
  return (
    <span className={`${frame} text-ink-faint`}>
      <FileText aria-hidden="true" className="size-7" />
    </span>
  );
}

/** A thumbnail, and the dialog that it opens. */
function Preview({
  file,
  className,
  small,
  actions,
  children,
}: {
  file: Deliverable;
  className?: string;
  small: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={clsx(frame, className)}
        aria-label={`View ${file.name}`}
        onClick={() => setIsOpen(true)}
      >
        {small}
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={<bdi className="wrap-anywhere">{file.name}</bdi>}
        size="lg"
        actions={actions}
      >
        {children}
      </Dialog>
    </>
  );
}

function PdfPreview({ file }: { file: Deliverable }) {
  return (
    <Preview
      file={file}
      className="text-ink-soft hover:text-ink"
      small={<FileText aria-hidden="true" className="size-7" />}
      actions={
        <DownloadLink href={file.url} look={{ variant: 'secondary' }}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </DownloadLink>
      }
    >
      <PdfView name={file.name} url={file.url} />
    </Preview>
  );
}

function PicturePreview({ file: { url, name }, file }: { file: Deliverable }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <Sheet />;
  const small = (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
      onError={() => setIsBroken(true)}
    />
  );
  return (
    <Preview file={file} small={small}>
      <img src={url} alt={name} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
    </Preview>
  );
}

interface FileRowProps {
  file: Deliverable;
  /** Takes a new version; undefined where this side cannot. */
  onReplace?: ((content: File) => void) | undefined;
  onDelete?: (() => void) | undefined;
}

/** A file with its preview, download and older versions. */
export function FileRow({ file, onReplace, onDelete }: FileRowProps) {
  return (
    <li className="grid grid-cols-1 gap-3 border-b border-rule py-4 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:flex-nowrap">
        <FilePreview file={file} />
        <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
          <p className="font-semibold wrap-anywhere">
            <bdi>{file.name}</bdi>
          </p>
          <p className="text-sm text-ink-soft">
            {formatKilobytes(file.size)} · {fileTypeName(file.type)} · {formatDate(file.createdAt)}
            {file.version > 1 && ` · Version ${file.version}`}
          </p>
        </div>
        <div className="flex items-center gap-1">
          <DownloadLink
            href={file.url}
            look={{ size: 'sm', variant: 'secondary' }}
            aria-label={`Download ${file.name}`}
          >
            <Download aria-hidden="true" className="size-4" />
            Download
          </DownloadLink>
          {onReplace && <ReplaceButton name={file.name} onReplace={onReplace} />}
          {onDelete && (
            <IconButton label={`Delete ${file.name}`} onClick={onDelete}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          )}
        </div>
      </div>
      {file.versions.length > 0 && <OlderVersions versions={file.versions} />}
    </li>
  );
}

function ReplaceButton({ name, onReplace }: { name: string; onReplace: (content: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={`Replace ${name}`} onClick={() => input.current?.click()}>
        <Replace aria-hidden="true" />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`New version of ${name}`}
        onChange={(event) => {
          const content = event.target.files?.[0];
          if (content) onReplace(content);
          event.target.value = '';
        }}
      />
    </>
  );
}

function OlderVersions({ versions }: { versions: readonly FileVersion[] }) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-ink-soft">
        {versions.length === 1 ? 'An older version' : `${versions.length} older versions`}
      </summary>
      <ul className="grid grid-cols-1 gap-1 pb-1">
        {versions.map((version) => (
          <li key={version.version} className="flex flex-wrap items-center gap-x-3">
            <DownloadLink href={version.url} className="inline-flex min-h-11 items-center wrap-anywhere">
              <bdi>{version.name}</bdi>
            </DownloadLink>
            <span className="text-ink-soft">
              Version {version.version} · {formatKilobytes(version.size)} · {formatDate(version.createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
