import { bytesLeft, type FileLimits, formatAmount } from '@atelier/domain/files/rules.ts';
import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { type Dropped, refusalOfFolder, useFileDrop } from '../../lib/file-drop.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/forms/field.tsx';

/** Below this share of free space, the remaining space shows. */
const SCARCE = 1 / 4;

/** Chooses files; dropped ones count anywhere on the page. */
export function DropArea({
  title,
  limits,
  onFiles,
}: {
  title: string;
  limits: FileLimits;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const left = bytesLeft(limits);
  const quota = (left.of === 'account' && limits.account?.quotaBytes) || limits.quotaBytes;
  const take = ({ files, folders }: Dropped) => {
    setRefusal(folders.map(refusalOfFolder).join(' '));
    onFiles(files);
  };
  const isOver = useFileDrop(take);
  return (
    <section
      aria-label={title}
      className={clsx(
        'flex flex-wrap items-center justify-between gap-4 rounded-lg border border-dashed p-5 transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-edge',
      )}
    >
      <div className="grid min-w-0 grid-cols-1 gap-1 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-ink-soft">
          <span className="hidden sm:inline">Drop them here or choose them. </span>
          Up to {formatAmount(limits.maxBytes)} each
          {left.bytes < quota * SCARCE && (
            <span>
              , {formatAmount(left.bytes)} left{' '}
              {left.of === 'account' ? 'for all your projects' : 'in this project'}
            </span>
          )}
          <span>.</span>
        </p>
        <FieldError message={refusal} />
      </div>
      <Button variant="secondary" onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" className="size-4.5" />
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={title}
        onChange={(event) => {
          take({ files: [...(event.target.files ?? [])], folders: [] });
          event.target.value = '';
        }}
      />
    </section>
  );
}
