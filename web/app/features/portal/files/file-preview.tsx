import { previewOfFile } from '@atelier/domain/portal/file-types.ts';
import type { Deliverable } from '@atelier/domain/portal/files.ts';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';

/** A picture in small, which opens in large; a sheet for everything else. */
export function FilePreview({ file }: { file: Deliverable }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const frame =
    'grid size-16 shrink-0 place-items-center overflow-hidden rounded-md border border-rule bg-sunken';
  if (previewOfFile(file.type) !== 'picture' || isBroken) {
    return (
      <span className={`${frame} text-ink-faint`}>
        <FileText aria-hidden="true" className="size-7" />
      </span>
    );
  }
  const { url } = file;
  return (
    <>
      <button
        type="button"
        className={frame}
        aria-label={`Look at ${file.name}`}
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
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={<bdi>{file.name}</bdi>} size="lg">
        <img src={url} alt={file.name} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
      </Dialog>
    </>
  );
}
