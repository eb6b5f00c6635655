import { api } from '@atelier/domain/api.ts';
import type { Deliverable } from '@atelier/domain/files/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { deleteWith, useCall } from '../../lib/api/use-call.ts';
import { type ProjectTab, useDecidesIn, useIsClientOf } from '../../lib/pages/project-view.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { DropArea } from './drop-area.tsx';
import { FileRow } from './file-row.tsx';
import { changesFiles, type FilesSide, listFiles } from './files.queries.ts';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './uploads.ts';

function DeleteFileDialog({
  projectId,
  side,
  file,
  onClose,
  finalFocus,
}: {
  projectId: string;
  side: FilesSide;
  /** Undefined while the dialog is closed. */
  file: Deliverable | undefined;
  onClose: () => void;
  /** Takes the focus once the file's row is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  // Keeps its text while the dialog fades out, when `file` is already undefined.
  const [asked, setAsked] = useState(file);
  const removal = useCall(
    deleteWith(side === 'studio' ? api.deleteFile : api.deleteOwnFile),
    changesFiles(projectId),
  );
  if (file && file !== asked) {
    setAsked(file);
    removal.reset();
  }
  return (
    <ConfirmDialog
      isOpen={file !== undefined}
      title={asked && `Delete "${asked.name}"?`}
      description={
        asked && asked.versions.length > 0
          ? 'All its versions go too. This can’t be undone.'
          : 'This can’t be undone.'
      }
      confirmLabel="Delete file"
      pendingLabel="Deleting…"
      isDangerous
      isPending={removal.isPending}
      error={removal.error ? failureMessage(removal.error, 'Failed to delete.') : undefined}
      onConfirm={() =>
        asked && removal.mutate({ params: { id: projectId, fileId: asked.id } }, { onSuccess: onClose })
      }
      onClose={onClose}
      finalFocus={removal.isSuccess ? finalFocus : undefined}
    />
  );
}

const WORDS = {
  client: { send: 'Send files for your project', sent: 'Sent to me' },
  studio: { send: 'Deliver files', sent: 'Sent by your client' },
} as const;

/** The files of a project: what the studio delivers, and what the client sends for it. */
function FilesPanel({ project, side }: { project: Project; side: FilesSide }) {
  const query = useQuery(listFiles(project._id));
  const { queue, items: uploads } = useUploads(project._id, side, query.data?.limits);
  const [deleting, setDeleting] = useState<Deliverable>();
  const panel = useRef<HTMLDivElement>(null);
  const files = query.data?.items ?? [];
  const isClient = useIsClientOf(project);
  const decides = useDecidesIn(project);
  const isOpen = project.status === 'submitted' && (side === 'studio' || isClient);
  const rowOf = (file: Deliverable) => {
    const isStudios = file.from === 'owner';
    const canDelete = isOpen && (side === 'studio' || !isStudios);
    const canReplace = isOpen && side === 'studio' && isStudios;
    return (
      <FileRow
        key={file.id}
        projectId={project._id}
        side={side}
        file={file}
        canReview={isOpen}
        canApprove={isOpen && decides}
        roundsIncluded={query.data?.roundsIncluded ?? 0}
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
      <QueryState query={query} label="Loading files…" rows={3} fallback="Failed to load files." />
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

export const clientFilesTab: ProjectTab = {
  label: 'Files',
  Content: ({ project }) => <FilesPanel project={project} side="client" />,
};

export const studioFilesTab: ProjectTab = {
  label: 'Files',
  Content: ({ project }) => <FilesPanel project={project} side="studio" />,
};
