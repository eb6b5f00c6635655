import { z } from 'zod';
import { MAX_ACCEPTED_NAME, MAX_CONTRACT_TOTAL } from '../contracts/rules.ts';
import { MAX_LINES, MAX_PLAN_PARTS } from '../contracts/terms.ts';
import {
  areDifferent,
  contractTermsSchema,
  sentLineSchema,
  sentPartSchema,
} from '../contracts/terms-schema.ts';
import { idSchema } from '../ids.ts';
import { NOT_A_DAY } from '../text.ts';
import { longText, shortText } from '../text-schema.ts';
import {
  CHANGE_ORDER_STATUSES,
  changeOrderTotal,
  MAX_ADDED_MILESTONES,
  MAX_CHANGE_DAYS,
  MAX_CHANGE_REASON,
} from './rules.ts';

/** The terms as they are stored and replied. */
export const changeOrderTermsSchema = z.object({
  lines: z.array(
    z.object({ id: z.string(), title: z.string(), detail: z.string(), price: z.number().int() }),
  ),
  payments: contractTermsSchema.shape.plan.shape.parts,
  days: z.number().int(),
  milestones: z.array(
    z.object({ id: z.string(), title: z.string(), description: z.string(), due: z.string().nullable() }),
  ),
});

const fields = {
  _id: idSchema,
  id: idSchema,
  /** Its place in the project: "Change order 2". */
  number: z.number().int(),
  status: z.enum(CHANGE_ORDER_STATUSES),
  title: z.string(),
  /** Why, in the studio's words. */
  reason: z.string(),
  terms: changeOrderTermsSchema,
  /** What it adds to the contract's total, in whole US dollars. */
  total: z.number().int(),
  /** A temporary signed link to the document as it was sent, and its SHA-256 in hex. */
  url: z.string().nullable(),
  hash: z.string().nullable(),
  sentAt: z.string().nullable(),
  /** When it was accepted, declined or withdrawn. */
  endedAt: z.string().nullable(),
  /** Why it was declined; empty without a reason. */
  answer: z.string(),
  /** The name typed to accept. */
  acceptedName: z.string().nullable(),
  recordUrl: z.string().nullable(),
};

/** A change order as its client sees it, once it is sent. */
export const changeOrderSchema = z.object(fields);
export type ChangeOrder = z.infer<typeof changeOrderSchema>;

export const studioChangeOrderSchema = z.object({
  ...fields,
  /** The client's message that it answers. */
  messageId: idSchema.nullable(),
  /** Characters of a draft that its PDF can't show: it can't be sent with them. */
  missingLetters: z.string(),
  revision: z.number().int(),
  createdAt: z.string(),
});
export type StudioChangeOrder = z.infer<typeof studioChangeOrderSchema>;

const sentMilestoneSchema = z.object({
  id: idSchema,
  title: z.string().pipe(shortText(200)).pipe(z.string().min(1, 'Name the milestone.')),
  description: z.string().pipe(longText(2_000)),
  due: z.iso.date({ error: NOT_A_DAY }).nullable(),
});

const pricedLine = sentLineSchema.extend({
  price: z
    .number({ error: 'Enter a whole number of dollars.' })
    .int('Enter a whole number of dollars.')
    .min(-MAX_CONTRACT_TOTAL, 'That is less than -$10,000,000.')
    .max(MAX_CONTRACT_TOTAL, 'That is more than $10,000,000.'),
});

const TWICE = 'Each has an id of its own.';
const title = z.string().pipe(shortText(200)).pipe(z.string().min(1, 'Say what changes.'));
const reason = z.string().pipe(longText(MAX_CHANGE_REASON));

/** The terms of a draft as the studio sends them. Payments are needed, and add up to 100%, where there is something to pay. */
export const sentChangeTermsSchema = z
  .object({
    lines: z.array(pricedLine).max(MAX_LINES, `Use at most ${MAX_LINES} lines.`).refine(areDifferent, TWICE),
    payments: z
      .array(sentPartSchema)
      .max(MAX_PLAN_PARTS, `A plan has at most ${MAX_PLAN_PARTS} payments.`)
      .refine(areDifferent, TWICE),
    days: z
      .number({ error: 'Enter a whole number of days.' })
      .int('Enter a whole number of days.')
      .min(-MAX_CHANGE_DAYS, `Enter at least -${MAX_CHANGE_DAYS}.`)
      .max(MAX_CHANGE_DAYS, `Enter at most ${MAX_CHANGE_DAYS}.`),
    milestones: z
      .array(sentMilestoneSchema)
      .max(MAX_ADDED_MILESTONES, `Add at most ${MAX_ADDED_MILESTONES} milestones.`)
      .refine(areDifferent, TWICE),
  })
  .refine(
    (terms) => {
      const percent = terms.payments.reduce((sum, part) => sum + part.percent, 0);
      return changeOrderTotal(terms) > 0 ? percent === 100 : percent === 0 || percent === 100;
    },
    { path: ['payments'], message: 'The payments have to add up to 100%.' },
  )
  .refine((terms) => Math.abs(changeOrderTotal(terms)) <= MAX_CONTRACT_TOTAL, {
    path: ['lines'],
    message: 'The lines add up to more than $10,000,000.',
  });

/** POST /admin/portal/{id}/change-orders. From a client's message, its words are the reason. */
export const createChangeOrderSchema = z.object({
  title,
  reason: reason.default(''),
  messageId: idSchema.optional(),
  /** Chosen by the sender, one per change order. */
  key: idSchema.optional(),
});
export type CreateChangeOrder = z.output<typeof createChangeOrderSchema>;

const revision = z.number().int().min(0).max(1_000_000);

/** PATCH …/change-orders/{changeOrderId}: a draft, over the revision that the sender read. */
export const saveChangeOrderSchema = z.object({ title, reason, terms: sentChangeTermsSchema, revision });
export type SaveChangeOrder = z.output<typeof saveChangeOrderSchema>;

export const sendChangeOrderSchema = z.object({ revision });
export const deleteChangeOrderQuerySchema = z.object({
  revision: z.coerce.number().int().min(0).max(1_000_000),
});

/** POST …/accept: `hash` is the one of the document that was shown. */
export const acceptChangeOrderSchema = z.object({
  name: z.string().pipe(shortText(MAX_ACCEPTED_NAME)).pipe(z.string().min(1, 'Type your name to accept.')),
  hash: z.string().max(64).optional(),
});
export const declineChangeOrderSchema = z.object({ reason: reason.default('') });
