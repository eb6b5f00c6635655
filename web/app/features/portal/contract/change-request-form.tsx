import type { Contract } from '@atelier/domain/portal/contract.ts';
import { type FormEvent, useState } from 'react';
import { failureMessage } from '../../../lib/api-error.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { useRequestChange } from './request-change.ts';

/** The line in which a client says what should be different. What is typed stays until it has arrived. */
export function ChangeRequestForm({ projectId, contract }: { projectId: string; contract: Contract }) {
  const [message, setMessage] = useState('');
  const request = useRequestChange(projectId);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (message.trim() === '' || request.isPending) return;
    request.mutate(
      { version: contract.version, message: message.trim() },
      { onSuccess: () => setMessage('') },
    );
  };
  return (
    <form onSubmit={send} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Request a change" isLabelHidden className="min-w-0 flex-1 basis-56">
          <Input
            value={message}
            placeholder="Request a change…"
            maxLength={5_000}
            onChange={(event) => setMessage(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          variant="secondary"
          isPending={request.isPending}
          pendingLabel="Sending…"
          aria-disabled={message.trim() === '' || undefined}
        >
          Send
        </Button>
      </div>
      {request.error && (
        <Alert tone="danger">{failureMessage(request.error, 'Failed to request change.')}</Alert>
      )}
    </form>
  );
}
