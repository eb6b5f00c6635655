import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { MAX_CENTS } from '../money/rules.ts';
import { NOT_A_DAY } from '../text.ts';
import { shortText } from '../text-schema.ts';
import { MAX_PAYMENT_NOTE, PAYMENT_KINDS, PAYMENT_METHODS, RECORDED_METHODS } from './rules.ts';

const cents = z.number().int();

/** A payment or a refund as the client sees it. */
const paymentFields = {
  _id: idSchema,
  id: idSchema,
  invoiceId: idSchema,
  kind: z.enum(PAYMENT_KINDS),
  amount: cents,
  method: z.enum(PAYMENT_METHODS),
  /** What the bank or the provider calls it; empty without. */
  reference: z.string(),
  /** The day on which it arrived or left. */
  on: z.string(),
};
export const paymentSchema = z.object(paymentFields);
export type Payment = z.infer<typeof paymentSchema>;

/** The same for the studio, with what it cost and what was removed. */
export const studioPaymentSchema = z.object({
  ...paymentFields,
  /** What the bank or the provider kept. */
  fee: cents,
  note: z.string(),
  /** True if a provider reported it: it changes only there. */
  isProvided: z.boolean(),
  isRemoved: z.boolean(),
  createdAt: z.string(),
});
export type StudioPayment = z.infer<typeof studioPaymentSchema>;

const amount = z
  .number({ error: 'Enter an amount.' })
  .int('Enter at most two decimals.')
  .min(1, 'Enter more than 0.')
  .max(MAX_CENTS, 'That is more than $100,000,000.');
const note = z.string().pipe(shortText(MAX_PAYMENT_NOTE)).default('');
const on = z.iso.date({ error: NOT_A_DAY });
/** Chosen by the sender, one per payment: sending again with the same key is the same payment. */
const key = idSchema.optional();

/** POST …/invoices/{invoiceId}/payments. */
export const recordPaymentSchema = z.object({
  amount,
  fee: z.number().int('Enter at most two decimals.').min(0, 'Enter 0 or more.').max(MAX_CENTS).default(0),
  method: z.enum(RECORDED_METHODS).default('transfer'),
  reference: z.string().pipe(shortText(120)).default(''),
  on,
  note,
  key,
});
export type RecordPayment = z.output<typeof recordPaymentSchema>;

/** An event of the card provider: its bytes, as they were signed. */
export const cardEventBodySchema = z
  .custom<Uint8Array>((body) => body instanceof Uint8Array && body.length > 0, 'Send a signed event.')
  .meta({ type: 'string', contentMediaType: 'application/json' });

/** POST …/payments/{paymentId}/refund. */
export const refundPaymentSchema = z.object({ amount, on, note, key });
export type RefundPayment = z.output<typeof refundPaymentSchema>;

/** POST …/payments/{paymentId}/remove: it was recorded by mistake. */
export const removePaymentSchema = z.object({ note });

/** POST …/invoices/{invoiceId}/pay-with-credit: with what was paid beyond another invoice of the client. */
export const payWithCreditSchema = z.object({ from: idSchema, amount, key });
export type PayWithCredit = z.output<typeof payWithCreditSchema>;
