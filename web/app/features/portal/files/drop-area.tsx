import { type FileLimits, formatMegabytes } from '@atelier/domain/portal/files.ts';
import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';

/** What part of its room a project has left when that begins to matter to whoever sends files. */
const SCARCE = 1 / 4;

/** Where files are dropped, or chosen by the button; several at once. */
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
  const [isOver, setIsOver] = useState(false);
  const left = limits.quotaBytes - limits.usedBytes;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label={title}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={clsx(
        'flex flex-wrap items-center justify-between gap-4 rounded-lg border border-dashed p-5 transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-edge',
      )}
    >
      <div className="grid gap-1">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-ink-soft">
          <span className="hidden sm:inline">Drop them here or choose them. </span>
          Up to {formatMegabytes(limits.maxBytes)} each
          {left < limits.quotaBytes * SCARCE && `, ${formatMegabytes(left)} left in this project`}.
        </p>
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
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </section>
  );
}
