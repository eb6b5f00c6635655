import { billing as settings } from '@atelier/content/billing.ts';
import type { StudioInvoice } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { LateDateInput } from '../../../ui/forms/late-date-input.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { InvoiceTotals } from '../invoice-facts.tsx';
import {
  countedLines,
  type InvoiceInput,
  keepInvoiceForm,
  NEW,
  readForms,
  useInvoiceForm,
} from './invoice-form.ts';
import { LineFields } from './line-fields.tsx';

/** Writes a new invoice, or changes a draft. */
export function InvoiceEditor({
  projectId,
  id,
  drafts,
  start,
  onDone,
}: {
  projectId: string;
  /** Of the draft, or `NEW`. */
  id: string;
  drafts: readonly StudioInvoice[];
  start: InvoiceInput;
  /** Saved, with an announcement, or given up. */
  onDone: (announcement?: string) => void;
}) {
  const [wasKept] = useState(() => readForms(projectId)[id] !== undefined);
  const { form, input, save, ...state } = useInvoiceForm({
    projectId,
    id,
    drafts,
    start,
    onSaved: () => onDone('Saved. Your client sees it once you send it.'),
  });
  const { errors } = form.formState;
  const discard = () => {
    keepInvoiceForm(projectId, id, undefined);
    onDone();
  };
  return (
    <form
      noValidate
      aria-label={id === NEW ? 'New invoice' : `Edit ${start.title}`}
      onSubmit={save}
      className="grid grid-cols-1 gap-6"
    >
      {wasKept && <p className="text-sm text-ink-soft">You left this unsaved. Your text is still here.</p>}
      {state.isGone && (
        <Alert tone="warning" title="This draft is gone.">
          It was sent or deleted in another window. What you typed is still here: make a new draft of it, or
          discard it.
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,1fr)_15rem]">
        <Field label="What the invoice is for" isRequired error={errors.title?.message}>
          <Input {...form.register('title')} autoComplete="off" autoFocus={!wasKept} />
        </Field>
        <Field label="Due" isOptional error={errors.dueOn?.message}>
          <Controller
            control={form.control}
            name="dueOn"
            render={({ field: { value, onChange, onBlur, ref } }) => (
              <LateDateInput
                {...{ value, onChange, onBlur, ref }}
                placeholder={`${settings.paymentDays} days after sending`}
              />
            )}
          />
        </Field>
      </div>
      <LineFields form={form} />
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 border-t border-rule pt-5 md:grid-cols-2">
        <div className="md:order-last">
          <div className="md:ml-auto md:max-w-sm">
            <InvoiceTotals lines={countedLines(input.lines)} />
          </div>
        </div>
        <Field label="Note to the client" isOptional error={errors.note?.message}>
          <Textarea {...form.register('note')} rows={3} />
        </Field>
      </div>
      <fieldset className="grid min-w-0 grid-cols-1 gap-x-4 gap-y-5 md:grid-cols-2">
        <legend className="mb-3 font-semibold">Billed to</legend>
        <div className="grid grid-cols-1 content-start gap-5">
          <Field label="Name" error={errors.billing?.name?.message}>
            <Input {...form.register('billing.name')} autoComplete="off" />
          </Field>
          <Field label="Tax ID" isOptional error={errors.billing?.taxId?.message}>
            <Input {...form.register('billing.taxId')} autoComplete="off" />
          </Field>
        </div>
        <Field label="Address" isOptional error={errors.billing?.address?.message}>
          <Textarea {...form.register('billing.address')} rows={4} autoComplete="off" />
        </Field>
      </fieldset>
      {state.error && (
        <Alert
          tone="danger"
          action={
            state.isConflict &&
            !state.isGone && (
              <Button size="sm" variant="secondary" onClick={state.takeSaved}>
                Use that version
              </Button>
            )
          }
        >
          {failureMessage(state.error, 'Failed to save the invoice.')}
          {state.isConflict && !state.isGone && <SavedThere drafts={drafts} id={id} />}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={state.isPending} pendingLabel="Saving…">
          {state.isGone ? 'Make a new draft of it' : 'Save draft'}
        </Button>
        <Button variant="secondary" onClick={discard} aria-disabled={state.isPending || undefined}>
          {state.isGone || wasKept ? 'Discard' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}

/** What another window saved, in short. */
function SavedThere({ drafts, id }: { drafts: readonly StudioInvoice[]; id: string }) {
  const draft = drafts.find((each) => each.id === id);
  if (!draft) return null;
  return (
    <span>
      {' '}
      Saved there: “{draft.title}”, {formatCents(draft.total)}. What you typed is still here: save again to
      replace it.
    </span>
  );
}
