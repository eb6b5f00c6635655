import { z } from 'zod';
import { PAYMENT_DUES } from '../contracts/terms.ts';
import { idSchema } from '../ids.ts';
import { MAX_CENTS } from '../money/rules.ts';
import { NOT_A_DAY } from '../text.ts';
import { longText, shortText } from '../text-schema.ts';
import { invoiceAmounts } from './amounts.ts';
import {
  INVOICE_FILTERS,
  INVOICE_KINDS,
  INVOICE_STATES,
  INVOICE_STATUSES,
  MAX_INVOICE_LINES,
  MAX_INVOICE_NOTE,
  MAX_QUANTITY,
} from './rules.ts';

const cents = z.number().int();
const day = z.iso.date({ error: NOT_A_DAY });

/** A line as it is stored and replied. Amounts are cents, quantities hundredths, rates hundredths of a percent. */
export const invoiceLineSchema = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  quantity: z.number().int(),
  unitPrice: cents,
  taxName: z.string(),
  taxRate: z.number().int(),
});

/** The client on an invoice. */
export const billingDetailsSchema = z.object({
  name: z.string(),
  /** Lines of an address. */
  address: z.string(),
  taxId: z.string(),
});
export type BillingDetails = z.infer<typeof billingDetailsSchema>;

/** Billing details as they are sent. Each may be empty: the account's address is used where there is no name. */
export const sentBillingSchema = z.object({
  name: z.string().pipe(shortText(200)),
  address: z.string().pipe(longText(500)),
  taxId: z.string().pipe(shortText(60)),
});

const invoiceFields = {
  _id: idSchema,
  id: idSchema,
  kind: z.enum(INVOICE_KINDS),
  state: z.enum(INVOICE_STATES),
  /** Null until it is sent. */
  number: z.string().nullable(),
  /** What it is for: "50% when this contract is accepted". */
  title: z.string(),
  note: z.string(),
  lines: z.array(invoiceLineSchema),
  net: cents,
  tax: cents,
  total: cents,
  /** Received, less what was paid back. */
  paid: cents,
  credited: cents,
  open: cents,
  /** Paid beyond what was due. */
  credit: cents,
  /** Days; null until it is sent. */
  issuedOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  /** The day of the payment that settled it. */
  paidOn: z.string().nullable(),
  /** Why it was voided or credited; empty without a reason. */
  reason: z.string(),
  /** For a credit note: the invoice that it takes something off. */
  creditsId: idSchema.nullable(),
  /** A temporary signed link to the PDF as it was sent. */
  url: z.string().nullable(),
  sentAt: z.string().nullable(),
};

/** An invoice or credit note as its client sees it, once it is sent. */
export const invoiceSchema = z.object(invoiceFields);
export type Invoice = z.infer<typeof invoiceSchema>;

/** The same for the studio, which sees drafts too. */
export const studioInvoiceSchema = z.object({
  ...invoiceFields,
  status: z.enum(INVOICE_STATUSES),
  /** SHA-256 of the PDF, in hex. */
  hash: z.string().nullable(),
  billing: billingDetailsSchema,
  /** Characters of a draft that its PDF can't show: it can't be sent with them. */
  missingLetters: z.string(),
  /** Why a draft that was to be sent without a click wasn't; null otherwise. */
  heldBack: z.string().nullable(),
  /** Rises by one with each change of a draft. */
  revision: z.number().int(),
  createdAt: z.string(),
});
export type StudioInvoice = z.infer<typeof studioInvoiceSchema>;

/** A payment of an accepted contract's plan. */
export const plannedPaymentSchema = z.object({
  id: idSchema,
  label: z.string(),
  percent: z.number().int(),
  amount: cents,
  due: z.enum(PAYMENT_DUES),
  milestoneId: idSchema.nullable(),
  date: z.string().nullable(),
  /** Null until there is one. */
  invoiceId: idSchema.nullable(),
  /** The milestone that doesn't start before this is paid; null for none. */
  holdsMilestoneId: idSchema.nullable(),
});
export type PlannedPayment = z.infer<typeof plannedPaymentSchema>;

