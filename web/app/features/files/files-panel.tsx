import type { Deliverable } from '@atelier/domain/files/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useIsClientOf } from '../../lib/client-view.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { DeleteFileDialog } from './delete-file-dialog.tsx';
import { DropArea } from './drop-area.tsx';
import { FileRow } from './file-row.tsx';
import type { FilesSide } from './files-side.ts';
import { listFiles } from './list-files.ts';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './use-uploads.ts';

const WORDS = {
  client: { send: 'Send files for your project', sent: 'Sent by you' },
  studio: { send: 'Deliver files', sent: 'Sent by your client' },
} as const;

/** The files of a project: what the studio delivers, and what the client sends for it. */
export function FilesPanel({ project, side }: { project: Project; side: FilesSide }) {
  const query = useQuery(listFiles(project._id));
  const { queue, items: uploads } = useUploads(project._id, side, query.data?.limits);
  const [deleting, setDeleting] = useState<Deliverable>();
  const panel = useRef<HTMLDivElement>(null);
  const files = query.data?.items ?? [];
  const isClient = useIsClientOf(project);
  const isOpen = project.status === 'submitted' && (side === 'studio' || isClient);
  const rowOf = (file: Deliverable) => {
    const isStudios = file.from === 'owner';
    const canDelete = isOpen && (side === 'studio' || !isStudios);
    const canReplace = isOpen && side === 'studio' && isStudios;
    return (
      <FileRow
        key={file.id}
        file={file}
        onReplace={canReplace ? (content) => queue.add([content], file.id) : undefined}
        onDelete={canDelete ? () => setDeleting(file) : undefined}
      />
    );
  };
  const deliverables = files.filter((file) => file.from === 'owner');
  const sent = files.filter((file) => file.from === 'client');
  return (
    <div ref={panel} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      {isOpen && query.data && (
        <DropArea
          title={WORDS[side].send}
          limits={query.data.limits}
          onFiles={(chosen) => queue.add(chosen)}
        />
      )}
      <UploadList items={uploads} queue={queue} />
      {query.isPending && <SkeletonList label="Loading files…" rows={3} />}
      {query.isError && (
        <LoadFailure error={query.error} fallback="Failed to load files." onRetry={() => query.refetch()} />
      )}
      {query.data && deliverables.length === 0 && (
        <EmptyState title="No deliverables yet.">
          {side === 'client'
            ? 'What I make for you appears here, to view and download.'
            : 'What you deliver appears here and in your client’s portal.'}
        </EmptyState>
      )}
      {deliverables.length > 0 && (
        <Card title="Deliverables">
          <ul className="-my-4 grid grid-cols-1">{deliverables.map(rowOf)}</ul>
        </Card>
      )}
      {sent.length > 0 && (
        <Card title={WORDS[side].sent}>
          <ul className="-my-4 grid grid-cols-1">{sent.map(rowOf)}</ul>
        </Card>
      )}
      <DeleteFileDialog
        projectId={project._id}
        side={side}
        file={deleting}
        onClose={() => setDeleting(undefined)}
        finalFocus={panel}
      />
    </div>
  );
}
