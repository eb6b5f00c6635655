import { milestoneAnchor } from '@atelier/domain/milestones/rules.ts';
import type { Milestone, MilestonePreview } from '@atelier/domain/milestones/schema.ts';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, Eye, GripVertical } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { useAnchorFocus } from '../../../lib/pages/use-anchor-focus.ts';
import { useMediaQuery, WIDE_SCREEN } from '../../../lib/use-media-query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';
import {
  ByMailLink,
  DueDate,
  type MilestoneNeeds,
  MilestoneReason,
  MilestoneStatusBadge,
} from '../milestone-facts.tsx';
import { shownLink } from '../preview-card.tsx';
import { MilestoneActions } from './milestone-actions.tsx';
import { EditMilestone } from './milestone-forms.tsx';
import type { PreviewPicker } from './review-dialog.tsx';

/** The columns of the plan, for its head and its rows: order, milestone, due date, status. */
export const planColumns =
  '@min-[60rem]:grid @min-[60rem]:grid-cols-[8.5rem_minmax(0,1fr)_10rem_8rem] @min-[60rem]:gap-x-4';
/** The same where the order can’t be changed. */
export const readOnlyPlanColumns =
  '@min-[60rem]:grid @min-[60rem]:grid-cols-[minmax(0,1fr)_10rem_8rem] @min-[60rem]:gap-x-4';

/**
 * One milestone: a row of the table with its actions below, a card where there is no room. It can be dragged
 * by its handle, or moved by two buttons, which are in the menu on a phone.
 */
