import { previewOfFile } from '@atelier/domain/files/rules.ts';
import type { Deliverable } from '@atelier/domain/files/schema.ts';
import { isWebLink } from '@atelier/domain/text.ts';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { DownloadLink } from '../../ui/safe-link.tsx';
import { PdfView } from './pdf-view.tsx';

/** Larger ones are for downloading: a preview has all of the file in memory. */
const MAX_PDF_BYTES = 30_000_000;

const frame =
  'grid size-16 shrink-0 place-items-center overflow-hidden rounded-md border border-rule bg-sunken';

/** A file in small: a picture or a PDF opens in large, everything else is a sheet. */
export function FilePreview({ file }: { file: Deliverable }) {
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

function PdfPreview({ file }: { file: Deliverable }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${frame} text-ink-soft hover:text-ink`}
        aria-label={`View ${file.name}`}
        onClick={() => setIsOpen(true)}
      >
        <FileText aria-hidden="true" className="size-7" />
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={<bdi className="wrap-anywhere">{file.name}</bdi>}
        size="lg"
        actions={
          <DownloadLink href={file.url} look={{ variant: 'secondary' }}>
            <Download aria-hidden="true" className="size-4" />
            Download
          </DownloadLink>
        }
      >
        <PdfView name={file.name} url={file.url} />
      </Dialog>
    </>
  );
}

function PicturePreview({ file }: { file: Deliverable }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <Sheet />;
  const { url } = file;
  return (
    <>
      <button
        type="button"
        className={frame}
        aria-label={`View ${file.name}`}
        onClick={() => setIsOpen(true)}
      >
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setIsBroken(true)}
        />
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={<bdi className="wrap-anywhere">{file.name}</bdi>}
        size="lg"
      >
        <img src={url} alt={file.name} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
      </Dialog>
    </>
  );
}
