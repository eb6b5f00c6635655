import type { ContractDraft } from '@atelier/domain/contracts/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Replacement } from '../../../ui/feedback/replacement.tsx';
import type { DraftInput } from './draft-fields.ts';
import { sourceWords } from './source-words.ts';

/** What was typed into a contract that nothing can be written into any more, for as long as its writer wants it. */
export function UnsavedDraft({
  input: { total, source, link },
  file,
  isAccepted,
  onDiscard,
}: {
  input: DraftInput;
  file: ContractDraft['file'];
  /** Accepted by the client while it was typed; put away with the whole project otherwise. */
  isAccepted: boolean;
  onDiscard: () => void;
}) {
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
            {total === '' ? 'no total' : `a total of ${total}`},{' '}
            {sourceWords({ source, file, link: link ?? '' })}
          </strong>
          .{' '}
          {isAccepted
            ? 'An accepted contract can’t change: what counts is what your client was sent.'
            : 'Restore the project to continue.'}
        </p>
      </Alert>
    </Replacement>
  );
}
