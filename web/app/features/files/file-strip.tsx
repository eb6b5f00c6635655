import type { Deliverable } from '@atelier/domain/files/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Download, Eye, FileText } from 'lucide-react';
import { useState } from 'react';
import { useEver } from '../../lib/late.tsx';
import { useDecidesIn, useIsClientOf } from '../../lib/pages/project-view.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { DownloadLink } from '../../ui/safe-link.tsx';
import { FileViewer, previewOf } from './file-row.tsx';
import { type FilesSide, listFiles } from './files.queries.ts';

/** A file as a tile: it opens in the viewer, or is saved where the page can't show it. */
function Tile({ file, onOpen }: { file: Deliverable; onOpen: () => void }) {
  const [isBroken, setIsBroken] = useState(false);
  const preview = previewOf(file);
  const face = (
    <>
      <span className="grid aspect-4/3 place-items-center overflow-hidden rounded-t-md border-b border-rule bg-sunken text-ink-faint">
        {preview === 'picture' && !isBroken ? (
          <img
            src={file.url}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-cover object-top"
            onError={() => setIsBroken(true)}
          />
        ) : (
          <FileText aria-hidden="true" className="size-7" />
        )}
      </span>
      <span className="block truncate px-2.5 py-1.5 text-left text-xs text-ink-soft">
        <bdi>{file.name}</bdi>
      </span>
    </>
  );
  const look = 'block w-full rounded-md border border-rule bg-raised no-underline hover:border-ink-soft';
  if (!preview) {
    return (
      <DownloadLink href={file.url} className={look} aria-label={`Download ${file.name}`}>
        {face}
      </DownloadLink>
    );
  }
  return (
    <button type="button" className={look} aria-label={`View ${file.name}`} onClick={onOpen}>
      {face}
    </button>
  );
}

/** The button that opens the first file that can be shown, or saves the first where none can. */
function OpenFirst({
  files,
  label,
  onOpen,
}: {
  files: readonly Deliverable[];
  label: string;
  onOpen: (file: Deliverable) => void;
}) {
  const shown = files.find(previewOf);
  const [first] = files;
  if (shown) {
    return (
      <Button className="justify-self-start" onClick={() => onOpen(shown)}>
        <Eye aria-hidden="true" className="size-4.5" />
        {label}
      </Button>
    );
  }
  return (
    first && (
      <DownloadLink href={first.url} look={{}} className="justify-self-start">
        <Download aria-hidden="true" className="size-4.5" />
        {label}
      </DownloadLink>
    )
  );
}

/** Some deliverables of a project as tiles. Deleted ones are left out. */
export function FileStrip({
  project,
  side,
  fileIds,
  openLabel,
}: {
  project: Project;
  side: FilesSide;
  fileIds: readonly string[];
  /** Adds a button that opens the first of them. */
  openLabel?: string | undefined;
}) {
  const query = useQuery(listFiles(project._id));
  const isClient = useIsClientOf(project);
  const decides = useDecidesIn(project);
  const [openId, setOpenId] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const wasOpened = useEver(isOpen);
  const files = fileIds.flatMap((id) => query.data?.items.filter((file) => file.id === id) ?? []);
  const opened = files.find(({ id }) => id === openId);
  const open = ({ id }: Deliverable) => {
    setOpenId(id);
    setIsOpen(true);
  };
  if (query.isPending) return <Skeleton className="h-32 max-w-72" />;
  return (
    <div className="grid grid-cols-1 gap-3">
      <QueryState query={query} label="Loading files…" fallback="Failed to load files." />
      {query.data && files.length === 0 && (
        <p className="text-sm text-ink-soft">The files shown here have been deleted.</p>
      )}
      {openLabel && <OpenFirst files={files} label={openLabel} onOpen={open} />}
      {files.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] sm:grid-cols-[repeat(auto-fill,9rem)] gap-3">
          {files.map((file) => (
            <li key={file.id} className="min-w-0">
              <Tile file={file} onOpen={() => open(file)} />
            </li>
          ))}
        </ul>
      )}
      {wasOpened && opened && (
        <FileViewer
          key={opened.id}
          projectId={project._id}
          side={side}
          file={opened}
          roundsIncluded={query.data?.roundsIncluded ?? 0}
          canReview={project.status === 'submitted' && (side === 'studio' || isClient)}
          canApprove={project.status === 'submitted' && decides}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
