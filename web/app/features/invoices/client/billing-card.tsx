import { api } from '@atelier/domain/api.ts';
import {
  type BillingDetails,
  billingDetailsSchema,
  sentBillingSchema,
} from '@atelier/domain/invoices/schema.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCall } from '../../../lib/api/use-call.ts';
import { keepForm, readForm } from '../../../lib/storage/unsent-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { BilledTo } from '../invoice-facts.tsx';
import { changesBilling } from '../invoices.queries.ts';

/** Whom invoices are for, and a form to change it; without `canEdit` it is only read. */
export function BillingCard({
  projectId,
  billing,
  canEdit,
}: {
  projectId: string;
  billing: BillingDetails;
  canEdit: boolean;
}) {
  const [opened, setOpened] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  return (
    <Card
      title="Billing details"
      actions={
        canEdit && (
          <Button
            size="sm"
            variant="secondary"
            onClick={() => {
              setAnnouncement('');
              setOpened(opened + 1);
              setOpen(true);
            }}
          >
            Edit<span className="sr-only"> the billing details</span>
          </Button>
        )
      }
    >
      <BilledTo billing={billing} />
      {!billing.address && canEdit && (
        <p className="text-sm text-ink-soft">There’s no address yet. Invoices usually need one.</p>
      )}
      <StatusLine tone="success" className="empty:hidden">
        {announcement}
      </StatusLine>
      {opened > 0 && canEdit && (
        <BillingDialog
          key={opened}
          projectId={projectId}
          billing={billing}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            setAnnouncement('Saved. The next invoice has them.');
          }}
        />
      )}
    </Card>
  );
}

/** Changes the billing details. What is typed stays until it is saved, also while the window is closed or the page left. */
function BillingDialog({
  projectId,
  billing,
  isOpen,
  onClose,
  onSaved,
}: {
  projectId: string;
  billing: BillingDetails;
  isOpen: boolean;
  onClose: () => void;
  onSaved: () => void;
}) {
  const unsentKey = `billing:${projectId}`;
  const saving = useCall(api.saveBilling, changesBilling(projectId));
  const [kept] = useState(() => readForm(unsentKey, billingDetailsSchema));
  const { register, handleSubmit, formState, subscribe } = useForm<BillingDetails>({
    defaultValues: kept ?? billing,
    resolver: zodResolver(sentBillingSchema),
  });
  const { errors } = formState;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepForm(unsentKey, values),
      }),
    [subscribe, unsentKey],
  );
  const save = handleSubmit((fields) =>
    saving.mutate(
      { params: { id: projectId }, body: fields },
      {
        onSuccess: () => {
          keepForm(unsentKey, undefined);
          onSaved();
        },
      },
    ),
  );
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Billing details"
      description="They’re on every invoice from now on. Invoices that I’ve already sent stay as they are."
      submitLabel="Save"
      pendingLabel="Saving…"
      change={saving}
      fallback="Failed to save."
      onSubmit={save}
    >
      {kept && <p className="text-sm text-ink-soft">You left this unsaved. Your text is still here.</p>}
      <Field label="Name" hint="Your company, or you." error={errors.name?.message}>
        <Input {...register('name')} autoComplete="organization" />
      </Field>
      <Field label="Address" isOptional error={errors.address?.message}>
        <Textarea {...register('address')} rows={3} autoComplete="street-address" />
      </Field>
      <Field label="Tax ID" isOptional error={errors.taxId?.message}>
        <Input {...register('taxId')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
