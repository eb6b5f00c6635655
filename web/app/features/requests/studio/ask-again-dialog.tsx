import { api } from '@atelier/domain/api.ts';
import { REQUEST_INSTRUCTIONS_MAX } from '@atelier/domain/requests/rules.ts';
import type { ClientRequest } from '@atelier/domain/requests/schema.ts';
import { type RefObject, useState } from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { changesRequests } from '../request-mutations.ts';

/** Asks for more after an answer. The reason stays typed until it has arrived. */
export default function AskAgainDialog({
  projectId,
  request: { id, title, revision },
  isOpen,
  onClose,
  finalFocus,
}: {
  projectId: string;
  request: ClientRequest;
  isOpen: boolean;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const asking = useCall(api.askAgain, changesRequests(projectId));
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    if (reason.trim() === '') return setError('Write what is still missing.');
    asking.mutate(
      { params: { id: projectId, requestId: id }, body: { revision, reason } },
      {
        onSuccess: () => {
          setReason('');
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={<span className="wrap-anywhere">Ask again for “{title}”</span>}
      description="Everyone on your client’s side gets an email with your words."
      submitLabel="Ask again"
      pendingLabel="Sending…"
      change={asking}
      fallback="Failed to send."
      onSubmit={submit}
      finalFocus={finalFocus}
    >
      <Field label="What is still missing" error={error} isRequired>
        <Textarea
          rows={4}
          value={reason}
          maxLength={REQUEST_INSTRUCTIONS_MAX}
          onChange={({ target }) => {
            setReason(target.value);
            setError(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}
