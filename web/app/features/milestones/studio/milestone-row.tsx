import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import {
  DueDate,
  MilestoneReason,
  MilestoneStatusBadge,
  milestoneAnchor,
  useAnchorFocus,
} from '../milestone-facts.tsx';
import { MilestoneActions } from './milestone-actions.tsx';
import { EditMilestone } from './milestone-forms.tsx';

const cell =
  'min-w-0 align-top @min-[60rem]:table-cell @min-[60rem]:border-b @min-[60rem]:border-rule @min-[60rem]:px-3 @min-[60rem]:py-3.5';

/** One milestone: a row of the table, a card on phones. It can be dragged by its handle, or moved by two buttons. */
export function MilestoneRow({
  projectId,
  milestone,
  place,
  places,
  placeHeld,
  keyboardHandle,
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
        'flex min-w-0 scroll-mt-24 flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-rule bg-raised p-4 @min-[60rem]:table-row @min-[60rem]:rounded-none @min-[60rem]:border-0',
        // Rows below a dragged one do not show through.
        sortable.isDragging || isHeld ? 'relative z-10 shadow-floating' : '@min-[60rem]:bg-transparent',
      )}
    >
      {!isReadOnly && !isDeleted && (
        <td
          className={clsx(
            cell,
            'order-last basis-full @min-[60rem]:w-36 @min-[60rem]:whitespace-nowrap @min-[60rem]:pl-0',
          )}
        >
          <div className="@min-[60rem]:-my-2">
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
          </div>
        </td>
      )}
      {isEditing ? (
        <td className={clsx(cell, 'basis-full')} colSpan={isDeleted ? 5 : 4}>
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
          <th scope="row" className={clsx(cell, 'basis-full text-left font-normal')}>
            <div className="grid grid-cols-1 gap-2">
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
            </div>
          </th>
          <td className={clsx(cell, 'text-sm @min-[60rem]:w-40 @min-[60rem]:text-base')}>
            <DueDate milestone={milestone} isAccepted={isAccepted} />
          </td>
          <td className={clsx(cell, '@min-[60rem]:w-36')}>
            <MilestoneStatusBadge status={milestone.status} />
          </td>
          {!isReadOnly && (
            <td className={clsx(cell, 'basis-full @min-[60rem]:w-80 @min-[60rem]:pr-0')}>
              <MilestoneActions
                projectId={projectId}
                milestone={milestone}
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
