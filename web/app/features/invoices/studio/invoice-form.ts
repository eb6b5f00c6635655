import { billing as settings } from '@atelier/content/billing.ts';
import { api } from '@atelier/domain/api.ts';
import { lineAmount } from '@atelier/domain/invoices/amounts.ts';
import {
  type BillingDetails,
  type CreateInvoice,
  createInvoiceSchema,
  type StudioInvoice,
} from '@atelier/domain/invoices/schema.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useKeyed } from '../../../lib/api/keyed.ts';
import { newKey } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { keepForm, readForm } from '../../../lib/storage/unsent-form.ts';
import { parseTypedAmount, typedAmount, typedQuantity } from '../../../lib/typed-amount.ts';
import { changesInvoices } from '../invoices.queries.ts';

/** A tax as one choice: its rate and its name. */
export const taxKey = ({ name, rate }: { name: string; rate: number }): string => `${rate} ${name}`;

/** The tax of a choice. */
export function taxOf(key: string): { name: string; rate: number } {
  const space = key.indexOf(' ');
  return { name: key.slice(space + 1), rate: Number(key.slice(0, space)) };
}

const lineInput = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  quantity: z.string(),
  unitPrice: z.string(),
  tax: z.string(),
});
type LineInput = z.infer<typeof lineInput>;

/** An invoice as it is typed. */
const invoiceInput = z.object({
  title: z.string(),
  note: z.string(),
  lines: z.array(lineInput),
  dueOn: z.string(),
  billing: z.object({ name: z.string(), address: z.string(), taxId: z.string() }),
});
export type InvoiceInput = z.infer<typeof invoiceInput>;

/** A typed line in numbers, each NaN while it is none. */
function lineOf({ quantity, unitPrice, tax, ...rest }: LineInput) {
  const { name: taxName, rate: taxRate } = taxOf(tax);
  const [count, price] = [parseTypedAmount(quantity), parseTypedAmount(unitPrice)];
  return { ...rest, quantity: count, unitPrice: price, taxName, taxRate };
}

export const invoiceFormSchema = invoiceInput
  .transform(
    ({ lines, dueOn, ...rest }): z.input<typeof createInvoiceSchema> => ({
      ...rest,
      lines: lines.map(lineOf),
      dueOn: dueOn === '' ? null : dueOn,
    }),
  )
  .pipe(createInvoiceSchema);

/** Typed lines for sums on the screen: what isn't a whole number of cents yet counts as nothing. */
export const countedLines = (lines: readonly LineInput[]) =>
  lines.map(lineOf).map((line) => {
    const isWhole = Number.isSafeInteger(line.quantity) && Number.isSafeInteger(line.unitPrice);
    return isWhole && Number.isSafeInteger(lineAmount(line)) ? line : { ...line, quantity: 0, unitPrice: 0 };
  });

/** A line to begin with. */
export const emptyLine = (): LineInput => ({
  id: newKey(),
  title: '',
  detail: '',
  quantity: '1',
  unitPrice: '',
  tax: taxKey(settings.taxes[0] ?? { name: 'No tax', rate: 0 }),
});

/** A new invoice for whom the client said. */
export const emptyInvoice = (billing: BillingDetails): InvoiceInput => ({
  title: '',
  note: '',
  lines: [emptyLine()],
  dueOn: '',
  billing,
});

/** A draft as form input. */
export const inputOf = ({ title, note, lines, dueOn, billing }: StudioInvoice): InvoiceInput => ({
  title,
  note,
  lines: lines.map(({ id, title: name, detail, quantity, unitPrice, taxName, taxRate }) => ({
    id,
    title: name,
    detail,
    quantity: typedQuantity(quantity),
    unitPrice: typedAmount(unitPrice),
    tax: taxKey({ name: taxName, rate: taxRate }),
  })),
  dueOn: dueOn ?? '',
  billing,
});

type Written = Pick<CreateInvoice, 'title' | 'note' | 'lines' | 'dueOn' | 'billing'>;

/** What is written in an invoice, to be compared. */
const writtenText = ({ title, note, lines, dueOn, billing }: Written) =>
  JSON.stringify([
    [title, note, dueOn, billing.name, billing.address, billing.taxId],
    lines.map((line) => [
      [line.id, line.title, line.detail],
      [line.quantity, line.unitPrice, line.taxName, line.taxRate],
    ]),
  ]);

/** Whether a form says what an invoice says. A line's id is its own, so that another invoice never does. */
export function saysTheSame(input: InvoiceInput, invoice: Written): boolean {
  const parsed = invoiceFormSchema.safeParse(input);
  return parsed.success && writtenText(parsed.data) === writtenText(invoice);
}

