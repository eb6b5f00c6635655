import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { clsx } from 'clsx';
import { type KeyboardEvent, useRef, useState } from 'react';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import type { MilestoneNeeds } from '../milestone-facts.tsx';
import { useReorderMilestones } from '../milestones.queries.ts';
import type { OpenEdits } from './kept-forms.ts';
import { MilestoneRow, planColumns, readOnlyPlanColumns } from './milestone-row.tsx';
import type { PreviewPicker } from './review-dialog.tsx';

/** A list with one of its items at another place. */
function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...items.slice(from, from + 1));
}

/** Announcements of a move, for screen readers. */
export interface MoveWords {
  pickedUp: (id: string, place: number) => string;
  wouldBe: (id: string, place: number) => string;
  putBack: (id: string) => string;
}

/**
 * Moves an item of a list by its handle and the keyboard: Space or Enter picks it up and puts it down, the arrows move
 * it by a place, and Escape or leaving the handle puts it back. Works by places alone, never by where things are drawn,
 * so that keys pressed while rows still glide to their places count.
 */
function useKeyboardMove(
  ids: readonly string[],
  words: MoveWords,
  onMoved: (from: number, to: number) => void,
) {
  const [held, setHeld] = useState<{ id: string; to: number }>();
  const [announcement, setAnnouncement] = useState('');
  const from = held ? ids.indexOf(held.id) : -1;
  const to = held ? Math.min(held.to, ids.length - 1) : -1;
  const isHeld = (id: string) => from >= 0 && held?.id === id;
  const putBack = (id: string) => {
    setHeld(undefined);
    setAnnouncement(words.putBack(id));
  };
  const press = (id: string, key: string): boolean => {
    if (key === ' ' || key === 'Enter') {
      if (!isHeld(id)) {
        setHeld({ id, to: ids.indexOf(id) });
        setAnnouncement(words.pickedUp(id, ids.indexOf(id)));
        return true;
      }
      setHeld(undefined);
      setAnnouncement('');
      if (to !== from) onMoved(from, to);
      return true;
    }
    if (!isHeld(id)) return false;
    if (key === 'Escape') {
      putBack(id);
      return true;
    }
    const next = key === 'ArrowUp' ? to - 1 : key === 'ArrowDown' ? to + 1 : undefined;
    if (next === undefined) return false;
    if (next >= 0 && next < ids.length) {
      setHeld({ id, to: next });
      setAnnouncement(words.wouldBe(id, next));
    }
    return true;
  };
  return {
    /** The order if the held item were dropped now. */
    order: from >= 0 ? moved(ids, from, to) : ids,
    /** To be read out by a live region. */
    announcement,
    /** The place, from 0, that an item would have if it were put down now; undefined for one that isn't held. */
    placeHeld: (id: string) => (isHeld(id) ? to : undefined),
    /** Puts the held item back, as when another one is dragged. */
    letGo: () => {
      if (held) putBack(held.id);
    },
    /** For the handle of an item. */
    handle: (id: string) => ({
      onKeyDown: (event: KeyboardEvent) => {
        if (event.repeat && (event.key === ' ' || event.key === 'Enter')) event.preventDefault();
        else if (press(id, event.key)) event.preventDefault();
      },
      onBlur: () => {
        if (isHeld(id)) putBack(id);
      },
    }),
  };
}

const head = 'text-left text-xs font-semibold text-ink-faint';

/** How close to the window's edge a dragged row scrolls the page, as a share of the window. */
const scrollEdge = { x: 0, y: 0.1 };

const instructions =
  'To move a milestone, press Space, move it with the up and down arrows, and press Space again. Escape puts it back.';

