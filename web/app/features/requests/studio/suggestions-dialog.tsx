import { api } from '@atelier/domain/api.ts';
import type { StudioRequests } from '@atelier/domain/requests/schema.ts';
import { type RefObject, useState } from 'react';
import { newKey } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { formatDate } from '../../../lib/format.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { FieldError } from '../../../ui/forms/field.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { changesRequests } from '../request-mutations.ts';
import type { AwaitingMilestone } from './milestone-choice.ts';

type Suggestion = StudioRequests['suggestions'][number];

/** Sends what the brief suggests to ask for: all of it, or what is left ticked. */
export default function SuggestionsDialog({
  projectId,
  suggestions,
  milestones,
  isOpen,
  onClose,
  finalFocus,
}: {
  projectId: string;
  suggestions: readonly Suggestion[];
  milestones: readonly AwaitingMilestone[];
  isOpen: boolean;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const sending = useCall(api.sendRequests, changesRequests(projectId));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<string>();
  const chosen = suggestions.filter(({ template }) => !left.has(template));
  const toggle = (template: string) => {
    setError(undefined);
    setLeft((before) => {
      const after = new Set(before);
      if (!after.delete(template)) after.add(template);
      return after;
    });
  };
  const submit = () => {
    if (chosen.length === 0) return setError('Choose at least one.');
    // The server knows a second try by its templates.
    sending.mutate(
      {
        params: { id: projectId },
        body: { items: chosen.map((each) => ({ ...each, key: newKey() })) },
      },
      {
        onSuccess: () => {
          onClose();
          showToast('Sent. Your client gets one email with all of them.', { tone: 'success' });
        },
      },
    );
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="What the brief calls for"
      description="Everyone on your client’s side gets one email with all of them. You can change each one afterwards."
      submitLabel={chosen.length === 1 ? 'Send 1 request' : `Send ${chosen.length} requests`}
      pendingLabel="Sending…"
      change={sending}
      fallback="Failed to send."
      onSubmit={submit}
      finalFocus={finalFocus}
    >
      <fieldset className="grid min-w-0 grid-cols-1 divide-y divide-rule">
        <legend className="sr-only">What to ask for</legend>
        {suggestions.map((suggestion) => (
          <div key={suggestion.template} className="min-w-0 wrap-anywhere">
            <Checkbox
              label={<span className="font-semibold">{suggestion.title}</span>}
              description={
                <>
                  {placeOf(suggestion, milestones)}
                  <span className="block">{suggestion.instructions}</span>
                </>
              }
              checked={!left.has(suggestion.template)}
              onChange={() => toggle(suggestion.template)}
            />
          </div>
        ))}
      </fieldset>
      <FieldError message={error} />
    </FormDialog>
  );
}

function placeOf({ due, milestoneId }: Suggestion, milestones: readonly AwaitingMilestone[]) {
  const milestone = milestones.find(({ _id }) => _id === milestoneId);
  const words = [due && `due ${formatDate(due)}`, milestone && `for “${milestone.title}”`].filter(Boolean);
  return words.length > 0 ? <span className="block text-ink-soft">{words.join(', ')}</span> : null;
}
