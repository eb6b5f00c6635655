import type { Deliverable } from '@atelier/domain/files/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Checkbox } from '../../ui/forms/choices.tsx';
import { FieldError } from '../../ui/forms/field.tsx';
import { listFiles } from './files.queries.ts';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './uploads.ts';

/** Chooses deliverables of a project, in the order in which they are ticked. What is uploaded here is chosen too. */
export function FilePicker({
  projectId,
  legend,
  value,
  onChange,
  onBusy,
  max,
}: {
  projectId: string;
  legend: string;
  /** The ids of the chosen files. */
  value: readonly string[];
  onChange: (change: (before: readonly string[]) => readonly string[]) => void;
  /** Whether files are on their way. */
  onBusy: (isBusy: boolean) => void;
  /** The most that can be chosen. */
  max: number;
}) {
  const query = useQuery(listFiles(projectId));
  const { queue, items: uploads } = useUploads(projectId, 'studio', query.data?.limits);
  const input = useRef<HTMLInputElement>(null);
  const add = useEffectEvent((fileId: string) =>
    onChange((before) => (before.length < max ? [...before, fileId] : before)),
  );
  useEffect(() => {
    queue.onArrived = (fileId) => add(fileId);
    return () => {
      queue.onArrived = undefined;
    };
  }, [queue]);
  const files = (query.data?.items ?? []).filter(({ from }) => from === 'owner');
  const isFull = value.length >= max;
  const isBusy = uploads.some(({ state }) => state !== 'failed');
  const tellBusy = useEffectEvent(() => onBusy(isBusy));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each change of it
  useEffect(() => tellBusy(), [isBusy]);
  // A file that was deleted since can't be unticked any more.
  const gone = query.data && value.filter((id) => !files.some((file) => file.id === id));
  const hasGone = gone !== undefined && gone.length > 0;
  const dropGone = useEffectEvent(() => onChange((before) => before.filter((id) => !gone?.includes(id))));
  useEffect(() => {
    if (hasGone) dropGone();
  }, [hasGone]);
  const toggle = ({ id }: Deliverable) =>
    onChange((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1 text-sm font-semibold">
        {legend} <span className="ml-1 font-normal text-ink-faint">optional</span>
      </legend>
      <QueryState query={query} label="Loading files…" rows={2} fallback="Failed to load files." />
      {files.length > 0 && (
        <ul className="max-h-44 overflow-y-auto rounded-md border border-rule px-3 wrap-anywhere">
          {files.map((file) => {
            const isChosen = value.includes(file.id);
            return (
              <li key={file.id} className="border-b border-rule last:border-b-0">
                <Checkbox
                  label={<bdi>{file.name}</bdi>}
                  description={`${formatDate(file.createdAt)}${file.version > 1 ? ` · Version ${file.version}` : ''}`}
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() => toggle(file)}
                />
              </li>
            );
          })}
        </ul>
      )}
      <UploadList items={uploads} queue={queue} />
      {query.data && (
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          onClick={() => input.current?.click()}
        >
          <Upload aria-hidden="true" className="size-4" />
          {files.length > 0 ? 'Upload another' : 'Upload files'}
        </Button>
      )}
      <FieldError message={isFull ? `A preview shows ${max} files at most.` : undefined} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={legend}
        onChange={(event) => {
          queue.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </fieldset>
  );
}
