import type { ContractLine, PlannedPart } from '../contracts/terms.ts';

/*
 * Changes to an accepted contract: what is added or left out, its price and its days, as an addendum that the client accepts or
 * declines like the contract itself. The contract and what was accepted stay as they are.
 */

/** `draft` is the owner's own; an answer of the client or a withdrawal is final. */
export const CHANGE_ORDER_STATUSES = ['draft', 'sent', 'accepted', 'declined', 'withdrawn'] as const;
export type ChangeOrderStatus = (typeof CHANGE_ORDER_STATUSES)[number];

export type ChangeOrderAction = 'edit' | 'delete' | 'send' | 'withdraw' | 'accept' | 'decline';

/** The states an action may start from, the state it leads to, and the side that may take it. */
export const CHANGE_ORDER_TRANSITIONS: Record<
  ChangeOrderAction,
  { by: 'client' | 'studio'; from: ChangeOrderStatus; to: ChangeOrderStatus }
> = {
  edit: { by: 'studio', from: 'draft', to: 'draft' },
  delete: { by: 'studio', from: 'draft', to: 'draft' },
  send: { by: 'studio', from: 'draft', to: 'sent' },
  withdraw: { by: 'studio', from: 'sent', to: 'withdrawn' },
  accept: { by: 'client', from: 'sent', to: 'accepted' },
  decline: { by: 'client', from: 'sent', to: 'declined' },
};

const REFUSALS: Record<ChangeOrderStatus, string> = {
  draft: 'This change order has not been sent yet.',
  sent: 'This change order was sent and can no longer change. Withdraw it to write another one.',
  accepted: 'This change order is accepted and can no longer change.',
  declined: 'This change order was declined.',
  withdrawn: 'This change order was withdrawn.',
};

/** Why an action may not start from a state, as a sentence; undefined if it may. */
export function changeOrderRefusal(action: ChangeOrderAction, status: ChangeOrderStatus): string | undefined {
  return CHANGE_ORDER_TRANSITIONS[action].from === status ? undefined : REFUSALS[status];
}

/** A milestone that an accepted change order adds. */
export interface AddedMilestone {
  id: string;
  title: string;
  description: string;
  /** A day such as 2030-01-31. */
  due: string | null;
}

/** What a change order says. */
export interface ChangeOrderTerms {
  /** What is added; a negative price is what is left out or less. Each has a price. */
  lines: (ContractLine & { price: number })[];
  /** When its price is due, if that is more than nothing. */
  payments: PlannedPart[];
  /** By how many days open milestones move; negative for earlier. */
  days: number;
  milestones: AddedMilestone[];
}

/** What a change order adds to the contract's total, in whole US dollars. */
export const changeOrderTotal = ({ lines }: Pick<ChangeOrderTerms, 'lines'>): number =>
  lines.reduce((sum, { price }) => sum + price, 0);

/** Its place in the Contract tab, for links there. */
export const changeOrderAnchor = (changeOrderId: string) => `change-order-${changeOrderId}`;

export const MAX_CHANGE_ORDERS = 100;
export const MAX_CHANGE_DAYS = 365;
export const MAX_ADDED_MILESTONES = 20;
export const MAX_CHANGE_REASON = 5_000;

/**
 * What is left of planned payments after something is taken off, the last first: the new amounts in cents, in their order, and
 * what could not be taken off because it is invoiced already. The studio credits that.
 */
export function reducePayments(
  amounts: readonly number[],
  reduction: number,
): { amounts: number[]; left: number } {
  let left = reduction;
  const reduced = amounts
    .toReversed()
    .map((amount) => {
      const taken = Math.min(amount, left);
      left -= taken;
      return amount - taken;
    })
    .toReversed();
  return { amounts: reduced, left };
}
