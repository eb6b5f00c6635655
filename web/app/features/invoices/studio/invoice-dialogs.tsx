import { billing as settings } from '@atelier/content/billing.ts';
import { api } from '@atelier/domain/api.ts';
import { daysAfter } from '@atelier/domain/days.ts';
import { type StudioInvoice, voidInvoiceSchema } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { formatDate } from '../../../lib/format.ts';
import { EmailText } from '../../../ui/contact-links.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { serverDay } from '../invoice-words.ts';
import { changesInvoices, useDeleteInvoice } from '../invoices.queries.ts';

/** What every dialog about an invoice is given. */
export interface InvoiceDialogProps {
  projectId: string;
  /** As it was when the dialog was opened. */
  asked: StudioInvoice;
  /** As it is now; undefined once it is deleted. */
  invoice: StudioInvoice | undefined;
  isOpen: boolean;
  onClose: () => void;
  /** It is done, with an announcement. */
  onDone: (announcement: string) => void;
  /** Has the keyboard once it is done. */
  finalFocus: RefObject<HTMLElement | null>;
}

/** Ends a dialog once the list shows that its deed is done: also when only the reply was lost. */
function useEnd(isDone: boolean, { isOpen, onDone }: InvoiceDialogProps, announcement: string): void {
  const end = useEffectEvent(() => onDone(announcement));
  useEffect(() => {
    if (isDone && isOpen) end();
  }, [isDone, isOpen]);
}

/** Asks before a draft is sent: from then on it can't change. */
export function SendDialog({ email, ...props }: InvoiceDialogProps & { email: string }) {
  const { projectId, asked, invoice, isOpen, onClose, finalFocus } = props;
  const sending = useCall(api.sendInvoice, changesInvoices(projectId));
  const isSent = invoice?.status === 'sent';
  useEnd(isSent && !sending.isPending, props, `Invoice ${invoice?.number} has been sent to ${email}.`);
  const { total, title, billing, dueOn } = asked;
  const dueDay = dueOn ?? daysAfter(serverDay(), settings.paymentDays);
  const isPast = dueDay < serverDay();
  const facts = [
    { label: 'To', value: <EmailText email={email} /> },
    { label: 'Billed to', value: billing.address ? billing.name : `${billing.name} (without an address)` },
    { label: 'For', value: title },
    { label: 'Amount', value: formatCents(total) },
    { label: 'Due', value: `${formatDate(dueDay)}${isPast ? ', which is over already' : ''}` },
  ];
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Send this invoice?"
      description="It gets the next number and leaves by email with its PDF. After that it can’t be changed: only voided, or credited."
      confirmLabel="Send the invoice"
      pendingLabel="Sending…"
      isPending={sending.isPending}
      error={sending.error ? failureMessage(sending.error, 'Failed to send the invoice.') : undefined}
      onConfirm={() =>
        sending.mutate({
          params: { id: projectId, invoiceId: asked.id },
          body: { revision: asked.revision },
        })
      }
      onClose={onClose}
      finalFocus={isSent ? finalFocus : undefined}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 rounded-md bg-sunken p-4">
        {facts.map(({ label, value }) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  );
}

export function DeleteDialog(props: InvoiceDialogProps) {
  const { projectId, asked, invoice, isOpen, onClose, finalFocus } = props;
  const removal = useDeleteInvoice(projectId);
  const isDeleted = invoice === undefined;
  useEnd(isDeleted && !removal.isPending, props, `Deleted the draft “${asked.title}”.`);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Delete the draft “${asked.title}”?`}
      description="Your client hasn’t seen it. If it’s for a payment of the plan, that one waits for you to make another invoice."
      confirmLabel="Delete the draft"
      pendingLabel="Deleting…"
      isDangerous
      isPending={removal.isPending}
      error={removal.error ? failureMessage(removal.error, 'Failed to delete the draft.') : undefined}
      onConfirm={() => removal.mutate({ id: asked.id, revision: asked.revision })}
      onClose={onClose}
      finalFocus={isDeleted ? finalFocus : undefined}
    />
  );
}

/** Voids an invoice, for a reason that its client reads. */
export function VoidDialog(props: InvoiceDialogProps) {
  const { projectId, asked, invoice, ...control } = props;
  const voiding = useCall(api.voidInvoice, changesInvoices(projectId));
  const [reason, setReason] = useState('');
  const [wasTried, setTried] = useState(false);
  const parsed = voidInvoiceSchema.safeParse({ reason });
  useEnd(invoice?.status === 'void' && !voiding.isPending, props, `Invoice ${asked.number} is void now.`);
  return (
    <FormDialog
      {...control}
      title={`Void invoice ${asked.number}?`}
      description={`Nothing is left to pay of its ${formatCents(asked.total)}, and your client gets an email. It keeps its number. This can’t be undone.`}
      submitLabel="Void the invoice"
      pendingLabel="Voiding…"
      change={voiding}
      fallback="Failed to void the invoice."
      onSubmit={() => {
        setTried(true);
        if (!parsed.success) return;
        voiding.mutate({ params: { id: projectId, invoiceId: asked.id }, body: parsed.data });
      }}
    >
      <Field
        label="Why"
        isRequired
        hint="Your client reads it."
        error={wasTried ? parsed.error?.issues[0]?.message : undefined}
      >
        <Textarea
          value={reason}
          rows={2}
          className="min-h-20!"
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </FormDialog>
  );
}