export function MilestoneRow({
  projectId,
  milestone,
  place,
  places,
  placeHeld,
  keyboardHandle,
  Picker,
  Needs,
  isAccepted,
  isReadOnly,
  isEditing,
  onEdit,
  onEdited,
  onPlace,
  onAnnounce,
  onStale,
  onDelete,
}: {
  projectId: string;
  milestone: Milestone;
  /** From 0; -1 for a milestone deleted elsewhere, shown for its unsaved text. */
  place: number;
  places: number;
  /** Its place if dropped now; undefined unless picked up by the keyboard. */
  placeHeld: number | undefined;
  keyboardHandle: ComponentProps<'button'>;
  Picker: PreviewPicker;
  Needs: MilestoneNeeds;
  /** Whether the contract is accepted. */
  isAccepted: boolean;
  isReadOnly: boolean;
  isEditing: boolean;
  onEdit: () => void;
  /** Saved, with an announcement, or given up. */
  onEdited: (announcement?: string) => void;
  onPlace: (place: number) => void;
  onAnnounce: (announcement: string) => void;
  /** The announcement no longer holds. */
  onStale: (announcement: string) => void;
  onDelete: () => void;
}) {
  const title = useRef<HTMLSpanElement>(null);
  useAnchorFocus(milestoneAnchor(milestone._id), title);
  const isDeleted = place < 0;
  const sortable = useSortable({ id: milestone._id, disabled: isReadOnly || isEditing || isDeleted });
  const isHeld = placeHeld !== undefined;
  const isWide = useMediaQuery(WIDE_SCREEN);
  useEffect(() => {
    if (placeHeld !== undefined)
      sortable.node.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [placeHeld, sortable.node]);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) title.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const announceMove = (announcement: string) => {
    title.current?.focus();
    onAnnounce(announcement);
  };
  return (
    <tr
      ref={sortable.setNodeRef}
      id={milestoneAnchor(milestone._id)}
      style={{ transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition }}
      className={clsx(
        'grid min-w-0 scroll-mt-24 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-y-3 rounded-lg border border-rule bg-raised p-4',
        '@min-[60rem]:items-start @min-[60rem]:gap-y-1 @min-[60rem]:rounded-none @min-[60rem]:border-x-0 @min-[60rem]:border-t-0 @min-[60rem]:px-0 @min-[60rem]:py-3',
        isReadOnly ? readOnlyPlanColumns : planColumns,
        // Rows below a dragged one do not show through.
        sortable.isDragging || isHeld ? 'relative z-10 shadow-floating' : '@min-[60rem]:bg-transparent',
      )}
    >
      {!isReadOnly && !isDeleted && (
        <td className="order-1 self-start @min-[60rem]:order-none @min-[60rem]:row-span-2">
          <div className="-m-2.5 flex @min-[60rem]:-my-2.5 @min-[60rem]:mx-0 @min-[60rem]:-ml-2.5">
            <IconButton
              ref={sortable.setActivatorNodeRef}
              label={`Drag ${milestone.title}`}
              {...sortable.attributes}
              {...sortable.listeners}
              {...keyboardHandle}
              aria-pressed={sortable.isDragging || isHeld || undefined}
              className="cursor-grab touch-none"
            >
              <GripVertical aria-hidden="true" />
            </IconButton>
            {isWide && (
              <>
                <MoveButton
                  label={`Move ${milestone.title} up`}
                  isPossible={place > 0}
                  onPress={() => onPlace(place - 1)}
                >
                  <ArrowUp aria-hidden="true" />
                </MoveButton>
                <MoveButton
                  label={`Move ${milestone.title} down`}
                  isPossible={place < places - 1}
                  onPress={() => onPlace(place + 1)}
                >
                  <ArrowDown aria-hidden="true" />
                </MoveButton>
              </>
            )}
          </div>
        </td>
      )}
      {isEditing ? (
        <td
          className={clsx('col-span-full min-w-0', !isDeleted && '@min-[60rem]:col-[2/-1]')}
          colSpan={isDeleted ? 5 : 4}
        >
          <EditMilestone
            projectId={projectId}
            milestone={milestone}
            place={place}
            isDeleted={isDeleted}
            onDone={onEdited}
          />
        </td>
      ) : (
        <>
          <th
            scope="row"
            className="col-span-2 min-w-0 self-start text-left font-normal @min-[60rem]:col-span-1"
          >
            <div className="grid grid-cols-1 gap-1.5">
              <span className="flex flex-wrap items-center gap-2">
                <span ref={title} tabIndex={-1} className="font-semibold wrap-anywhere">
                  {milestone.title}
                </span>
                {!milestone.published && <Badge tone="info">Draft</Badge>}
              </span>
              {milestone.description && (
                <span className="max-w-measure text-sm whitespace-pre-line wrap-anywhere text-ink-soft">
                  {milestone.description}
                </span>
              )}
              <MilestoneReason milestone={milestone} />
              <ByMailLink milestone={milestone} />
              {milestone.preview && <PreviewLine preview={milestone.preview} />}
              <Needs projectId={projectId} milestoneId={milestone._id} />
            </div>
          </th>
          <td className="order-2 col-start-1 text-sm @min-[60rem]:order-none @min-[60rem]:col-start-auto @min-[60rem]:text-base">
            <DueDate milestone={milestone} isAccepted={isAccepted} side="studio" />
          </td>
          <td className="order-2 col-span-2 justify-self-end @min-[60rem]:order-none @min-[60rem]:col-span-1 @min-[60rem]:justify-self-start">
            <MilestoneStatusBadge status={milestone.status} />
          </td>
          {!isReadOnly && (
            <td className="order-3 col-span-full @min-[60rem]:order-none @min-[60rem]:col-[2/-1]">
              <MilestoneActions
                projectId={projectId}
                milestone={milestone}
                isWide={isWide}
                Picker={Picker}
                heading={title}
                onUp={place > 0 ? () => onPlace(place - 1) : undefined}
                onDown={place < places - 1 ? () => onPlace(place + 1) : undefined}
                onMoved={announceMove}
                onStale={onStale}
                onEdit={onEdit}
                onDelete={onDelete}
              />
            </td>
          )}
        </>
      )}
    </tr>
  );
}

/** What a milestone shows its client, on one line. */
function PreviewLine({ preview: { link, fileIds } }: { preview: MilestonePreview }) {
  const count = fileIds.length;
  return (
    <p className="text-sm wrap-anywhere text-ink-soft">
      <Eye aria-hidden="true" className="-mt-0.5 mr-2 inline size-4" />
      <span className="sr-only">Preview: </span>
      {link !== null && (
        <SafeLink href={link} className="mr-2">
          {shownLink(link)}
        </SafeLink>
      )}
      {count > 0 && <span>{count === 1 ? '1 file' : `${count} files`}</span>}
    </p>
  );
}

/** Stays in place and keeps the focus at either end of the list. */
function MoveButton({
  label,
  isPossible,
  onPress,
  children,
}: {
  label: string;
  isPossible: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <IconButton
      label={label}
      aria-disabled={!isPossible || undefined}
      onClick={() => isPossible && onPress()}
    >
      {children}
    </IconButton>
  );
}