/** The plan as a table, cards on phones; its order is changed by dragging, by the keyboard, or by two buttons. */
export function MilestoneTable({
  projectId,
  milestones,
  edits,
  Picker,
  Needs,
  isAccepted,
  isReadOnly,
  onDiscarded,
  onAnnounce,
  onStale,
  onDelete,
}: {
  projectId: string;
  milestones: readonly Milestone[];
  edits: OpenEdits;
  /** Chooses what a milestone in review shows. */
  Picker: PreviewPicker;
  Needs: MilestoneNeeds;
  /** Whether the contract is accepted. */
  isAccepted: boolean;
  isReadOnly: boolean;
  /** A row shown only for its form is gone. */
  onDiscarded: () => void;
  onAnnounce: (announcement: string) => void;
  /** The announcement no longer holds. */
  onStale: (announcement: string) => void;
  onDelete: (milestone: Milestone) => void;
}) {
  const reorder = useReorderMilestones(projectId);
  const ids = milestones.map(({ _id }) => _id);
  const titleOf = (id: unknown) => milestones.find(({ _id }) => _id === id)?.title ?? '';
  const words: MoveWords = {
    pickedUp: (id, place) => `Picked up “${titleOf(id)}”, ${place + 1} of ${ids.length}.`,
    wouldBe: (id, place) => `“${titleOf(id)}” would be ${place + 1} of ${ids.length}.`,
    putBack: (id) => `“${titleOf(id)}” is back where it was.`,
  };
  // A press without movement is no drag.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const place = (from: number, to: number) => {
    const [subject, after] = [milestones[from], moved(milestones, from, to)];
    reorder.mutate({ before: milestones, after }, { onError: () => onAnnounce('') });
    if (subject) onAnnounce(`“${subject.title}” is ${to + 1} of ${milestones.length} now.`);
  };
  const keyboard = useKeyboardMove(ids, words, place);
  // Rows shown only for their form stay in place.
  const inOrder = keyboard.order.values();
  const shown = edits.shown.map((milestone) => {
    if (!ids.includes(milestone._id)) return milestone;
    const { value } = inOrder.next();
    return milestones.find(({ _id }) => _id === value) ?? milestone;
  });
  const body = useRef<HTMLTableSectionElement>(null);
  // Keeps the row within the list. Beyond it, the page would grow and scroll without end.
  const withinList: Modifier = ({ transform, draggingNodeRect, containerNodeRect }) => {
    if (!body.current || !draggingNodeRect || !containerNodeRect) return { ...transform, x: 0 };
    // Both are as they were when the drag began; what has been scrolled since is added to the transform afterwards.
    const scrolled = containerNodeRect.top - body.current.getBoundingClientRect().top;
    const least = containerNodeRect.top - draggingNodeRect.top - scrolled;
    const most = containerNodeRect.bottom - draggingNodeRect.bottom - scrolled;
    return { ...transform, x: 0, y: Math.min(Math.max(transform.y, least), most) };
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    place(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  };
  // The row of the last announcement: the place of a picked-up row must not talk over the pick-up itself.
  const announcedOver = useRef<UniqueIdentifier>(undefined);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      announcedOver.current = active.id;
      return words.pickedUp(String(active.id), ids.indexOf(String(active.id)));
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === announcedOver.current) return undefined;
      announcedOver.current = over.id;
      return words.wouldBe(String(active.id), ids.indexOf(String(over.id)));
    },
    // The status line announces what a drop did.
    onDragEnd: () => undefined,
    onDragCancel: ({ active }) => words.putBack(String(active.id)),
  };
  return (
    <DndContext
      sensors={sensors}
      modifiers={[withinList]}
      autoScroll={{ threshold: scrollEdge }}
      collisionDetection={closestCenter}
      onDragStart={keyboard.letGo}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
    >
      <FailureAlert error={reorder.error} fallback="Failed to reorder." />
      <p aria-live="assertive" className="sr-only">
        {keyboard.announcement}
      </p>
      <SortableContext items={[...keyboard.order]} strategy={verticalListSortingStrategy}>
        <div className="@container">
          <table className="block w-full">
            <caption className="sr-only">Milestones</caption>
            <thead className="sr-only @min-[60rem]:not-sr-only @min-[60rem]:block">
              <tr
                className={clsx(
                  'border-b border-rule pb-2.5',
                  isReadOnly ? readOnlyPlanColumns : planColumns,
                )}
              >
                {!isReadOnly && (
                  <th scope="col" className={head}>
                    Order
                  </th>
                )}
                <th scope="col" className={head}>
                  Milestone
                </th>
                <th scope="col" className={head}>
                  Due
                </th>
                <th scope="col" className={head}>
                  Status
                </th>
                {!isReadOnly && (
                  <th scope="col" className="sr-only">
                    Actions
                  </th>
                )}
              </tr>
            </thead>
            <tbody ref={body} className="grid grid-cols-1 gap-3 @min-[60rem]:gap-0">
              {shown.map((milestone) => {
                const index = ids.indexOf(milestone._id);
                return (
                  <MilestoneRow
                    key={milestone._id}
                    projectId={projectId}
                    Picker={Picker}
                    Needs={Needs}
                    milestone={milestone}
                    place={index}
                    places={milestones.length}
                    placeHeld={keyboard.placeHeld(milestone._id)}
                    keyboardHandle={keyboard.handle(milestone._id)}
                    isAccepted={isAccepted}
                    isReadOnly={isReadOnly}
                    isEditing={edits.isOpen(milestone._id)}
                    onEdit={() => edits.open(milestone)}
                    onEdited={(announcement) => {
                      edits.close(milestone._id);
                      if (announcement) onAnnounce(announcement);
                      if (index < 0) onDiscarded();
                    }}
                    onPlace={(to) => place(index, to)}
                    onAnnounce={onAnnounce}
                    onStale={onStale}
                    onDelete={() => onDelete(milestone)}
                  />
                );
              })}
            </tbody>
          </table>
        </div>
      </SortableContext>
    </DndContext>
  );
}
