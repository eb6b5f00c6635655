import type { ContractTerms } from '@atelier/domain/contracts/terms.ts';
import * as contracts from '../../src/features/contracts/contracts.repository.ts';
import * as waitingVersions from '../../src/features/contracts/waiting-versions.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { callsOf, type NounSamples, newRow } from './noun-samples.ts';
import {
  sampleAccount as account,
  address,
  id,
  isWaiting,
  MANY,
  PARTED_PROJECTS,
  partedProject,
  sampleProject as project,
  sampleProjects as projects,
  type SeedRows,
  time,
  words,
} from './values.ts';

/** The shortest content that programs accept as a PDF. */
export const samplePdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF\n');

/** Terms as they are sent, with each kind of payment's due day but a milestone's. */
export const sampleTerms: ContractTerms = {
  lines: [
    { id: id('1', 1), title: 'Website', detail: 'Five pages', price: 5_000 },
    { id: id('1', 2), title: 'Discount', detail: '', price: -200 },
  ],
  plan: {
    kind: 'custom',
    parts: [
      {
        id: id('1', 3),
        label: 'at the start',
        percent: 30,
        due: 'acceptance',
        milestoneId: null,
        date: null,
      },
      { id: id('1', 4), label: 'in spring', percent: 30, due: 'date', milestoneId: null, date: '2030-03-01' },
      { id: id('1', 5), label: 'at launch', percent: 40, due: 'finish', milestoneId: null, date: null },
    ],
  },
  start: '2030-01-07',
  finish: '2030-03-29',
  feedbackRounds: 2,
  clauses: [{ id: id('1', 6), title: 'Payment', text: 'In parts: {payments}. {rounds} of feedback.' }],
};
const terms = JSON.stringify(sampleTerms);

const rows = {
  contracts: [
    // The last project has none.
    MANY - 1,
    (n) => ({
      project_id: id('b', n),
      status: isWaiting(n) ? 'sent' : n % 3 === 0 ? 'accepted' : 'draft',
      version: n % 3 === 0 ? 2 : 0,
      draft_total: 4_800,
      draft_source: 'link',
      draft_link: 'https://studio.example/contract',
      draft_terms: terms,
      draft_document_key: null,
      draft_revision: 1,
      sent_revision: 1,
      created_at: time(n),
      changed_at: time(n),
    }),
  ],
  contract_versions: [
    MANY,
    (n) => ({
      id: id('2', n),
      project_id: id('b', partedProject(n)),
      version: Math.floor((n - 1) / PARTED_PROJECTS) + 1,
      total: 4_800,
      source: 'made',
      link: null,
      document_key: id('4', n),
      sha256: '0'.repeat(64),
      terms,
      sent_by: 'owner@studio.example',
      sent_at: time(n),
    }),
  ],
  contract_change_requests: [
    MANY,
    (n) => ({
      id: id('3', n),
      project_id: id('b', partedProject(n)),
      version: 1,
      message: words(n),
      account_email: address(n),
      client_key: id('3', n),
      created_at: time(n),
    }),
  ],
  contract_acceptances: [
    MANY,
    (n) => ({
      id: id('5', n),
      project_id: id('b', n),
      project_title: `Company ${n}`,
      version: 1,
      total: 4_800,
      source: 'made',
      link: null,
      document_key: id('4', n),
      sha256: '0'.repeat(64),
      record_key: id('4', n),
      account_id: id('a', partedProject(n)),
      account_email: address(n),
      typed_name: 'Ada',
      address: '192.0.2.1',
      user_agent: null,
      accepted_at: time(n),
    }),
  ],
} satisfies Partial<SeedRows>;

