import {
  canHaveComments,
  fileTypeName,
  formatKilobytes,
  previewOfFile,
} from '@atelier/domain/files/rules.ts';
import type { Deliverable, FileVersion } from '@atelier/domain/files/schema.ts';
import { isWebLink } from '@atelier/domain/text.ts';
import { Download, FileText, Replace, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { late, useEver } from '../../lib/late.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { DownloadLink } from '../../ui/safe-link.tsx';
import type { FilesSide } from './files.queries.ts';
import { ApproveFile } from './viewer/approve-file.tsx';
import type { FileViewerProps } from './viewer/file-viewer.tsx';
import { ReviewFacts } from './viewer/review-facts.tsx';

/** Its code comes late: no screen begins with an open file. */
export const FileViewer = late<FileViewerProps>(async () => ({
  default: (await import('./viewer/file-viewer.tsx')).FileViewer,
}));

/** Larger ones are only for download: the viewer holds the whole file in memory. */
const MAX_PDF_BYTES = 30_000_000;

const frame =
  'grid size-16 shrink-0 place-items-center overflow-hidden rounded-md border border-rule bg-sunken';

/** How a file can be shown in the page, if it can. */
export function previewOf({ url, type, size }: Deliverable) {
  const preview = isWebLink(url) ? previewOfFile(type) : undefined;
  return preview === 'document' && size > MAX_PDF_BYTES ? undefined : preview;
}

/** The thumbnail of a file; pressing that of a picture or a PDF opens it. */
function Thumbnail({ file, onOpen }: { file: Deliverable; onOpen: () => void }) {
  const [isBroken, setIsBroken] = useState(false);
  const preview = previewOf(file);
  const sheet = <FileText aria-hidden="true" className="size-7" />;
  if (!preview || isBroken) return <span className={`${frame} text-ink-faint`}>{sheet}</span>;
  return (
    <button
      type="button"
      className={`${frame} text-ink-soft hover:text-ink`}
      aria-label={`View ${file.name}`}
      onClick={onOpen}
    >
      {preview === 'document' ? (
        sheet
      ) : (
        <img
          src={file.url}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setIsBroken(true)}
        />
      )}
    </button>
  );
}

interface FileRowProps {
  projectId: string;
  side: FilesSide;
  /** Whether the reader can comment. */
  canReview: boolean;
  /** Whether the reader decides on the client's side. */
  canApprove: boolean;
  file: Deliverable;
  /** The rounds of feedback that a contract includes for each deliverable. */
  roundsIncluded: number;
  /** Takes a new version; undefined where this side cannot. */
  onReplace?: ((content: File) => void) | undefined;
  onDelete?: (() => void) | undefined;
}

/** A file with its preview, download and older versions. */
export function FileRow({ onReplace, onDelete, ...props }: FileRowProps) {
  const { projectId, side, file, roundsIncluded } = props;
  const [isOpen, setIsOpen] = useState(false);
  const wasOpened = useEver(isOpen);
  const preview = previewOf(file);
  const isReviewed = file.review && preview && canHaveComments('studio', file.type);
  const asksApproval = side === 'client' && props.canApprove && file.review && !file.review.approval;
  return (
    <li className="grid grid-cols-1 gap-3 border-b border-rule py-4 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:flex-nowrap">
        <Thumbnail file={file} onOpen={() => setIsOpen(true)} />
        <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
          <p className="font-semibold wrap-anywhere">
            <bdi>{file.name}</bdi>
          </p>
          <p className="text-sm text-ink-soft">
            {formatKilobytes(file.size)} · {fileTypeName(file.type)} · {formatDate(file.createdAt)}
            {file.version > 1 && <span> · Version {file.version}</span>}
          </p>
          <ReviewFacts version={file} roundsIncluded={roundsIncluded} />
        </div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
          {isReviewed && (
            <Button size="sm" aria-label={`Review ${file.name}`} onClick={() => setIsOpen(true)}>
              Review
            </Button>
          )}
          {asksApproval && !isReviewed && <ApproveFile projectId={projectId} file={file} />}
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
      {wasOpened && <FileViewer {...props} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
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
