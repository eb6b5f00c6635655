import { daysBetween } from '@atelier/domain/days.ts';
import type { Invoice, PlannedPayment } from '@atelier/domain/invoices/schema.ts';
import { formatDate } from '../../lib/format.ts';
import { acceptanceLabels } from './usual-dues.content.ts';

/** Today as the server counts days: it decides by them what is overdue, and the words have to agree. */
export const serverDay = (now: Date = new Date()): string => now.toISOString().slice(0, 10);

/** When an invoice is to be paid, as one says it: "due in 5 days", "3 days late". */
export function dueWords(dueOn: string, today: string = serverDay()): string {
  const days = daysBetween(today, dueOn);
  if (days < 0) return days === -1 ? '1 day late' : `${-days} days late`;
  if (days === 0) return 'due today';
  return days === 1 ? 'due tomorrow' : `due in ${days} days`;
}

/** A project's milestones, as far as their invoices name them. */
export type MilestoneTitles = readonly { _id: string; title: string }[];

/**
 * When a planned payment is due unless its name says so, and what waits for it; empty without either. A milestone that no longer
 * exists has no title.
 */
export function plannedWhen(planned: PlannedPayment, milestones: MilestoneTitles): string {
  const titleOf = (milestoneId: string | null) => milestones.find(({ _id }) => _id === milestoneId)?.title;
  const held = titleOf(planned.holdsMilestoneId);
  const words = dueOf(planned, titleOf(planned.milestoneId));
  const due = isNamedLike(planned, words) ? '' : words;
  if (held === undefined) return due;
  return `${due && `${due}. `}“${held}” starts once it’s paid.`;
}

const isNamedLike = ({ due, label }: PlannedPayment, words: string) =>
  due === 'acceptance' ? acceptanceLabels.includes(label) : label.toLowerCase() === words.toLowerCase();

function dueOf({ due, date }: PlannedPayment, milestone: string | undefined): string {
  if (due === 'acceptance') return 'At acceptance';
  if (due === 'finish') return 'When everything is approved';
  if (due === 'date') return `On ${formatDate(date)}`;
  return milestone === undefined ? 'When its milestone is approved' : `When “${milestone}” is approved`;
}

/**
 * What is paid of the planned payments, in cents, and what they come to. An invoice that is paid counts as its planned payment,
 * whatever was added to it or taken off.
 */
export function paidOfPlan(
  plan: readonly PlannedPayment[],
  invoices: readonly Invoice[],
): { paid: number; planned: number } {
  let [paid, planned] = [0, 0];
  for (const { amount, invoiceId } of plan) {
    const invoice = invoices.find(({ id }) => id === invoiceId);
    planned += amount;
    if (invoice?.state === 'paid') paid += amount;
    else if (invoice && invoice.state !== 'void') paid += Math.min(amount, Math.max(0, invoice.paid));
  }
  return { paid, planned };
}

/** Invoices with the credit notes that take something off them, in the list's order. */
export function withCreditNotes<Item extends Invoice>(
  items: readonly Item[],
): { invoice: Item; notes: Item[] }[] {
  const ids = new Set(items.map(({ id }) => id));
  return items
    .filter(({ creditsId }) => creditsId === null || !ids.has(creditsId))
    .map((invoice) => ({ invoice, notes: items.filter(({ creditsId }) => creditsId === invoice.id) }));
}

/** What all of them leave to pay, in cents, and which is due first; undefined if nothing is. */
export function leftToPay(items: readonly Invoice[]): { open: number; first: Invoice | undefined } {
  const due = items.filter(({ open }) => open > 0);
  const [first] = due.toSorted((one, other) => ((one.dueOn ?? '') < (other.dueOn ?? '') ? -1 : 1));
  return { open: due.reduce((sum, { open }) => sum + open, 0), first };
}
