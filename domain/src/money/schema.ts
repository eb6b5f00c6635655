import { z } from 'zod';
import { csvSeparator } from '../endpoint.ts';
import { idSchema } from '../ids.ts';

const cents = z.number().int();
/** A month such as 2030-01. */
const month = z.string();

/** How many months the figures look back and ahead, this one included. */
export const MONEY_MONTHS = 12;
/** Clients in the figures, those with the most first. */
export const MONEY_CLIENTS = 20;

/** The owner's figures. Amounts are integer cents. */
export const moneySchema = z.object({
  /** What is still to pay of sent invoices, and what of it is overdue. */
  outstanding: z.object({ amount: cents, count: z.number().int() }),
  overdue: z.object({ amount: cents, count: z.number().int() }),
  /** Drafts that wait for a click. */
  drafts: z.object({ amount: cents, count: z.number().int() }),
  /**
   * What should arrive in this month and the next ones: of sent invoices by their due date, what is overdue in this month; of
   * signed plans by the date of what they wait for.
   */
  expected: z.array(z.object({ month, invoiced: cents, planned: cents })),
  /** Of signed plans, what waits for something without a date, or with one beyond these months. */
  undated: cents,
  /** What arrived, less what was paid back, and what the banks kept of it: this month and those before, oldest first. */
  paid: z.array(z.object({ month, amount: cents, fees: cents })),
  /** From sending to the last payment, of invoices paid in these months; null without any. */
  daysToPay: z.object({ average: z.number().nullable(), count: z.number().int() }),
  /** By the name on the invoices of these months. */
  clients: z.array(
    z.object({
      client: z.string(),
      /** The newest invoice's project. */
      projectId: idSchema,
      invoiced: cents,
      paid: cents,
      open: cents,
      count: z.number().int(),
    }),
  ),
  /** The years with invoices, newest first. */
  years: z.array(z.number().int()),
});
export type Money = z.infer<typeof moneySchema>;

const year = z.coerce.number().int().min(2000).max(9999);

/** GET /admin/money/lines and /admin/money/documents. */
export const moneyExportQuerySchema = z.object({ year, separator: csvSeparator });
export const moneyDocumentsQuerySchema = z.object({ year });
