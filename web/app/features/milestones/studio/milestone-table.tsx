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
import { useRef } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { useReorderMilestones } from '../milestones.queries.ts';
import type { OpenEdits } from './kept-forms.ts';
import { MilestoneRow } from './milestone-row.tsx';
import { type MoveWords, moved, useKeyboardMove } from './use-keyboard-move.ts';

const head =
  'border-b border-rule px-3 pb-2.5 text-left text-xs font-semibold text-ink-faint first:pl-0 last:pr-0';

/** How near to the window's edge a row that is held there scrolls the page, as parts of the window. */
const scrollEdge = { x: 0, y: 0.1 };

const instructions =
  'To move a milestone, press Space, move it with the up and down arrows, and press Space again. Escape puts it back.';

/** The plan as a table, cards on phones; its order is changed by dragging, by the keyboard, or by two buttons. */
export function MilestoneTable({
  projectId,
  milestones,
  edits,
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
  /** Whether the contract is accepted. */
  isAccepted: boolean;
  isReadOnly: boolean;
  /** A row that was only there for its form is gone. */
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
  // A press that does not move is no drag.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const place = (from: number, to: number) => {
    const [subject, after] = [milestones[from], moved(milestones, from, to)];
    reorder.mutate({ before: milestones, after }, { onError: () => onAnnounce('') });
    if (subject) onAnnounce(`“${subject.title}” is ${to + 1} of ${milestones.length} now.`);
  };
  const keyboard = useKeyboardMove(ids, words, place);
  // Those that are only there for their form stay where they are.
  const inOrder = keyboard.order.values();
  const shown = edits.shown.map((milestone) => {
    if (!ids.includes(milestone._id)) return milestone;
    const { value } = inOrder.next();
    return milestones.find(({ _id }) => _id === value) ?? milestone;
  });
  const body = useRef<HTMLTableSectionElement>(null);
  // A row stays within the list. Beyond it the page would grow by what it scrolls, and go on scrolling for ever.
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
      {reorder.isError && <Alert tone="danger">{failureMessage(reorder.error, 'Failed to reorder.')}</Alert>}
      <p aria-live="assertive" className="sr-only">
        {keyboard.announcement}
      </p>
      <SortableContext items={[...keyboard.order]} strategy={verticalListSortingStrategy}>
        <div className="@container">
          <table className="block w-full @min-[60rem]:table">
            <caption className="sr-only">Milestones</caption>
            <thead className="sr-only @min-[60rem]:not-sr-only @min-[60rem]:table-header-group">
              <tr>
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
                  <th scope="col" className={head}>
                    Actions
                  </th>
                )}
              </tr>
            </thead>
            <tbody ref={body} className="grid grid-cols-1 gap-3 @min-[60rem]:table-row-group">
              {shown.map((milestone) => {
                const index = ids.indexOf(milestone._id);
                return (
                  <MilestoneRow
                    key={milestone._id}
                    projectId={projectId}
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
