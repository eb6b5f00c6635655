import type { ChangedTerm, TermChange } from '@atelier/domain/contracts/terms.ts';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatDate } from '../../lib/format.ts';
import { late } from '../../lib/late.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Added, Removed } from './contract-facts.tsx';

/** What compares texts needn't come with the screen: few versions change one. */
const TextDiff = late<{ before: string; after: string }>(() => import('./text-diff.tsx'));

const NAMES: Record<ChangedTerm, string> = {
  document: 'Document',
  line: 'Line',
  total: 'Total',
  payment: 'Payment',
  start: 'Work begins',
  finish: 'Work is finished',
  rounds: 'Rounds of feedback',
  clause: 'Clause',
};

/** What differs between a version and the one before, in the order of the document. */
export function VersionChanges({
  changes,
  ...rest
}: { changes: readonly TermChange[] } & Pick<ComponentProps<'ul'>, 'aria-label' | 'aria-labelledby'>) {
  return (
    <ul {...rest} className="grid grid-cols-1 divide-y divide-rule border-y border-rule text-sm text-ink">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and a list of changes is replaced as a whole
        <li key={index} className="grid min-w-0 grid-cols-1 gap-1 py-2.5">
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              <span className="text-ink-soft">{NAMES[change.what]}</span>{' '}
              <bdi className="font-semibold">{change.name}</bdi>
            </span>
            <Kind change={change} />
          </p>
          <p className="whitespace-pre-line wrap-anywhere">
            <BeforeAndAfter change={change} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What a version changes, folded away behind its heading unless it `isOpen`. */
export function ChangesSince({
  version,
  changes,
  note,
  isOpen = false,
}: {
  /** The version before. */
  version: number;
  changes: readonly TermChange[];
  note?: string;
  isOpen?: boolean;
}) {
  const title = `What changed since version ${version}`;
  return (
    <details open={isOpen} className="group rounded-md bg-sunken px-4">
      <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-2 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 -rotate-90 text-ink-faint transition-transform group-open:rotate-0"
        />
        {title}
        <span className="text-sm font-normal text-ink-soft">
          {changes.length === 1 ? '1 change' : `${changes.length} changes`}
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-2 pb-4">
        {note && <p className="text-sm text-ink-soft">{note}</p>}
        <VersionChanges changes={changes} aria-label={title} />
      </div>
    </details>
  );
}

function Kind({ change: { before, after } }: { change: TermChange }) {
  if (before === null)
    return (
      <Badge size="sm" tone="success">
        Added
      </Badge>
    );
  if (after === null)
    return (
      <Badge size="sm" tone="danger">
        Removed
      </Badge>
    );
  return <Badge size="sm">Changed</Badge>;
}

/** Whether words in it change, rather than all of it. */
const isText = (what: ChangedTerm) => what === 'clause' || what === 'line';

function BeforeAndAfter({ change: { what, before, after } }: { change: TermChange }) {
  const [old, now] = [before, after].map((text) => (text === null ? null : shown(what, text)));
  if (isText(what) && old && now) return <TextDiff before={old} after={now} />;
  return (
    <>
      {old && <Removed>{old}</Removed>}
      {old && now && ' '}
      {now && <Added>{now}</Added>}
    </>
  );
}

/** Days are named as everywhere else; clauses are shown as they were written. */
function shown(what: ChangedTerm, text: string): string {
  return what === 'clause' ? text : text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, formatDate);
}
