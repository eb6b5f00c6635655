import { PAGES } from '@atelier/domain/pages.ts';
import { waitingPath } from '@atelier/domain/projects/waiting.ts';
import { type RecordEvent, STUDIO_ITSELF } from '../core/projects/project-event.ts';
import { findProjectFacts, listDraftsChanged } from '../core/projects/projects.repository.ts';
import {
  findWaitingChangeOrder,
  listWaitingChangeOrders,
} from '../features/change-orders/waiting-change-orders.repository.ts';
import {
  findWaitingVersion,
  listWaitingVersions,
} from '../features/contracts/waiting-versions.repository.ts';
import { findInvoice, listOpenInvoicesDue } from '../features/invoices/invoices.repository.ts';
import type { InvoiceRow } from '../features/invoices/invoices.table.ts';
import { findWaitingMessage, listWaitingMessages } from '../features/messages/waiting-messages.repository.ts';
import { findWaitingReview, listWaitingReviews } from '../features/milestones/waiting-reviews.repository.ts';
import type { RemindedThing, WaitingThing } from '../features/reminders/reminded-thing.ts';
import {
  findWaitingRequest,
  listUndatedRequests,
  listWaitingRequests,
  type WaitingRequest,
} from '../features/requests/waiting-requests.repository.ts';
import type { Trx } from '../platform/db/database.ts';

/** Everything that clients are reminded of, each until it is done. */
export function remindedThings(recordEvent: RecordEvent): RemindedThing[] {
  return [
    contracts,
    changeOrders,
    reviews,
    requests,
    undatedRequests,
    messages,
    drafts,
    invoices(recordEvent),
  ];
}

const contracts: RemindedThing = {
  kind: 'contract',
  statuses: ['submitted'],
  list: async (...range) => (await listWaitingVersions(...range)).map(toContract),
  find: async (trx, { projectId, id }) => mapFound(await findWaitingVersion(trx, projectId, id), toContract),
  pathOf: ({ projectId, id }) => waitingPath(projectId, { kind: 'contract', id }),
};

const changeOrders: RemindedThing = {
  kind: 'change_order',
  statuses: ['submitted'],
  list: async (...range) => (await listWaitingChangeOrders(...range)).map(toChangeOrder),
  find: async (trx, { projectId, id }) =>
    mapFound(await findWaitingChangeOrder(trx, projectId, id), toChangeOrder),
  pathOf: ({ projectId, id }) => waitingPath(projectId, { kind: 'change_order', id }),
};

const reviews: RemindedThing = {
  kind: 'review',
  decides: 'review',
  statuses: ['submitted'],
  list: async (...range) => (await listWaitingReviews(...range)).map(toReview),
  // One that is in another review by now has steps of its own.
  find: async (trx, { projectId, id, ref = id }) => {
    const found = mapFound(await findWaitingReview(trx, projectId, ref), toReview);
    return found?.id === id ? found : undefined;
  },
  pathOf: ({ projectId, id, ref = id }) => waitingPath(projectId, { kind: 'review', id: ref }),
};

const requests: RemindedThing = {
  kind: 'request',
  decides: 'request',
  statuses: ['submitted'],
  list: async (...range) => (await listWaitingRequests(...range)).flatMap((row) => toRequest(row) ?? []),
  find: (trx, thing) => findRequest(trx, thing, toRequest),
  pathOf: ({ projectId, id, ref = id }) => waitingPath(projectId, { kind: 'request', id: ref }),
};

const undatedRequests: RemindedThing = {
  kind: 'undated_request',
  decides: 'request',
  statuses: ['submitted'],
  list: async (...range) =>
    (await listUndatedRequests(...range)).flatMap((row) => toUndatedRequest(row) ?? []),
  find: (trx, thing) => findRequest(trx, thing, toUndatedRequest),
  pathOf: requests.pathOf,
};

const messages: RemindedThing = {
  kind: 'message',
  statuses: ['submitted'],
  list: async (...range) => (await listWaitingMessages(...range)).map(toMessage),
  find: async (trx, { projectId, id }) => mapFound(await findWaitingMessage(trx, projectId, id), toMessage),
  pathOf: ({ projectId, id }) => waitingPath(projectId, { kind: 'message', id }),
};

