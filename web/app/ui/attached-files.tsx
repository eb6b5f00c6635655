import { fileTypeName, formatKilobytes, previewOfFile } from '@atelier/domain/files/rules.ts';
import { isWebLink } from '@atelier/domain/text.ts';
import { clsx } from 'clsx';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from './overlays/dialog.tsx';
import { DownloadLink } from './safe-link.tsx';

/** A file as it is shown. `url` is a temporary signed link. */
interface AttachedFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  type: string;
  url: string;
}

/** The files of a message or an answer: pictures to look at, everything else to download. */
export function AttachedFiles({ files }: { files: readonly AttachedFile[] }) {
  const [shownId, setShownId] = useState<string>();
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const isPicture = ({ id, type, url }: AttachedFile) =>
    previewOfFile(type) === 'picture' && isWebLink(url) && !broken.has(id);
  const pictures = files.filter(isPicture);
  const others = files.filter((file) => !isPicture(file));
  const shown = pictures.find(({ id }) => id === shownId);
  return (
    <div className="mt-2 grid grid-cols-1 gap-2">
      {pictures.length > 0 && (
        <ul className={clsx('grid gap-2', pictures.length > 1 ? 'grid-cols-2' : 'grid-cols-1')}>
          {pictures.map((file) => (
            <li key={file.id}>
              <button
                type="button"
                aria-label={`View ${file.name}`}
                className={clsx(
                  'block w-full overflow-hidden rounded-md border border-rule bg-sunken',
                  pictures.length > 1 ? 'h-28 max-w-52 sm:h-36' : 'h-44 max-w-80 sm:h-56',
                )}
                onClick={() => setShownId(file.id)}
              >
                <img
                  src={file.url}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  className="size-full object-cover"
                  onError={() => setBroken((before) => new Set([...before, file.id]))}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="grid grid-cols-1 gap-1">
          {others.map((file) => (
            <li key={file.id}>
              <DownloadLink
                href={file.url}
                className="flex min-h-11 items-center gap-2.5 rounded-md border border-rule bg-raised px-3 py-1.5 text-sm no-underline! hover:border-edge"
              >
                <FileText aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
                <span className="min-w-0 flex-1">
                  <span className="sr-only">Download </span>
                  <bdi className="block font-semibold wrap-anywhere">{file.name}</bdi>
                  <span className="block text-ink-soft">
                    {formatKilobytes(file.size)} · {fileTypeName(file.type)}
                  </span>
                </span>
                <Download aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
              </DownloadLink>
            </li>
          ))}
        </ul>
      )}
      <Dialog
        isOpen={shown !== undefined}
        onClose={() => setShownId(undefined)}
        title={<bdi className="wrap-anywhere">{shown?.name}</bdi>}
        size="lg"
        actions={
          shown && (
            <DownloadLink href={shown.url} look={{ variant: 'secondary' }}>
              <Download aria-hidden="true" className="size-4" />
              Download
            </DownloadLink>
          )
        }
      >
        {shown && <img src={shown.url} alt={shown.name} className="max-h-[65dvh] w-full object-contain" />}
      </Dialog>
    </div>
  );
}
