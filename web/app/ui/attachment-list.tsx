import { fileTypeName, formatKilobytes } from '@atelier/domain/files/rules.ts';
import { FileText, Image, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UploadItem } from '../lib/api/upload-queue.ts';
import type { WaitingFile } from '../lib/storage/unsent-store.ts';
import { Button } from './button.tsx';
import { Progress } from './feedback/progress.tsx';
import { IconButton } from './icon-button.tsx';

function Row({
  name,
  type,
  children,
  action,
}: {
  name: string;
  type: string;
  children: ReactNode;
  action: ReactNode;
}) {
  const Icon = type.startsWith('image/') ? Image : FileText;
  return (
    <li className="flex min-w-0 items-center gap-2.5 rounded-md border border-rule bg-raised py-1 pr-1 pl-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
      <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
        <p className="truncate font-semibold" title={name}>
          <bdi>{name}</bdi>
        </p>
        {children}
      </div>
      {action}
    </li>
  );
}

/** The files of an unfinished message or answer: those that have arrived, and those on their way. */
export function AttachmentList({
  files,
  items,
  onRemoveFile,
  onRemoveItem,
  onRetry,
}: {
  files: readonly WaitingFile[];
  items: readonly UploadItem[];
  onRemoveFile: (id: string) => void;
  onRemoveItem: (id: number) => void;
  onRetry: (id: number) => void;
}) {
  if (files.length + items.length === 0) return null;
  return (
    <ul
      aria-label="Attached files"
      className="col-span-full grid max-h-44 grid-cols-1 gap-2 overflow-y-auto sm:grid-cols-2"
    >
      {files.map((file) => (
        <Row
          key={file.key}
          name={file.name}
          type={file.type}
          action={
            <IconButton label={`Remove ${file.name}`} onClick={() => onRemoveFile(file.id)}>
              <X aria-hidden="true" />
            </IconButton>
          }
        >
          <p className="text-ink-soft">
            {formatKilobytes(file.size)} · {fileTypeName(file.type)}
          </p>
        </Row>
      ))}
      {items.map((item) => (
        <Row
          key={item.key}
          name={item.file.name}
          type={item.file.type}
          action={
            <>
              {item.canRetry && (
                <Button size="sm" variant="quiet" onClick={() => onRetry(item.id)}>
                  Try again
                </Button>
              )}
              <IconButton
                label={`${item.state === 'failed' ? 'Remove' : 'Cancel'} ${item.file.name}`}
                onClick={() => onRemoveItem(item.id)}
              >
                <X aria-hidden="true" />
              </IconButton>
            </>
          }
        >
          {item.state === 'failed' ? (
            <p role="alert" className="text-danger">
              {item.error}
            </p>
          ) : (
            <Progress
              label={`Sending ${item.file.name}`}
              isLabelHidden
              value={Math.round(item.progress * 100)}
            />
          )}
        </Row>
      ))}
    </ul>
  );
}
