import type { ChangeOrderStatus } from '../change-orders/rules.ts';
import type { ContractStatus } from '../contracts/rules.ts';
import type { MilestoneStatus } from '../milestones/rules.ts';
import type { MadeAddress } from '../pages.ts';
import { type ClientRole, includesRole } from '../people/rules.ts';
import type { ProjectTabName } from '../project-parts.ts';
import type { ReminderKind } from '../reminders/rules.ts';
import type { RequestStatus } from '../requests/rules.ts';
import { type ProjectPlace, type ProjectPlaceName, placeAnchor, placePath } from './places.ts';
import type { ProjectStatus } from './rules.ts';

/*
 * What waits for a client. The portal's overview, the cards of its projects, the marks on its tabs and the mails that remind of
 * several things all follow this order and these conditions.
 */

/** The most pressing first. */
export const WAITING_KINDS = [
  'overdue_invoice',
  'contract',
  'change_order',
  'review',
  'invoice',
  'request',
  'message',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** The status in which each waits for its client; an invoice waits while something of it is left to pay. */
export const WAITING_STATUS = {
  contract: 'sent',
  changeOrder: 'sent',
  milestone: 'in_review',
  request: 'open',
} as const satisfies {
  contract: ContractStatus;
  changeOrder: ChangeOrderStatus;
  milestone: MilestoneStatus;
  request: RequestStatus;
};

interface WaitingRule {
  /** Where it is done. */
  tab: ProjectTabName;
  /** The role on the client's side that it takes. */
  role: ClientRole;
  /** The statuses of projects in which it waits: what is owed stays owed. */
  statuses: readonly ProjectStatus[];
}

const OPEN = ['submitted'] as const;
const OWED = ['submitted', 'archived'] as const;

export const WAITING_RULES: Record<WaitingKind, WaitingRule> = {
  overdue_invoice: { tab: 'invoices', role: 'decides', statuses: OWED },
  contract: { tab: 'contract', role: 'decides', statuses: OPEN },
  change_order: { tab: 'contract', role: 'decides', statuses: OPEN },
  review: { tab: 'milestones', role: 'decides', statuses: OPEN },
  invoice: { tab: 'invoices', role: 'decides', statuses: OWED },
  request: { tab: 'overview', role: 'follows', statuses: OPEN },
  message: { tab: 'feedback', role: 'follows', statuses: OPEN },
};

/** True if a kind of thing waits for a reader of a project. */
export function waitsFor(kind: WaitingKind, reader: { role: ClientRole; status: ProjectStatus }): boolean {
  const { role, statuses } = WAITING_RULES[kind];
  return statuses.includes(reader.status) && includesRole(reader.role, role);
}

/** An invoice is overdue from the day after its due date. */
export const waitingInvoiceKind = (dueOn: string | null, today: string): WaitingKind =>
  dueOn !== null && dueOn < today ? 'overdue_invoice' : 'invoice';

const REMINDED: Record<Exclude<ReminderKind, 'draft' | 'invoice'>, WaitingKind> = {
  contract: 'contract',
  change_order: 'change_order',
  review: 'review',
  request: 'request',
  undated_request: 'request',
  message: 'message',
};

/** The place of a reminder in a mail about several: a brief that isn't sent waits last. */
export function reminderRank(kind: ReminderKind, { on, today }: { on: string; today: string }): number {
  if (kind === 'draft') return WAITING_KINDS.length;
  return WAITING_KINDS.indexOf(kind === 'invoice' ? waitingInvoiceKind(on, today) : REMINDED[kind]);
}

/** One thing that waits. */
export interface WaitingItem {
  kind: WaitingKind;
  id: string;
  /** Its own title; empty for a contract. */
  title: string;
  /** A contract's version, a change order's place, an invoice's number; empty for others. */
  number: string;
  /** Since when it waits: a moment. An invoice and a request have the day they are due; null without one. */
  at: string | null;
  /** Integer cents; null where it isn't about money. */
  amount: number | null;
}

/** All of one kind in a project: the first of them, and how many there are. */
export interface WaitingGroup {
  kind: WaitingKind;
  count: number;
  items: WaitingItem[];
}

/** The most of one kind that are named. */
export const WAITING_NAMED = 4;

/** What waits for a reader of a project, in order. */
export function groupWaiting(
  reader: { role: ClientRole; status: ProjectStatus },
  { items, unread }: { items: readonly WaitingItem[]; unread: number },
): WaitingGroup[] {
  return WAITING_KINDS.filter((kind) => waitsFor(kind, reader)).flatMap((kind) => {
    const found = items.filter((item) => item.kind === kind);
    const count = kind === 'message' ? unread : found.length;
    return count === 0 ? [] : [{ kind, count, items: found.slice(0, WAITING_NAMED) }];
  });
}

/** How many things wait in a tab. */
export const countInTab = (
  groups: readonly Pick<WaitingGroup, 'kind' | 'count'>[],
  tab: ProjectTabName,
): number =>
  groups.reduce((sum, { kind, count }) => (WAITING_RULES[kind].tab === tab ? sum + count : sum), 0);

/** Where each is done. */
const PLACES = {
  overdue_invoice: 'invoice',
  contract: 'contract',
  change_order: 'change_order',
  review: 'milestone',
  invoice: 'invoice',
  request: 'request',
  message: 'messages',
} as const satisfies Record<WaitingKind, ProjectPlaceName>;

function placeOf({ kind, id }: Pick<WaitingItem, 'kind' | 'id'>): ProjectPlace {
  const what = PLACES[kind];
  return what === 'contract' || what === 'messages' ? { what } : { what, id };
}

/** The element id of one of them in its tab; undefined where the tab shows nothing else. */
export const waitingAnchor = (item: Pick<WaitingItem, 'kind' | 'id'>) => placeAnchor(placeOf(item));

/** Where one of them is in the portal. */
export const waitingPath = (projectId: string, item: Pick<WaitingItem, 'kind' | 'id'>): MadeAddress =>
  placePath('client', projectId, placeOf(item));
