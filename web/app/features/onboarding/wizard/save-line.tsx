import { clsx } from 'clsx';
import { Check, CloudOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { GuardState } from '../../../lib/return-to.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Draft } from '../draft/use-draft.ts';

/** The time of day a save was confirmed, as the reader's clock shows it. */
const clockTime = (time: string) =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(new Date(time));

/** The truth about where the answers are, in one quiet line that is announced when it changes. */
export function SaveLine({
  draft,
  onDecide,
  onFix,
}: {
  draft: Draft;
  onDecide: () => void;
  onFix: () => void;
}) {
  const { pathname, search } = useLocation();
  const { status, state, isKept } = draft;
  const kept = isKept ? 'Kept on this device' : 'Not saved yet: keep this page open';
  const action = 'font-semibold text-ink underline underline-offset-4 hover:text-accent';
  const lines: Record<typeof status, ReactNode> = {
    untouched: null,
    saving: (
      <>
        <Spinner className="size-4" /> Saving…
      </>
    ),
    saved: (
      <>
        <Check aria-hidden="true" className="size-4 text-success" /> Saved
        {state.savedAt && <span className="text-ink-faint"> at {clockTime(state.savedAt)}</span>}
      </>
    ),
    'kept-offline': (
      <>
        <CloudOff aria-hidden="true" className="size-4" /> You’re offline. {kept}; it is saved when you are
        back.
      </>
    ),
    'kept-unreachable': (
      <>
        <CloudOff aria-hidden="true" className="size-4" /> {kept}. Saving did not work; trying again.
        <button type="button" className={action} onClick={() => void draft.saver.flush()}>
          Try now
        </button>
      </>
    ),
    'kept-signed-out': (
      <>
        <TriangleAlert aria-hidden="true" className="size-4" /> {kept}. Your session has ended.
        <Link className={action} to="/login" state={{ from: pathname + search } satisfies GuardState}>
          Sign in to save
        </Link>
      </>
    ),
    'kept-refused': (
      <>
        <TriangleAlert aria-hidden="true" className="size-4" /> {kept}. One answer has to change before it can
        be saved.
        <button type="button" className={action} onClick={onFix}>
          Show me
        </button>
      </>
    ),
    undecided: (
      <>
        <TriangleAlert aria-hidden="true" className="size-4" /> {kept}. There is another version of this
        brief.
        <button type="button" className={action} onClick={onDecide}>
          Choose
        </button>
      </>
    ),
  };
  const isTrouble = status.startsWith('kept') || status === 'undecided';
  return (
    <div
      role="status"
      data-save-status={status}
      className={clsx(
        'flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium',
        isTrouble ? 'text-ink' : 'text-ink-soft',
      )}
    >
      {lines[status]}
    </div>
  );
}
