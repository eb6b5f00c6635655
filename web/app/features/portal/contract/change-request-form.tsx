import { type Contract, requestContractChangeSchema } from '@atelier/domain/portal/contract.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureMessage } from '../../../lib/api-error.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { changeUnsent, readUnsent } from '../feedback/unsent-store.ts';
import { useRequestChange } from './request-change.ts';

const schema = requestContractChangeSchema.pick({ message: true });

/**
 * The place where a client says what should be different. What is typed stays until it has arrived, also when another
 * tab of the project is looked at meanwhile, or the page is left.
 */
export function ChangeRequestForm({ projectId, contract }: { projectId: string; contract: Contract }) {
  const [said, setSaid] = useState('');
  const request = useRequestChange(projectId);
  const kept = `change-request:${projectId}`;
  const keep = (text: string) => changeUnsent(kept, (before) => ({ ...before, text }));
  const form = useForm({
    defaultValues: { message: readUnsent(kept).text },
    resolver: zodResolver(schema),
  });
  const send = form.handleSubmit(async ({ message }) => {
    if (request.isPending) return;
    setSaid('');
    const arrived = await request.mutateAsync({ version: contract.version, message }).catch(() => undefined);
    if (!arrived) return;
    form.reset({ message: '' });
    keep('');
    setSaid('Your request has been sent.');
  });
  return (
    <form onSubmit={send} noValidate className="grid grid-cols-1 gap-3 border-t border-rule pt-5">
      <Field label="Request a change" isLabelHidden error={form.formState.errors.message?.message}>
        <Textarea
          {...form.register('message', { onChange: ({ target }) => keep(target.value) })}
          rows={2}
          placeholder="Request a change…"
        />
      </Field>
      {request.error && (
        <Alert tone="danger">{failureMessage(request.error, 'Failed to request change.')}</Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="secondary" isPending={request.isPending} pendingLabel="Sending…">
          Send
        </Button>
        <StatusLine tone="success">{said}</StatusLine>
      </div>
    </form>
  );
}
