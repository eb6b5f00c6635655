import type { AddedMilestone, ChangeOrderTerms } from '@atelier/domain/change-orders/rules.ts';
import { changeOrderTermsSchema } from '@atelier/domain/change-orders/schema.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import type { ChangeOrderRow } from './change-orders.table.ts';

/** The terms of a change order. */
export const termsOf = ({ id, terms }: Pick<ChangeOrderRow, 'id' | 'terms'>): ChangeOrderTerms =>
  parseStoredJson(changeOrderTermsSchema, terms, { column: 'change_orders.terms', id });

/** Throws if a payment waits for a milestone that is neither planned nor added. */
export function assertAwaited(
  { payments, milestones }: ChangeOrderTerms,
  planned: readonly { id: string }[],
): void {
  const ids = new Set([...planned, ...milestones].map(({ id }) => id));
  const lost = payments.find(({ milestoneId }) => milestoneId !== null && !ids.has(milestoneId));
  if (!lost) return;
  throw new AppError(
    'validation_failed',
    `The payment “${lost.label}” waits for a milestone that is no longer there. Choose another one.`,
  );
}

/** Throws if a milestone is added with an id that another one has, or gets by an order that waits for the client. */
export function assertNew(
  milestones: readonly AddedMilestone[],
  { taken, waiting }: { taken: readonly string[]; waiting: readonly ChangeOrderRow[] },
): void {
  const ids = new Set([...taken, ...waiting.flatMap((row) => termsOf(row).milestones.map(({ id }) => id))]);
  const twice = milestones.find(({ id }) => ids.has(id));
  if (!twice) return;
  throw new AppError(
    'validation_failed',
    `The milestone “${twice.title}” has the id of another one. Remove it, and add it again.`,
  );
}
