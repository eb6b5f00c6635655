import { api } from '@atelier/domain/api.ts';
import { type FormEvent, useId, useState } from 'react';
import { newKey } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { changesChangeOrders } from '../change-orders.queries.ts';

/** Asks for the title that a draft begins with. */
export function NewChangeDialog({
  projectId,
  isOpen,
  onClose,
  onCreated,
}: {
  projectId: string;
  isOpen: boolean;
  onClose: () => void;
  onCreated: (id: string) => void;
}) {
  const formId = useId();
  const [title, setTitle] = useState('');
  const [isMissing, setMissing] = useState(false);
  // The same until it arrives: a second try after a lost reply makes no second draft.
  const [key, setKey] = useState(newKey);
  const creating = useCall(api.createChangeOrder, changesChangeOrders(projectId));
  const create = (event: FormEvent) => {
    event.preventDefault();
    setMissing(title.trim() === '');
    if (title.trim() === '' || creating.isPending) return;
    creating.mutate(
      { params: { id: projectId }, body: { title: title.trim(), key } },
      {
        onSuccess: ({ items: [newest] }) => {
          setTitle('');
          setKey(newKey());
          if (newest) onCreated(newest.id);
        },
      },
    );
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="New change order"
      // The draft's own title gets the keyboard.
      finalFocus={() => creating.data === undefined}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" form={formId} isPending={creating.isPending} pendingLabel="Beginning…">
            Begin the draft
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={create} noValidate className="grid grid-cols-1 gap-4">
        <Field
          label="What changes"
          hint="A few words. Your client sees them only once you send it."
          isRequired
          error={isMissing ? 'Say what changes.' : undefined}
        >
          <Input
            value={title}
            maxLength={200}
            autoComplete="off"
            placeholder="Two more pages"
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        <FailureAlert error={creating.error} fallback="Failed to begin the change order." />
      </form>
    </Dialog>
  );
}
