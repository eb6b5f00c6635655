import { canHaveComments, POINT_SCALE, previewOfFile } from '@atelier/domain/files/rules.ts';
import type { Deliverable, FilePoint } from '@atelier/domain/files/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Select } from '../../../ui/forms/select.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { PageButtons, ZoomButtons } from '../../../ui/page-controls.tsx';
import { DownloadLink } from '../../../ui/safe-link.tsx';
import { type FilesSide, listFileComments } from '../files.queries.ts';
import { ApproveFile } from './approve-file.tsx';
import { CommentList } from './comment-list.tsx';
import { ReviewFacts } from './review-facts.tsx';
import { type Pin, Stage } from './stage.tsx';

export interface FileViewerProps {
  projectId: string;
  side: FilesSide;
  file: Deliverable;
  roundsIncluded: number;
  /** Whether the reader can comment. */
  canReview: boolean;
  /** Whether the reader decides on the client's side. */
  canApprove: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** A point where a comment is being written, and who moves the keyboard on. */
interface Draft {
  version: number;
  point: FilePoint;
  by: 'pointer' | 'keyboard';
}

/** A picture or a PDF in a window of its own, with the comments on each of its versions. */
export function FileViewer({ isOpen, onClose, ...props }: FileViewerProps) {
  const { file } = props;
  const [draft, setDraft] = useState<Draft>();
  // Survives closing: nothing typed is lost by Escape.
  const [unsent, setUnsent] = useState('');
  return (
    <Dialog
      isOpen={isOpen}
      // The first Escape leaves the comment that is being written, the next one the window.
      onClose={() => (draft ? setDraft(undefined) : onClose())}
      title={<bdi className="wrap-anywhere">{file.name}</bdi>}
      size="full"
    >
      <ViewerBody {...props} draft={draft} onDraft={setDraft} unsent={unsent} onUnsent={setUnsent} />
    </Dialog>
  );
}

interface BodyProps extends Omit<FileViewerProps, 'isOpen' | 'onClose'> {
  draft: Draft | undefined;
  onDraft: (draft: Draft | undefined) => void;
  unsent: string;
  onUnsent: (text: string) => void;
}

function ViewerBody(props: BodyProps) {
  const { projectId, side, file, roundsIncluded, canReview, canApprove, ...writing } = props;
  const [chosen, setChosen] = useState<number>();
  const version = file.versions.find((each) => each.version === chosen) ?? file;
  const isNewest = version.version === file.version;
  const [page, setPage] = useState(1);
  const [pageCount, setPageCount] = useState(1);
  const [zoom, setZoom] = useState(1);
  const [selectedId, setSelectedId] = useState<string>();
  const [showsResolved, setShowsResolved] = useState(false);
  const draftMarker = useRef<HTMLButtonElement>(null);
  const control = useRef<HTMLTextAreaElement>(null);

  const hasComments = version.review !== null && canHaveComments('studio', version.type);
  const ref = { projectId, fileId: file.id };
  const query = useQuery({ ...listFileComments(ref, version.version), enabled: hasComments });
  const pins = numberPins(query.data?.items ?? []);
  const shownPins = pins.filter(({ comment }) => showsResolved || comment.resolvedAt === null);
  const canPin = canReview && hasComments && isNewest;
  const draft = canPin && writing.draft?.version === version.version ? writing.draft : undefined;
  const start = (point: FilePoint, by: Draft['by']) =>
    writing.onDraft({ version: version.version, point, by });

  // The keyboard goes where the comment is continued: to its words, or first to its point.
  const startedBy = draft?.by;
  useEffect(() => {
    if (startedBy === 'pointer') control.current?.focus();
    if (startedBy === 'keyboard') draftMarker.current?.focus();
  }, [startedBy]);

  const showVersion = (value: string) => {
    setChosen(Number(value));
    setPage(1);
    setPageCount(1);
    setSelectedId(undefined);
    writing.onDraft(undefined);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {file.versions.length > 0 && (
          <Select
            aria-label="Version"
            className="sm:w-auto"
            value={String(version.version)}
            choices={[file, ...file.versions].map((each) => ({
              value: String(each.version),
              label: `Version ${each.version}${each.version === file.version ? ' (newest)' : ''}`,
            }))}
            onChange={({ target }) => showVersion(target.value)}
          />
        )}
        <ReviewFacts version={version} roundsIncluded={roundsIncluded} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:ml-auto">
          {pageCount > 1 && <PageButtons page={page} pageCount={pageCount} onPage={setPage} />}
          <ZoomButtons zoom={zoom} onZoom={setZoom} />
          <DownloadLink href={version.url} look={{ variant: 'secondary', size: 'sm' }}>
            <Download aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Download</span>
          </DownloadLink>
          {side === 'client' && canApprove && isNewest && file.review && !file.review.approval && (
            <ApproveFile projectId={projectId} file={file} />
          )}
        </div>
      </div>
      <div
        className={clsx(
          'grid min-h-0 flex-1 gap-3',
          hasComments &&
            'grid-rows-[minmax(0,1fr)_minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-1 lg:gap-5',
        )}
      >
        <Stage
          key={`stage ${version.version}`}
          version={version}
          page={page}
          zoom={zoom}
          pins={shownPins}
          selectedId={selectedId}
          onSelect={setSelectedId}
          onPageCount={setPageCount}
          draft={draft?.point}
          draftMarker={draftMarker}
          onPress={
            canPin
              ? (point) => {
                  start(point, 'pointer');
                  control.current?.focus();
                }
              : undefined
          }
          onMove={(point) => start(point, 'keyboard')}
          onPlaced={() => control.current?.focus()}
        />
        {hasComments && (
          <CommentList
            key={`comments ${version.version}`}
            file={ref}
            version={version.version}
            query={query}
            pins={pins}
            showsResolved={showsResolved}
            onShowResolved={setShowsResolved}
            selectedId={selectedId}
            onSelect={({ comment, point }) => {
              setPage(point.page);
              setSelectedId(comment.id);
            }}
            hasPages={previewOfFile(version.type) === 'document'}
            canWrite={canReview}
            canPin={canPin}
            draft={draft?.point}
            unsent={writing.unsent}
            onUnsent={writing.onUnsent}
            onStart={() => start({ page, x: POINT_SCALE / 2, y: POINT_SCALE / 2 }, 'keyboard')}
            onEnd={() => writing.onDraft(undefined)}
            control={control}
          />
        )}
      </div>
    </>
  );
}

/** The pinned comments of a version, numbered in the order in which they were made. */
function numberPins(comments: readonly Pin['comment'][]): Pin[] {
  return comments
    .flatMap((comment) => (comment.point ? [{ comment, point: comment.point }] : []))
    .map((pin, index) => ({ ...pin, number: index + 1 }));
}
