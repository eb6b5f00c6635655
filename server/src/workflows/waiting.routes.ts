import { api } from '@atelier/domain/api.ts';
import type { Waiting } from '@atelier/domain/projects/schema.ts';
import { groupWaiting, type WaitingItem, waitingInvoiceKind } from '@atelier/domain/projects/waiting.ts';
import { inRequestOrder } from '@atelier/domain/requests/rules.ts';
import type { FastifyInstance } from 'fastify';
import { listProjectParts } from '../core/projects/project-members.repository.ts';
import { listWaitingChangeOrdersOf } from '../features/change-orders/waiting-change-orders.repository.ts';
import { listWaitingVersionsOf } from '../features/contracts/waiting-versions.repository.ts';
import { listOpenInvoicesOf } from '../features/invoices/invoices.repository.ts';
import { countUnread } from '../features/messages/messages.repository.ts';
import { listReviewsOf } from '../features/milestones/waiting-reviews.repository.ts';
import { listOpenRequestsOf } from '../features/requests/waiting-requests.repository.ts';
import { isoNow } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { bindEndpoint } from '../platform/http/bind.ts';
import type { Platform } from '../platform/platform.ts';

type Found = WaitingItem & { projectId: string };

/** What waits for a client in their projects, over all features. */
export function addWaitingRoutes(app: FastifyInstance, { db, clock }: Pick<Platform, 'db' | 'clock'>): void {
  bindEndpoint(app, api.listWaiting, async ({ actor, query }) => {
    const isClientView = actor.isAdmin && actor.secondFactor !== 'missing' && query.as === 'client';
    const parts = await listProjectParts(db, query.projects, actor.accountId);
    const readers = parts.flatMap(({ id, status, user_id, role }) => {
      // The studio looks as the main contact does.
      if (isClientView || user_id === actor.accountId) {
        return { id, status, role: 'contact' as const, accountId: user_id };
      }
      return role ? { id, status, role, accountId: actor.accountId } : [];
    });
    const ids = readers.map(({ id }) => id);
    const today = isoNow(clock).slice(0, 10);
    const [items, unread] = await Promise.all([listItems(db, ids, today), countMessages(db, readers)]);
    return {
      items: readers.flatMap(({ id: projectId, ...reader }): Waiting[] => {
        const groups = groupWaiting(reader, {
          items: (items.get(projectId) ?? []).map(({ projectId: _, ...item }) => item),
          unread: unread.get(projectId) ?? 0,
        });
        return groups.length === 0 ? [] : [{ projectId, groups }];
      }),
    };
  });
}

/** Everything that waits in some projects, for whoever decides there. */
async function listItems(db: Db, ids: readonly string[], today: string): Promise<Map<string, Found[]>> {
  const [invoices, versions, changeOrders, reviews, requests] = await Promise.all([
    listOpenInvoicesOf(db, ids),
    listWaitingVersionsOf(db, ids),
    listWaitingChangeOrdersOf(db, ids),
    listReviewsOf(db, ids),
    listOpenRequestsOf(db, ids),
  ]);
  const found: Found[] = [
    ...invoices.map((row) => ({
      projectId: row.project_id,
      kind: waitingInvoiceKind(row.due_on, today),
      id: row.id,
      title: row.title,
      number: row.number ?? '',
      at: row.due_on,
      amount: row.open,
    })),
    ...versions.map((row) => ({
      projectId: row.project_id,
      kind: 'contract' as const,
      id: row.id,
      title: '',
      number: String(row.version),
      at: row.at,
      amount: null,
    })),
    ...changeOrders.map((row) => ({
      projectId: row.project_id,
      kind: 'change_order' as const,
      id: row.id,
      title: row.title,
      number: String(row.number),
      at: row.sent_at,
      amount: row.total * 100,
    })),
    ...reviews.map((row) => ({
      projectId: row.project_id,
      kind: 'review' as const,
      id: row.id,
      title: row.title,
      number: '',
      at: row.at,
      amount: null,
    })),
    ...inRequestOrder(requests).map((row) => ({
      projectId: row.project_id,
      kind: 'request' as const,
      id: row.id,
      title: row.title,
      number: '',
      at: row.due,
      amount: null,
    })),
  ];
  return Map.groupBy(found, ({ projectId }) => projectId);
}

/** Each reader's unread messages, by project. */
async function countMessages(
  db: Db,
  readers: readonly { id: string; accountId: string }[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [accountId, own] of Map.groupBy(readers, (reader) => reader.accountId)) {
    const ids = own.map(({ id }) => id);
    for (const { projectId, unread } of await countUnread(db, ids, { accountId, role: 'client' })) {
      counts.set(projectId, unread);
    }
  }
  return counts;
}
