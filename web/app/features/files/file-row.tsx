import { fileTypeName, formatKilobytes } from '@atelier/domain/files/rules.ts';
import type { Deliverable, FileVersion } from '@atelier/domain/files/schema.ts';
import { Download, Replace, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { formatDate } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { DownloadLink } from '../../ui/safe-link.tsx';
import { FilePreview } from './file-preview.tsx';

export interface FileRowProps {
  file: Deliverable;
  /** Takes a new version; undefined where this side cannot. */
  onReplace?: ((content: File) => void) | undefined;
  onDelete?: (() => void) | undefined;
}

/** A file: what it is, the way to have it, and its older versions. */
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
