import { formatKilobytes } from '@atelier/domain/files/rules.ts';
import { X } from 'lucide-react';
import type { UploadItem, UploadQueue } from '../../lib/api/upload-queue.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** The uploads: progress, or why one failed. */
export function UploadList({ items, queue }: { items: readonly UploadItem[]; queue: UploadQueue }) {
  if (items.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="grid grid-cols-1 gap-3">
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-3 rounded-md border border-rule bg-raised p-4">
          <div className="grid min-w-0 flex-1 gap-2">
            <p className="text-sm font-semibold wrap-anywhere">
              <bdi>{item.file.name}</bdi>{' '}
              <span className="font-normal text-ink-soft">{formatKilobytes(item.file.size)}</span>
            </p>
            {item.state === 'failed' ? (
              <p role="alert" className="text-sm text-danger">
                {item.error}
              </p>
            ) : (
              <Progress
                label={`Sending ${item.file.name}`}
                isLabelHidden
                value={Math.round(item.progress * 100)}
              />
            )}
            {item.state !== 'failed' && <p className="text-sm text-ink-soft tabular-nums">{stateOf(item)}</p>}
          </div>
          {item.canRetry && (
            <Button size="sm" variant="secondary" onClick={() => queue.retry(item.id)}>
              Try again
            </Button>
          )}
          <IconButton
            label={item.state === 'failed' ? `Remove ${item.file.name}` : `Cancel ${item.file.name}`}
            onClick={() => queue.remove(item.id)}
          >
            <X aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function stateOf({ state, progress }: UploadItem): string {
  if (state === 'waiting') return 'Waiting…';
  // All bytes have arrived and are being checked and stored.
  return progress >= 1 ? 'Saving…' : `Sending… ${Math.round(progress * 100)}%`;
}
