import { type Brief, ONBOARDING_STEPS } from '@atelier/domain/onboarding/brief.ts';
import { resumeBrief } from '@atelier/domain/onboarding/schema.ts';
import { truncate } from '@atelier/domain/text.ts';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { formatAgo } from '../../../lib/format.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type BriefDifference, briefDifferences } from '../draft/brief-differences.ts';
import { untouchedBrief } from '../draft/local-brief.ts';
import type { DraftConflict } from '../draft/saving-state.ts';
import type { Draft } from '../draft/use-draft.ts';
import { browserTimeZone } from '../fields/time-questions.tsx';

interface ConflictDialogProps {
  conflict: DraftConflict | undefined;
  isOpen: boolean;
  /** The answers of this page. */
  mine: Brief;
  /** Postpones the choice: nothing is saved until then. */
  onClose: () => void;
  onKeepMine: () => void;
  /** Takes the other version, or an untouched brief if it is gone. */
  onTakeTheirs: () => void;
}

/** Asks which version to keep, with the differences, after the draft changed elsewhere. */
export function ConflictDialog({ conflict, isOpen, ...rest }: ConflictDialogProps) {
  if (!conflict) return null;
  const dialogs = { changed: Changed, deleted: Deleted, submitted: Submitted };
  const Shown = dialogs[conflict.kind];
  return isOpen ? <Shown conflict={conflict} {...rest} /> : null;
}

type Choice = Omit<ConflictDialogProps, 'isOpen' | 'conflict'> & { conflict: DraftConflict };

function Changed({ conflict, mine, onClose, onKeepMine, onTakeTheirs }: Choice) {
  if (conflict.kind !== 'changed') return null;
  const { theirs } = conflict;
  const where = ONBOARDING_STEPS[theirs.step - 1];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title="There are two versions of this brief"
      description={`It was changed in another tab or on another device ${formatAgo(theirs.updatedAt)}, at step ${theirs.step} (${where}). Choose which one to keep.`}
      actions={
        <>
          <Button variant="secondary" onClick={onKeepMine}>
            Keep mine
          </Button>
          <Button onClick={onTakeTheirs}>Take the newer</Button>
        </>
      }
    >
      <Differences differences={briefDifferences(mine, theirs.data)} />
    </Dialog>
  );
}

function Differences({ differences }: { differences: BriefDifference[] }) {
  return (
    <ul aria-label="Answers that differ" className="grid gap-3">
      {differences.map(({ field, question, mine, theirs }) => (
        <li key={field} className="grid gap-1 border-t border-rule pt-3 text-sm">
          <p className="font-semibold">{question}</p>
          <dl className="grid grid-cols-2 gap-x-4">
            <div className="min-w-0">
              <dt className="text-ink-faint">Mine</dt>
              <dd className="wrap-anywhere">{inShort(mine)}</dd>
            </div>
            <div className="min-w-0">
              <dt className="text-ink-faint">The newer</dt>
              <dd className="wrap-anywhere">{inShort(theirs)}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** An answer, cut to what tells two versions apart. */
function inShort(lines: readonly string[]) {
  const text = lines.join(', ');
  if (text === '') return <span className="text-ink-faint">left open</span>;
  return truncate(text, 160);
}

function Deleted({ onClose, onKeepMine, onTakeTheirs }: Choice) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="This draft was deleted"
      description="It was deleted in another tab or on another device. Your answers are still here on this page."
      actions={
        <>
          <Button variant="secondary" onClick={onTakeTheirs}>
            Start fresh
          </Button>
          <Button onClick={onKeepMine}>Keep mine</Button>
        </>
      }
    />
  );
}

function Submitted({ onClose, onKeepMine }: Choice) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="This brief has been submitted"
      description="It was finished in another tab or on another device and is now a project. You’ll find it in your portal, where you can also send a message if you want to change anything."
      actions={
        <>
          <Button variant="secondary" onClick={onKeepMine}>
            Start another brief from these answers
          </Button>
          <ButtonLink to="/client-portal">Go to Portal</ButtonLink>
        </>
      }
    />
  );
}

/**
 * The choice between this page's answers and the draft changed elsewhere. The version not chosen
 * stays available until the wizard is left.
 */
export function useChoice({
  draft,
  form,
  goTo,
}: {
  draft: Draft;
  form: UseFormReturn<Brief>;
  goTo: (step: number) => void;
}) {
  const { conflict } = draft.state;
  const [postponed, setPostponed] = useState<DraftConflict>();
  const [setAside, setSetAside] = useState<Brief>();
  const mine = () => structuredClone(form.getValues());

  const keepMine = () => {
    if (conflict?.kind === 'changed')
      setSetAside(resumeBrief(conflict.theirs.data, conflict.theirs.data.timezone));
    void draft.saver.keepMine();
  };
  const takeTheirs = () => {
    setSetAside(mine());
    const theirs = conflict?.kind === 'changed' ? conflict.theirs : undefined;
    form.reset(theirs ? resumeBrief(theirs.data, theirs.data.timezone) : untouchedBrief(browserTimeZone()));
    draft.saver.adopt(theirs);
    if (!theirs) goTo(1);
  };
  /** Swaps the page with the version set aside. */
  const swap = () => {
    if (!setAside) return;
    const other = setAside;
    setSetAside(mine());
    form.reset(other);
    draft.saver.edit();
  };
  return {
    isOpen: conflict !== undefined && conflict !== postponed,
    open: () => setPostponed(undefined),
    close: () => setPostponed(conflict),
    keepMine,
    takeTheirs,
    hasSetAside: setAside !== undefined,
    swap,
  };
}
