import * as changeOrders from '../../src/features/change-orders/change-orders.repository.ts';
import * as waitingChangeOrders from '../../src/features/change-orders/waiting-change-orders.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { callsOf, type NounSamples, newRow, type ProjectSubject } from './noun-samples.ts';
import {
  sampleAccount as account,
  id,
  MANY,
  PARTED_PROJECTS,
  partedProject,
  sampleProject as project,
  sampleProjects as projects,
  type SeedRows,
  time,
  words,
} from './values.ts';

/** More to do, to pay and to wait for. */
export const sampleChange = {
  title: 'A newsletter',
  reason: 'You asked for one.',
  terms: {
    lines: [
      { id: id('1', 11), title: 'Newsletter', detail: 'Set up and designed', price: 900 },
      { id: id('1', 12), title: 'No blog', detail: '', price: -200 },
    ],
    payments: [
      {
        id: id('1', 13),
        label: 'when the newsletter is approved',
        percent: 100,
        due: 'milestone' as const,
        milestoneId: id('1', 14),
        date: null,
      },
    ],
    days: 7,
    milestones: [{ id: id('1', 14), title: 'Newsletter', description: 'Ready to send.', due: '2026-05-01' }],
  },
};

const rows = {
  change_orders: [
    MANY,
    (n) => ({
      id: id('1', 10_000 + n),
      project_id: id('b', partedProject(n)),
      project_title: `Company ${n}`,
      number: Math.floor((n - 1) / PARTED_PROJECTS) + 1,
      status: n % 2 === 0 ? 'accepted' : 'sent',
      title: words(n),
      reason: '',
      terms: JSON.stringify(sampleChange.terms),
      total: 700,
      message_id: null,
      source_key: `hand ${id('1', 10_000 + n)}`,
      document_key: id('4', n),
      sha256: '0'.repeat(64),
      sent_by: 'owner@studio.example',
      sent_at: time(n),
      ended_at: n % 2 === 0 ? time(n) : null,
      answer: '',
      record_key: null,
      account_id: n % 2 === 0 ? id('a', partedProject(n)) : null,
      account_email: null,
      typed_name: null,
      address: null,
      user_agent: null,
      revision: 1,
      created_at: time(n),
    }),
  ],
} satisfies Partial<SeedRows>;

/** A change order of a project. */
export async function makeChangeOrder(
  db: Db,
  { projectId, status, number }: { projectId: string; status: 'draft' | 'sent'; number: number },
): Promise<string> {
  const orderId = newId();
  const { terms } = sampleChange;
  const milestoneId = newId();
  const own = {
    ...{ id: orderId, project_id: projectId, status, number, source_key: `hand ${orderId}` },
    terms: JSON.stringify({
      ...terms,
      payments: terms.payments.map((part) => ({ ...part, milestoneId })),
      milestones: terms.milestones.map((milestone) => ({ ...milestone, id: milestoneId })),
    }),
  };
  const row = { ...newRow(rows.change_orders), ...own, document_key: null, ended_at: null, account_id: null };
  await db.insertInto('change_orders').values(row).execute();
  return orderId;
}

interface ChangeOrderSubject extends ProjectSubject {
  /** A project whose contract is accepted. */
  acceptedProjectId: string;
  /** A draft, and one that was sent. */
  draftOrderId: string;
  changeOrderId: string;
}

/** Samples of change orders. */
export const changeOrderSamples = {
  rows,
  calls: {
    listChangeOrders: ({ acceptedProjectId }) => ({ params: { id: acceptedProjectId } }),
    acceptChangeOrder: ({ acceptedProjectId, changeOrderId }) => ({
      params: { id: acceptedProjectId, changeOrderId },
      body: { name: 'Ada' },
    }),
    declineChangeOrder: ({ acceptedProjectId, changeOrderId }) => ({
      params: { id: acceptedProjectId, changeOrderId },
      body: { reason: 'Too much.' },
    }),
    listChangeOrdersAsStudio: ({ acceptedProjectId }) => ({ params: { id: acceptedProjectId } }),
    createChangeOrder: ({ acceptedProjectId }) => ({
      params: { id: acceptedProjectId },
      body: { title: 'A newsletter' },
    }),
    saveChangeOrder: ({ acceptedProjectId, draftOrderId }) => ({
      params: { id: acceptedProjectId, changeOrderId: draftOrderId },
      body: { ...sampleChange, revision: 1 },
    }),
    deleteChangeOrder: ({ acceptedProjectId, draftOrderId }) => ({
      params: { id: acceptedProjectId, changeOrderId: draftOrderId },
      query: { revision: 1 },
    }),
    previewChangeOrder: ({ acceptedProjectId, draftOrderId }) => ({
      params: { id: acceptedProjectId, changeOrderId: draftOrderId },
    }),
    sendChangeOrder: ({ acceptedProjectId, draftOrderId }) => ({
      params: { id: acceptedProjectId, changeOrderId: draftOrderId },
      body: { revision: 1 },
    }),
    withdrawChangeOrder: ({ acceptedProjectId, changeOrderId }) => ({
      params: { id: acceptedProjectId, changeOrderId },
    }),
  },
  queries: [
    ...callsOf('change-orders', changeOrders, {
      listChangeOrders: [
        [project, { withDrafts: true }],
        [project, { withDrafts: false }],
      ],
      findChangeOrder: [[project, id('1', 10_007)]],
      findChangeOrderBySource: [[`hand ${id('1', 10_007)}`]],
      listChangeOrdersBy: [[account]],
      listAcceptedTotals: [[projects]],
      insertChangeOrder: [[newRow(rows.change_orders)]],
      updateChangeOrder: [[newRow(rows.change_orders, 7), { title: 'Other' }]],
      deleteChangeOrderDraft: [[newRow(rows.change_orders, 7)]],
      deleteUnacceptedChangeOrders: [[project]],
    }),
    ...callsOf('waiting-change-orders', waitingChangeOrders, {
      listWaitingChangeOrders: [
        [{ from: time(10), until: time(900) }, 20],
        [{ from: time(10), until: time(900), after: { at: time(20), id: id('1', 10_020) } }, 20],
      ],
      findWaitingChangeOrder: [[project, id('1', 10_007)]],
      listWaitingChangeOrdersOf: [[projects]],
    }),
  ],
} satisfies NounSamples<ChangeOrderSubject>;
