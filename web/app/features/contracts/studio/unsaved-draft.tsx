import type { ContractDraft } from '@atelier/domain/contracts/schema.ts';
import { compareVersions } from '@atelier/domain/contracts/terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Replacement } from '../../../ui/feedback/placeholders.tsx';
import { VersionChanges } from '../version-changes.tsx';
import { type DraftInput, readTotal, type TypedDraft } from './draft-input.ts';
import { sourceWords } from './send-dialog.tsx';

/** What the typed text says otherwise than the saved draft; nothing while it can't be read. */
function TypedChanges({ typed, draft }: { typed: TypedDraft | undefined; draft: ContractDraft }) {
  if (!typed) return null;
  const changes = compareVersions(
    { ...draft, document: sourceWords(draft), isMade: draft.source === 'made' },
    { ...typed, document: sourceWords({ ...typed, file: draft.file }), isMade: typed.source === 'made' },
  );
  if (changes.length === 0) return null;
  return (
    <details className="mt-2 rounded-md bg-raised px-3 text-ink">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">What you typed</summary>
      <VersionChanges changes={changes} aria-label="What you typed" />
    </details>
  );
}

/** Why a save or an upload failed; after a conflict, what was saved elsewhere and what is typed here. */
export function SaveFailure({
  error,
  isConflict,
  typed,
  draft,
  onTakeSaved,
}: {
  error: unknown;
  isConflict: boolean;
  typed: TypedDraft | undefined;
  draft: ContractDraft;
  onTakeSaved: () => void;
}) {
  return (
    <Alert
      tone="danger"
      action={
        isConflict && (
          <Button size="sm" variant="secondary" onClick={onTakeSaved}>
            Use that version
          </Button>
        )
      }
    >
      {failureMessage(error, 'Failed to save the contract.')}
      {isConflict && (
        <>
          <span>
            {' '}
            Saved there: {formatUsd(draft.total)}, {sourceWords(draft)}. What you typed is still here: save
            again to replace it.
          </span>
          <TypedChanges typed={typed} draft={draft} />
        </>
      )}
    </Alert>
  );
}

/** The unsaved text of a contract that was accepted or archived meanwhile, until the studio discards it. */
export function UnsavedDraft({
  input,
  typed,
  draft,
  isAccepted,
  onDiscard,
}: {
  input: DraftInput;
  typed: TypedDraft | undefined;
  draft: ContractDraft;
  /** Accepted by the client meanwhile; otherwise the project was archived. */
  isAccepted: boolean;
  onDiscard: () => void;
}) {
  const total = readTotal(input);
  return (
    <Replacement>
      <Alert
        tone="warning"
        title={
          isAccepted
            ? 'Your client accepted the contract while you were writing.'
            : 'This project was archived while you were writing.'
        }
        action={
          <Button size="sm" variant="secondary" onClick={onDiscard}>
            Discard it
          </Button>
        }
      >
        <p>
          What you typed isn’t saved:{' '}
          <strong className="wrap-anywhere">
            {total === null ? 'no total' : `a total of ${Number.isNaN(total) ? input.total : total}`},{' '}
            {sourceWords({ source: input.source, file: draft.file, link: input.link })}
          </strong>
          .{' '}
          {isAccepted
            ? 'An accepted contract can’t change: what counts is what your client was sent.'
            : 'Restore the project to continue.'}
        </p>
        <TypedChanges typed={typed} draft={draft} />
      </Alert>
    </Replacement>
  );
}
