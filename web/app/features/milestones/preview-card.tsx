import type { Milestone, MilestonePreview } from '@atelier/domain/milestones/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { isWebLink } from '@atelier/domain/text.ts';
import { clsx } from 'clsx';
import type { ComponentType } from 'react';
import { late } from '../../lib/late.tsx';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { ButtonAnchor } from '../../ui/button.tsx';
import { ExternalLink } from '../../ui/icons.tsx';

/** Shows deliverables; `openLabel` adds a button that opens the first of them. */
export type PreviewFiles = ComponentType<{
  project: Project;
  fileIds: readonly string[];
  openLabel?: string | undefined;
}>;

/** Its code comes late: most milestones have no link, and phones draw no code. */
const QrCode = late<{ text: string; label: string }>(() => import('./qr-code.tsx'));

/** Longer links make codes too fine for a camera. */
const MAX_QR_LENGTH = 300;
/** Where a phone is another device. */
const HAS_ROOM_FOR_QR = '(min-width: 40rem)';

/** A link without its scheme, as it is read. */
export const shownLink = (link: string) => link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

/** What there is to look at in a milestone: a link with a code for the phone, and files. */
export function PreviewCard({
  project,
  milestone,
  preview: { link, fileIds },
  Files,
}: {
  project: Project;
  milestone: Milestone;
  preview: MilestonePreview;
  Files: PreviewFiles;
}) {
  const hasRoom = useMediaQuery(HAS_ROOM_FOR_QR);
  const target = link !== null && isWebLink(link) ? link : undefined;
  // After the answer it is a record, no longer the thing to do.
  const isOver = milestone.status !== 'in_review';
  const hasCode = hasRoom && !isOver && target !== undefined && target.length <= MAX_QR_LENGTH;
  return (
    <section
      aria-label={`Preview of ${milestone.title}`}
      className={clsx(
        'grid grid-cols-1 gap-4',
        !isOver && 'rounded-lg border border-rule bg-raised p-4 sm:p-5',
      )}
    >
      {target !== undefined && (
        <div className="flex items-start justify-between gap-x-6">
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-3">
            <p className="text-sm wrap-anywhere text-ink-soft">
              <bdi className="line-clamp-2">{shownLink(target)}</bdi>
            </p>
            <ButtonAnchor
              href={target}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              size={isOver ? 'sm' : 'md'}
              variant={isOver ? 'secondary' : 'primary'}
              className="justify-self-start"
            >
              Open preview
              <ExternalLink aria-hidden="true" className="size-4.5" />
              <span className="sr-only"> (opens in a new tab)</span>
            </ButtonAnchor>
          </div>
          {hasCode && (
            <figure className="grid shrink-0 justify-items-center gap-1.5">
              <div className="size-28 rounded-md border border-rule bg-[white] p-1">
                <QrCode text={target} label={`QR code of the preview of ${milestone.title}`} />
              </div>
              <figcaption className="text-xs text-ink-soft">On your phone</figcaption>
            </figure>
          )}
        </div>
      )}
      {fileIds.length > 0 && (
        <Files
          project={project}
          fileIds={fileIds}
          openLabel={target === undefined && !isOver ? 'Open preview' : undefined}
        />
      )}
    </section>
  );
}