const message = (text: string) => ({ error: text });
const sentLineSchema = z.object({
  id: idSchema,
  title: z.string().pipe(shortText(200)).pipe(z.string().min(1, 'Name what it is.')),
  detail: z.string().pipe(longText(1_000)),
  quantity: z
    .number(message('Enter a quantity.'))
    .int('Enter at most two decimals.')
    .min(1, 'Enter more than 0.')
    .max(MAX_QUANTITY, 'Enter at most 10,000.'),
  unitPrice: z
    .number(message('Enter an amount.'))
    .int('Enter at most two decimals.')
    .min(-MAX_CENTS, 'That is less than -$100,000,000.')
    .max(MAX_CENTS, 'That is more than $100,000,000.'),
  taxName: z.string().pipe(shortText(60)).pipe(z.string().min(1, 'Name the tax.')),
  taxRate: z.number().int().min(0, 'Enter 0% or more.').max(10_000, 'Enter at most 100%.'),
});

/** What the studio writes of an invoice. */
const writtenFields = {
  title: z.string().pipe(shortText(200)).pipe(z.string().min(1, 'Say what the invoice is for.')),
  note: z.string().pipe(longText(MAX_INVOICE_NOTE)).default(''),
  lines: z
    .array(sentLineSchema)
    .min(1, 'An invoice has at least one line.')
    .max(MAX_INVOICE_LINES, `Use at most ${MAX_INVOICE_LINES} lines.`),
  /** A day; by default some days after sending. */
  dueOn: day.nullable().default(null),
  billing: sentBillingSchema,
};

type Written = z.output<z.ZodObject<typeof writtenFields>>;
const isPayable = ({ lines }: Pick<Written, 'lines'>) => {
  const { total } = invoiceAmounts(lines);
  return total > 0 && total <= MAX_CENTS;
};
const UNPAYABLE = {
  path: ['lines'],
  message: 'The lines have to add up to more than nothing, and at most $100,000,000.',
};

/** POST /admin/portal/{id}/invoices. */
export const createInvoiceSchema = z
  .object({
    ...writtenFields,
    /** Chosen by the sender, one per invoice: sending again with the same key is the same invoice. */
    key: idSchema.optional(),
  })
  .refine(isPayable, UNPAYABLE);
export type CreateInvoice = z.output<typeof createInvoiceSchema>;

const revision = z.number().int().min(0).max(1_000_000);

/** PATCH …/invoices/{invoiceId}: a draft, over the revision that the sender read. */
export const changeInvoiceSchema = z.object({ ...writtenFields, revision }).refine(isPayable, UNPAYABLE);
export type ChangeInvoice = z.output<typeof changeInvoiceSchema>;

/** POST …/invoices/{invoiceId}/send, and the query of a deletion. */
export const sendInvoiceSchema = z.object({ revision });
export const deleteInvoiceQuerySchema = z.object({ revision: z.coerce.number().int().min(0).max(1_000_000) });

const reason = z
  .string()
  .pipe(longText(MAX_INVOICE_NOTE))
  .pipe(z.string().min(1, 'Say why, for the client and your books.'));

/** PATCH …/planned-payments/{plannedId}. */
export const holdMilestoneSchema = z.object({ holdsMilestoneId: idSchema.nullable() });

/** POST …/invoices/{invoiceId}/void. */
export const voidInvoiceSchema = z.object({ reason });

/** POST …/invoices/{invoiceId}/credit: takes an amount off, tax included, in the proportions of the invoice. */
export const creditInvoiceSchema = z.object({
  amount: z
    .number(message('Enter an amount.'))
    .int('Enter at most two decimals.')
    .min(1, 'Enter more than 0.')
    .max(MAX_CENTS),
  reason,
  /** Chosen by the sender, one per credit note. */
  key: idSchema.optional(),
});
export type CreditInvoice = z.output<typeof creditInvoiceSchema>;

/** How a project's invoices are made, and who they go to. */
export const invoiceSettingsSchema = z.object({
  /** True if an invoice that follows from the plan is sent without a click. */
  sendsItself: z.boolean(),
});

/** GET /admin/invoices: all of them, newest first. */
export const invoiceListQuerySchema = z.object({
  state: z.enum(INVOICE_FILTERS).default('open'),
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** An invoice in a list over all projects; its project may be deleted. */
export const listedInvoiceSchema = z.object({
  _id: idSchema,
  id: idSchema,
  projectId: idSchema,
  projectTitle: z.string(),
  isProjectDeleted: z.boolean(),
  client: z.string(),
  kind: z.enum(INVOICE_KINDS),
  number: z.string().nullable(),
  title: z.string(),
  state: z.enum(INVOICE_STATES),
  total: cents,
  open: cents,
  issuedOn: z.string().nullable(),
  dueOn: z.string().nullable(),
});
export type ListedInvoice = z.infer<typeof listedInvoiceSchema>;
