import { bytesLeft, type FileLimits, formatAmount } from '@atelier/domain/files/rules.ts';
import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/forms/field.tsx';

/** What was dropped on the page. */
export interface Dropped {
  files: File[];
  /** Names of folders, which a browser cannot send. */
  folders: string[];
}

/**
 * Accepts files dropped anywhere on the page: outside a drop area the browser would open them
 * instead. Refuses them while a dialog is open.
 * @returns whether files are held over the page
 */
function useFileDrop(onDropped: (dropped: Dropped) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent(onDropped);
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      const isCovered = document.querySelector('[role=dialog], [role=alertdialog]') !== null;
      event.dataTransfer.dropEffect = isCovered ? 'none' : 'copy';
      setIsOver(!isCovered);
    };
    // Entering one element leaves another; only leaving the window enters none.
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false);
    const onDrop = (event: DragEvent) => {
      setIsOver(false);
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      drop(readDropped(event.dataTransfer));
    };
    const listeners = [
      ['dragenter', hold],
      ['dragover', hold],
      ['dragleave', leave],
      ['drop', onDrop],
    ] as const;
    for (const [type, listener] of listeners) window.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of listeners) window.removeEventListener(type, listener);
    };
  }, []);
  return isOver;
}

/** Text and links can be dragged too. */
const hasFiles = ({ types }: DataTransfer) => types.includes('Files');

function readDropped({ items }: DataTransfer): Dropped {
  const dropped: Dropped = { files: [], folders: [] };
  for (const item of items) {
    const file = item.getAsFile();
    if (!file) continue;
    if (item.webkitGetAsEntry()?.isDirectory) dropped.folders.push(file.name);
    else dropped.files.push(file);
  }
  return dropped;
}

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
          {left.bytes < quota * SCARCE &&
            `, ${formatAmount(left.bytes)} left ${left.of === 'account' ? 'for all your projects' : 'in this project'}`}
          .
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

const refusalOfFolder = (name: string) =>
  `“${name}” is a folder. Send the files inside it, or one ZIP archive.`;
