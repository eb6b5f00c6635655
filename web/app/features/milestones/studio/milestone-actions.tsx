import {
  likelyNextStatus,
  type MilestoneAction,
  type MilestoneStatus,
  milestoneActions,
  milestoneStatusLabels,
} from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, Eye, MessageSquareText, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { MenuButton } from '../../../ui/overlays/menu.tsx';
import {
  type SentPreview,
  useSetMilestoneStatus,
  useUndoMove,
  useUpdateMilestone,
} from '../milestones.queries.ts';
import { type PreviewPicker, ReviewDialog } from './review-dialog.tsx';
import { UndoBar, useUndoable } from './undo-bar.tsx';

/** What else can be done with a milestone, besides giving it a status. */
export interface MilestoneControls {
  onEdit: () => void;
  onDelete: () => void;
  /** Moves it up or down the plan by one; undefined at that end. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

/**
 * The actions on a milestone: the moves that its status allows, with an optional note, Edit and Delete. On
 * a phone the likely next move is a button, and a menu has the rest. Every move can be undone for a
 * few seconds.
 */
export function MilestoneActions({
  projectId,
  milestone,
  isWide,
  Picker,
  heading,
  onMoved,
  onStale,
  ...controls
}: MilestoneControls & {
  projectId: string;
  milestone: Milestone;
  /** Whether there is room for every action. */
  isWide: boolean;
  Picker: PreviewPicker;
  /** Takes the focus once the pressed button is gone. */
  heading: RefObject<HTMLElement | null>;
  /** With an announcement. The pressed button may be gone by then. */
  onMoved: (announcement: string) => void;
  onStale: (announcement: string) => void;
}) {
  const move = useSetMilestoneStatus(projectId);
  const [note, setNote] = useState<string>();
  const [undoable, setUndoable] = useUndoable(milestone._id);
  // Here and not in the bar, which may disappear before the reply: the other side may change the
  // milestone, or the undo's event may arrive before its reply.
  const undo = useUndoMove(projectId);
  const update = useUpdateMilestone(projectId);
  const [dialog, setDialog] = useState<{ isOpen: boolean; isReview: boolean }>();
  const [typed, setTyped] = useState<SentPreview>();
  const shown = typed ?? { link: milestone.preview?.link ?? '', fileIds: milestone.preview?.fileIds ?? [] };
  const ask = (isReview: boolean) => {
    move.reset();
    update.reset();
    setDialog({ isOpen: true, isReview });
  };
  const close = () => setDialog((before) => before && { ...before, isOpen: false });
  const savePreview = () =>
    update.mutate(
      { id: milestone._id, revision: milestone.revision, fields: { preview: shown } },
      {
        onSuccess: () => {
          setTyped(undefined);
          close();
          onMoved(`The preview of “${milestone.title}” is saved.`);
        },
      },
    );
  const press = (to: MilestoneStatus, preview?: SentPreview) => {
    undo.reset();
    move.mutate(
      { milestone, to, reason: note?.trim() ?? '', preview },
      {
        onSuccess: ({ milestone: moved, undo: offer }) => {
          setNote(undefined);
          setTyped(undefined);
          close();
          const line = movedLine(moved, { wasDraft: !milestone.published });
          const announcement = offer
            ? `${line} You have ${Math.round(offer.seconds)} seconds to undo it.`
            : line;
          setUndoable(
            offer
              ? { moved, revision: offer.revision, endsAt: Date.now() + offer.seconds * 1000, announcement }
              : undefined,
          );
          onMoved(announcement);
        },
      },
    );
  };
  const endOffer = () => {
    if (undoable) onStale(undoable.announcement);
    setUndoable(undefined);
  };
  const takeBack = (revision: number) =>
    undo.mutate(
      { id: milestone._id, revision },
      {
        onSuccess: (restored) => {
          setUndoable(undefined);
          onMoved(undoneLine(restored.milestone));
        },
        // After any failure but a refusal, the studio can try again while there is time.
        onError: (error) => isRefusal(error) && endOffer(),
      },
    );
  const isAsItWas = (revision: number | undefined) => revision === milestone.revision;
  // Not shown if the undo arrived and only its reply was lost.
  const undoFailure = isRefusal(undo.error) || isAsItWas(undo.variables?.revision) ? undo.error : undefined;
  // Any other change to the milestone ends the offer.
  const isReplaced = undoable !== undefined && !undo.isPending && milestone.revision > undoable.revision;
  const endReplaced = useEffectEvent(endOffer);
  useEffect(() => {
    if (isReplaced) endReplaced();
  }, [isReplaced]);
  const Moves = isWide ? MoveButtons : MoveMenu;
  return (
    <div className="grid grid-cols-1 gap-2">
      {undoable && (undo.isPending || isAsItWas(undoable.revision)) && (
        <UndoBar
          key={undoable.revision}
          moved={undoable.moved}
          endsAt={undoable.endsAt}
          isPending={undo.isPending}
          onUndo={() => takeBack(undoable.revision)}
          onOver={(hadFocus) => {
            endOffer();
            if (hadFocus) onMoved('');
          }}
        />
      )}
      <FailureAlert error={undoFailure} fallback="Failed to update milestone." />
      <Moves
        {...controls}
        milestone={milestone}
        pending={move.isPending ? move.variables.to : undefined}
        onPress={(to) => (to === 'in_review' && milestone.status !== 'approved' ? ask(true) : press(to))}
        onNote={note === undefined ? () => setNote('') : undefined}
        onPreview={milestone.status === 'in_review' ? () => ask(false) : undefined}
      />
      {dialog && (
        <ReviewDialog
          projectId={projectId}
          milestone={milestone}
          Picker={Picker}
          isOpen={dialog.isOpen}
          shown={shown}
          onShown={(change) => setTyped((before) => change(before ?? shown))}
          note={dialog.isReview ? (note ?? '') : undefined}
          onNote={setNote}
          change={dialog.isReview ? move : update}
          onSend={() => (dialog.isReview ? press('in_review', shown) : savePreview())}
          onClose={() => {
            if (note?.trim() === '') setNote(undefined);
            close();
          }}
          finalFocus={move.isSuccess || update.isSuccess ? heading : undefined}
        />
      )}
      {note !== undefined && !dialog?.isOpen && (
        <Field label="Note to your client" isOptional hint="Shown with the status you choose next.">
          <Textarea
            autoFocus={note === ''}
            rows={2}
            maxLength={5_000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      )}
      {!milestone.published && (
        <p className="text-xs text-ink-faint">Any status but Cancel publishes this draft.</p>
      )}
      <FailureAlert error={dialog?.isOpen ? undefined : move.error} fallback="Failed to update milestone." />
    </div>
  );
}

interface MovesProps extends MilestoneControls {
  milestone: Milestone;
  /** The status that is on its way. */
  pending: MilestoneStatus | undefined;
  onPress: (to: MilestoneStatus) => void;
  /** Opens the note; undefined while it is open. */
  onNote: (() => void) | undefined;
  /** Changes what the client looks at; undefined where a move to review asks for it. */
  onPreview: (() => void) | undefined;
}

/** One status as a button, the likely next one emphasised. */
function StatusButton({
  action: { label, to },
  milestone,
  pending,
  onPress,
}: Pick<MovesProps, 'milestone' | 'pending' | 'onPress'> & { action: MilestoneAction }) {
  return (
    <Button
      size="sm"
      variant={to === likelyNextStatus(milestone.status) ? 'secondary' : 'quiet'}
      isPending={pending === to}
      pendingLabel="Saving…"
      aria-disabled={(pending !== undefined && pending !== to) || undefined}
      onClick={() => onPress(to)}
    >
      {label}
    </Button>
  );
}

/** Every action in sight: the moves, and apart from them what isn't one. */
function MoveButtons({ onNote, onPreview, onEdit, onDelete, ...props }: MovesProps) {
  const { title, status } = props.milestone;
  const other = (label: string, name: string, onPress: () => void): ReactNode => (
    <Button size="sm" variant="quiet" aria-label={name} onClick={onPress}>
      {label}
    </Button>
  );
  const actions = milestoneActions('studio', status);
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center gap-x-1 gap-y-2',
        // The words of a quiet button, not its invisible edge, stand under the title.
        actions[0]?.to !== likelyNextStatus(status) && '-ml-3',
      )}
    >
      {actions.map((action) => (
        <StatusButton key={action.to} {...props} action={action} />
      ))}
      <span className="-mr-3 ml-auto flex flex-wrap gap-x-1 gap-y-2">
        {onPreview && other('Preview', `Change the preview of ${title}`, onPreview)}
        {onNote && other('Note', `Add a note to ${title}`, onNote)}
        {other('Edit', `Edit ${title}`, onEdit)}
        {other('Delete', `Delete ${title}`, onDelete)}
      </span>
    </div>
  );
}