/** Of an invoice that is being made. */
export const NEW = 'new';

const keptSchema = z.record(
  z.string(),
  z.object({ input: invoiceInput, base: z.object({ input: invoiceInput, revision: z.number() }) }),
);
const formsKey = (projectId: string) => `invoice-forms:${projectId}`;

/** The unsaved text of a project's invoices, by their id. */
export const readForms = (projectId: string): z.infer<typeof keptSchema> =>
  readForm(formsKey(projectId), keptSchema) ?? {};

/** Stores the unsaved text of an invoice, or deletes it. */
export function keepInvoiceForm(
  projectId: string,
  id: string,
  kept: z.infer<typeof keptSchema>[string] | undefined,
): void {
  const { [id]: _, ...others } = readForms(projectId);
  const forms = kept ? { ...others, [id]: kept } : others;
  keepForm(formsKey(projectId), Object.keys(forms).length > 0 ? forms : undefined);
}

/**
 * The form of a draft, or of a new invoice. It knows which revision it was filled from: a save from elsewhere shows as a
 * conflict, and never replaces the typed text. The text survives a look at another tab or page, and a reload.
 */
export function useInvoiceForm({
  projectId,
  id,
  drafts,
  start,
  onSaved,
}: {
  projectId: string;
  /** Of the draft, or `NEW`. */
  id: string;
  /** The project's drafts as they are now. */
  drafts: readonly StudioInvoice[];
  /** What an untouched form has. */
  start: InvoiceInput;
  onSaved: () => void;
}) {
  const draft = drafts.find((each) => each.id === id);
  const [kept] = useState(() => readForms(projectId)[id]);
  const [base, setBase] = useState(kept?.base ?? { input: start, revision: draft?.revision ?? 0 });
  const [isConflict, setConflict] = useState(false);
  const creation = useCall(useKeyed(api.createInvoice), changesInvoices(projectId));
  const change = useCall(api.changeInvoice, changesInvoices(projectId));
  const isPending = creation.isPending || change.isPending;
  const form = useForm<InvoiceInput, unknown, CreateInvoice>({
    defaultValues: kept?.input ?? base.input,
    resolver: zodResolver(invoiceFormSchema),
  });
  const input = form.watch();
  const isDirty = JSON.stringify(input) !== JSON.stringify(base.input);

  const isOver = useRef(false);
  const text = isDirty ? JSON.stringify({ input, base }) : '';
  useEffect(() => {
    if (!isOver.current) keepInvoiceForm(projectId, id, text === '' ? undefined : JSON.parse(text));
  }, [projectId, id, text]);
  const end = () => {
    if (isOver.current) return;
    isOver.current = true;
    keepInvoiceForm(projectId, id, undefined);
    onSaved();
  };

  // What is typed is what the server has: it was saved, even if the reply was lost.
  const saved = id === NEW ? drafts.find((each) => saysTheSame(input, each)) : draft;
  const hasArrived =
    isDirty &&
    !isPending &&
    saved !== undefined &&
    saved.revision > base.revision &&
    saysTheSame(input, saved);
  const endArrived = useEffectEvent(end);
  useEffect(() => {
    if (hasArrived) endArrived();
  }, [hasArrived]);
  // An untouched form follows what is saved elsewhere.
  const isBehind = !isDirty && draft !== undefined && draft.revision > base.revision;
  useEffect(() => {
    if (!isBehind || !draft) return;
    form.reset(inputOf(draft));
    setBase({ input: inputOf(draft), revision: draft.revision });
  }, [isBehind, draft, form]);

  return {
    form,
    input,
    isConflict,
    isPending,
    error: creation.error ?? change.error,
    /** The draft was sent or deleted meanwhile. */
    isGone: id !== NEW && draft === undefined,
    /** Saves what is typed, after a conflict over the other save; makes a new draft of it where there is none. */
    save: form.handleSubmit((written) => {
      if (isPending) return;
      if (!draft) return creation.mutate({ params: { id: projectId }, body: written }, { onSuccess: end });
      if (!isDirty) return end();
      const revision = isConflict ? draft.revision : base.revision;
      change.mutate(
        { params: { id: projectId, invoiceId: id }, body: { ...written, revision } },
        {
          onSuccess: end,
          onError: (error) => setConflict(error instanceof ApiError && error.code === 'conflict'),
        },
      );
    }),
    /** Replaces what is typed with what was saved elsewhere. */
    takeSaved: () => {
      if (!draft) return;
      change.reset();
      form.reset(inputOf(draft));
      setBase({ input: inputOf(draft), revision: draft.revision });
      setConflict(false);
    },
  };
}