const drafts: RemindedThing = {
  kind: 'draft',
  statuses: ['draft'],
  isForContactOnly: true,
  list: async (...range) => (await listDraftsChanged(...range)).map(toDraft),
  find: async (trx, { projectId }) => {
    const project = await findProjectFacts(trx, projectId);
    return project?.status === 'draft' ? toDraft({ id: project.id, at: project.updated_at }) : undefined;
  },
  pathOf: () => PAGES.start,
};

/** Also those of archived projects: what is owed stays owed. */
function invoices(recordEvent: RecordEvent): RemindedThing {
  return {
    kind: 'invoice',
    statuses: ['submitted', 'archived'],
    list: async (...range) => (await listOpenInvoicesDue(...range)).flatMap((row) => toInvoice(row) ?? []),
    find: async (trx, { projectId, id }) => {
      const row = await findInvoice(trx, projectId, id);
      return row && row.open > 0 ? toInvoice(row) : undefined;
    },
    pathOf: ({ projectId, id }) => waitingPath(projectId, { kind: 'invoice', id }),
    reminded: (trx, { projectId, id, title, amount = 0, at }, step) =>
      recordEvent(trx, {
        projectId,
        kind: 'invoice_reminded',
        by: STUDIO_ITSELF,
        subject: { id, title },
        detail: { number: title.replace(/^Invoice /, ''), step, open: amount, dueOn: at },
      }),
  };
}

/** One that was asked again has steps of its own. */
async function findRequest(
  trx: Trx,
  { projectId, id, ref = id }: WaitingThing,
  map: (row: WaitingRequest) => WaitingThing | undefined,
): Promise<WaitingThing | undefined> {
  const row = await findWaitingRequest(trx, projectId, ref);
  const found = row && map(row);
  return found?.id === id ? found : undefined;
}

const mapFound = <Row>(row: Row | undefined, map: (row: Row) => WaitingThing) => row && map(row);

const toContract = (row: { id: string; project_id: string; at: string }): WaitingThing => ({
  id: row.id,
  projectId: row.project_id,
  title: 'Contract',
  at: row.at,
});

const toChangeOrder = (row: {
  id: string;
  project_id: string;
  title: string;
  sent_at: string | null;
}): WaitingThing => ({ id: row.id, projectId: row.project_id, title: row.title, at: row.sent_at ?? '' });

/** A move into review begins reminders again; one of before moves had records is known by its milestone. */
const toReview = (row: {
  id: string;
  project_id: string;
  title: string;
  move_id: string | null;
  at: string;
}): WaitingThing => ({
  id: row.move_id ?? row.id,
  ref: row.id,
  projectId: row.project_id,
  title: row.title,
  at: row.at,
});

const requestOf = ({ id, project_id, title, last_answer_id }: WaitingRequest) => ({
  id: last_answer_id ?? id,
  ref: id,
  projectId: project_id,
  title,
});

const toRequest = (row: WaitingRequest): WaitingThing | undefined =>
  row.due === null ? undefined : { ...requestOf(row), at: row.due, since: row.status_at };

const toUndatedRequest = (row: WaitingRequest): WaitingThing | undefined =>
  row.due === null ? { ...requestOf(row), at: row.status_at } : undefined;

const toMessage = (row: { id: string; project_id: string; at: string }): WaitingThing => ({
  id: row.id,
  projectId: row.project_id,
  title: 'Message',
  at: row.at,
});

const toDraft = ({ id, at }: { id: string; at: string }): WaitingThing => ({
  id,
  projectId: id,
  title: 'Brief',
  at,
});

/** Undefined for one that isn't sent. */
function toInvoice({
  id,
  project_id,
  number,
  open,
  due_on,
  issued_on,
}: InvoiceRow): WaitingThing | undefined {
  if (due_on === null || issued_on === null) return undefined;
  return {
    id,
    projectId: project_id,
    title: `Invoice ${number ?? ''}`,
    amount: open,
    at: due_on,
    since: issued_on,
  };
}