/** The likely next move, and a menu with everything else. */
function MoveMenu({ onNote, onPreview, onEdit, onDelete, onUp, onDown, ...props }: MovesProps) {
  const { milestone, pending, onPress } = props;
  const actions = milestoneActions('studio', milestone.status);
  const next = actions.find(({ to }) => to === likelyNextStatus(milestone.status));
  const isSavingOther = pending !== undefined && pending !== next?.to;
  return (
    <div className="flex flex-wrap gap-2">
      {next && <StatusButton {...props} action={next} />}
      <MenuButton
        size="sm"
        variant={next ? 'quiet' : 'secondary'}
        label={`More for ${milestone.title}`}
        sections={[
          actions
            .filter((action) => action !== next)
            .map(({ label, to }) => ({
              label,
              onSelect: () => onPress(to),
              isDisabled: pending !== undefined,
            })),
          [
            ...(onPreview ? [{ label: 'Preview', icon: Eye, onSelect: onPreview }] : []),
            ...(onNote ? [{ label: 'Add a note', icon: MessageSquareText, onSelect: onNote }] : []),
            { label: 'Edit', icon: Pencil, onSelect: onEdit },
            ...(onUp ? [{ label: 'Move up', icon: ArrowUp, onSelect: onUp }] : []),
            ...(onDown ? [{ label: 'Move down', icon: ArrowDown, onSelect: onDown }] : []),
          ],
          [{ label: 'Delete', icon: Trash2, onSelect: onDelete }],
        ]}
      >
        {isSavingOther ? 'Saving…' : 'More'}
        <span className="sr-only"> for {milestone.title}</span>
      </MenuButton>
    </div>
  );
}

/** The announcement of a move, which also names the publication of a draft. */
function movedLine({ title, status, published }: Milestone, { wasDraft }: { wasDraft: boolean }): string {
  const now = `“${title}” is ${milestoneStatusLabels[status].toLowerCase()} now`;
  if (!wasDraft) return `${now}.`;
  return published ? `${now}. It’s published: your client can see it.` : `${now}, and still a draft.`;
}

/** The announcement of an undo. */
const undoneLine = ({ title, status, published }: Milestone) =>
  `Undone: “${title}” is ${milestoneStatusLabels[status].toLowerCase()} again${published ? '' : ', and a draft'}.`;
