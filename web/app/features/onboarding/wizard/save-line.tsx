import { clsx } from 'clsx';
import { Check, CloudOff, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../../../lib/pages/links.ts';
import type { GuardState } from '../../../lib/pages/return-to.ts';
import { Spinner } from '../../../ui/button.tsx';
import { isUnsent, type SaveStatus } from '../draft/saving-state.ts';
import type { Draft } from '../draft/use-draft.ts';

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** "at 3:04 PM" for a save of today, "on Nov 21, 2026" for an older one. */
function savedWhen(time: string): string {
  const date = new Date(time);
  return date.toDateString() === new Date().toDateString()
    ? `at ${clock.format(date)}`
    : `on ${calendar.format(date)}`;
}

const icons: Partial<Record<SaveStatus, LucideIcon>> = {
  saved: Check,
  unchecked: CloudOff,
  'kept-here': Check,
  'kept-offline': CloudOff,
  'kept-unreachable': CloudOff,
  'kept-signed-out': TriangleAlert,
  'kept-refused': TriangleAlert,
  undecided: TriangleAlert,
};

const actionClass = 'font-semibold whitespace-nowrap text-ink underline underline-offset-4 hover:text-accent';

const isTrouble = (status: SaveStatus) => icons[status] === CloudOff || icons[status] === TriangleAlert;

/** The saving status in one quiet line, announced when it changes. */
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
  const button = (label: string, onClick: () => void) => (
    <button type="button" className={actionClass} onClick={onClick}>
      {label}
    </button>
  );
  const lines: Record<SaveStatus, ReactNode> = {
    untouched: null,
    unchecked: (
      <>
        {isUnsent(state) && <span>{kept}. </span>}
        <span>Couldn’t look for a saved brief yet; trying again.</span>{' '}
        {button('Try now', () => void draft.saver.compare())}
      </>
    ),
    'kept-here': (
      <>
        {kept}
        <span className="max-lg:sr-only">; saved to your account when you continue.</span>
      </>
    ),
    // Not announced: the result will be.
    saving: <span aria-hidden="true">Saving…</span>,
    saved: (
      <>
        Saved
        <span className="text-ink-faint max-sm:sr-only"> {state.savedAt && savedWhen(state.savedAt)}</span>
      </>
    ),
    'kept-offline': <>You’re offline. {kept}; it’ll be saved when you’re back.</>,
    'kept-unreachable': (
      <>
        {kept}. Saving didn’t work; trying again. {button('Try now', () => void draft.saver.flush())}
      </>
    ),
    'kept-signed-out': (
      <>
        {kept}. Your session has ended.{' '}
        <Link className={actionClass} to="/login" state={{ from: pathname + search } satisfies GuardState}>
          Sign in to save
        </Link>
      </>
    ),
    'kept-refused': (
      <>
        {kept}. One answer needs fixing before it can be saved. {button('Show me', onFix)}
      </>
    ),
    undecided: (
      <>
        {kept}. There’s another version of this brief. {button('Choose', onDecide)}
      </>
    ),
  };
  const Icon = icons[status];
  return (
    <div
      role="status"
      data-save-status={status}
      className={clsx(
        'flex items-start gap-2 text-sm font-medium',
        isTrouble(status) ? 'text-ink' : 'text-ink-soft',
      )}
    >
      {status === 'saving' && <Spinner className="mt-1 size-4 shrink-0" />}
      {Icon && (
        <Icon
          aria-hidden="true"
          className={clsx('mt-1 size-4 shrink-0', status === 'saved' && 'text-success')}
        />
      )}
      {lines[status] && <p>{lines[status]}</p>}
    </div>
  );
}