/** The rows of a sent contract. */
export async function sendSampleContract(db: Db, projectId: string): Promise<void> {
  const now = new Date(0).toISOString();
  const link = 'https://studio.example/contract';
  const sent = {
    status: 'sent',
    version: 1,
    draft_source: 'link',
    draft_link: link,
    sent_revision: 1,
  } as const;
  await db
    .insertInto('contracts')
    .values({ project_id: projectId, ...sent, draft_revision: 1, created_at: now, changed_at: now })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ ...sent, draft_revision: 1 }))
    .execute();
  await db
    .insertInto('contract_versions')
    .values({
      id: newId(),
      project_id: projectId,
      version: 1,
      total: 4_800,
      source: 'link',
      link,
      sha256: '0'.repeat(64),
      sent_by: 'owner@studio.example',
      sent_at: now,
    })
    .execute();
}

/** The rows of a contract that its client accepted. */
export async function acceptSampleContract(
  db: Db,
  { projectId, accountId }: { projectId: string; accountId: string },
): Promise<void> {
  await sendSampleContract(db, projectId);
  await db.updateTable('contracts').set({ status: 'accepted' }).where('project_id', '=', projectId).execute();
  const own = { id: newId(), project_id: projectId, account_id: accountId };
  const documents = { source: 'link', document_key: null } as const;
  await db
    .insertInto('contract_acceptances')
    .values({ ...newRow(rows.contract_acceptances), ...own, ...documents })
    .execute();
}

/** Samples of contracts. */
export const contractSamples = {
  rows,
  calls: {
    getContract: ({ projectId }) => ({ params: { id: projectId } }),
    acceptContract: ({ projectId }) => ({ params: { id: projectId }, body: { version: 1, name: 'Ada' } }),
    requestContractChange: ({ projectId }) => ({
      params: { id: projectId },
      body: { message: 'The total, please.', version: 1 },
    }),
    listAcceptances: () => ({ query: { limit: 5 } }),
    getContractAsStudio: ({ projectId }) => ({ params: { id: projectId } }),
    saveContract: ({ projectId }) => ({
      params: { id: projectId },
      body: { total: 4800, source: 'link', link: 'https://studio.example/c', revision: 1 },
    }),
    uploadContractDocument: ({ projectId }) => ({
      params: { id: projectId },
      query: { name: 'contract.pdf', revision: 1 },
      body: samplePdf,
    }),
    previewContract: ({ projectId }) => ({
      params: { id: projectId },
      body: { total: 4_800, terms: sampleTerms },
    }),
    sendContract: ({ projectId }) => ({ params: { id: projectId }, body: { revision: 1 } }),
  },
  queries: [
    ...callsOf('contracts', contracts, {
      findContract: [[project]],
      lockContract: [[project]],
      insertContract: [[{ ...newRow(rows.contracts), project_id: id('b', 4_000) }]],
      updateDraft: [[newRow(rows.contracts, 7), { changed_at: time(1), draft_total: 1 }]],
      moveContract: [[newRow(rows.contracts, 200), 'accept']],
      insertVersion: [[newRow(rows.contract_versions)]],
      findVersion: [[project, 1]],
      listVersions: [[project], [project, 20]],
      listSentKeys: [[project]],
      insertChangeRequest: [[newRow(rows.contract_change_requests)]],
      findChangeRequestByKey: [[project, id('3', 7)]],
      listChangeRequests: [[project], [project, 20]],
      forgetRequesters: [[project]],
      replaceRequester: [[{ from: address(7), to: '' }]],
      insertAcceptance: [[newRow(rows.contract_acceptances)]],
      findAcceptance: [[project]],
      listAcceptancesBy: [[account]],
      listAcceptances: [[{ limit: 20 }], [{ limit: 20, before: id('5', 2_000) }]],
      listContractsByStatus: [['sent', 20]],
      listContractPrices: [[projects]],
    }),
    ...callsOf('waiting-versions', waitingVersions, {
      listWaitingVersions: [
        [{ from: time(10), until: time(900) }, 20],
        [{ from: time(10), until: time(900), after: { at: time(20), id: id('2', 20) } }, 20],
      ],
      findWaitingVersion: [[project, id('2', 7)]],
      listWaitingVersionsOf: [[projects]],
    }),
  ],
} satisfies NounSamples;
