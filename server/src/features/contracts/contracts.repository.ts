import {
  CONTRACT_TRANSITIONS,
  type ContractAction,
  type ContractStatus,
} from '@atelier/domain/contracts/rules.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { AcceptanceRow, ChangeRequestRow, ContractRow, ContractVersionRow } from './contracts.table.ts';

export async function findContract(db: Db, projectId: string): Promise<ContractRow | undefined> {
  return db.selectFrom('contracts').selectAll().where('project_id', '=', projectId).executeTakeFirst();
}

export async function lockContract(trx: Trx, projectId: string): Promise<ContractRow | undefined> {
  return trx
    .selectFrom('contracts')
    .selectAll()
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertContract(trx: Trx, contract: ContractRow): Promise<ContractRow> {
  return trx.insertInto('contracts').values(contract).returningAll().executeTakeFirstOrThrow();
}

/** What the studio changes of a draft. */
export type DraftColumns = Pick<
  ContractRow,
  'draft_total' | 'draft_source' | 'draft_link' | 'draft_document_key' | 'draft_terms'
>;

/** Updates the draft if it still has the revision that the caller read; returns whether it did. */
export async function updateDraft(
  trx: Trx,
  { project_id, draft_revision }: ContractRow,
  change: Pick<ContractRow, 'changed_at'> & Partial<DraftColumns>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('contracts')
    .set({ ...change, draft_revision: draft_revision + 1 })
    .where('project_id', '=', project_id)
    .where('draft_revision', '=', draft_revision)
    .where('status', '!=', 'accepted')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Takes a step if the contract still has the state and version that the caller read; returns whether it
 * did.
 */
export async function moveContract(
  trx: Trx,
  { project_id, status, version }: ContractRow,
  action: ContractAction,
  change: Partial<Pick<ContractRow, 'version' | 'sent_revision'>> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('contracts')
    .set({ ...change, status: CONTRACT_TRANSITIONS[action].to })
    .where('project_id', '=', project_id)
    .where('status', '=', status)
    .where('status', 'in', CONTRACT_TRANSITIONS[action].from)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function insertVersion(trx: Trx, version: ContractVersionRow): Promise<void> {
  await trx.insertInto('contract_versions').values(version).execute();
}

export async function findVersion(
  db: Db,
  projectId: string,
  version: number,
): Promise<ContractVersionRow | undefined> {
  return db
    .selectFrom('contract_versions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** Newest first: all of them, or at most `limit`. */
export async function listVersions(db: Db, projectId: string, limit?: number): Promise<ContractVersionRow[]> {
  return db
    .selectFrom('contract_versions')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('version', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/** The keys of every sent document. */
export async function listSentKeys(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('contract_versions')
    .select('document_key')
    .where('project_id', '=', projectId)
    .execute();
  return rows.flatMap(({ document_key }) => document_key ?? []);
}

export async function insertChangeRequest(trx: Trx, request: ChangeRequestRow): Promise<void> {
  await trx.insertInto('contract_change_requests').values(request).execute();
}

export async function findChangeRequestByKey(
  db: Db,
  projectId: string,
  key: string,
): Promise<ChangeRequestRow | undefined> {
  return db
    .selectFrom('contract_change_requests')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('client_key', '=', key)
    .executeTakeFirst();
}

/** Oldest first: all of them, or the newest `limit`. Ids are ordered by time. */
export async function listChangeRequests(
  db: Db,
  projectId: string,
  limit?: number,
): Promise<ChangeRequestRow[]> {
  const newest = await db
    .selectFrom('contract_change_requests')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return newest.reverse();
}

/** Removes the addresses from the requests in a project. */
export async function forgetRequesters(trx: Trx, projectId: string): Promise<void> {
  await trx
    .updateTable('contract_change_requests')
    .set({ account_email: '' })
    .where('project_id', '=', projectId)
    .execute();
}

/** Replaces a person's address on their requests, in projects that they have left too; an empty one removes it. */
export async function replaceRequester(trx: Trx, { from, to }: { from: string; to: string }): Promise<void> {
  await trx
    .updateTable('contract_change_requests')
    .set({ account_email: to })
    .where('account_email', '=', from)
    .execute();
}

export async function insertAcceptance(trx: Trx, acceptance: AcceptanceRow): Promise<void> {
  await trx.insertInto('contract_acceptances').values(acceptance).execute();
}

export async function findAcceptance(db: Db, projectId: string): Promise<AcceptanceRow | undefined> {
  return db
    .selectFrom('contract_acceptances')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

/** Oldest first. */
export async function listAcceptancesBy(db: Db, accountId: string): Promise<AcceptanceRow[]> {
  return db
    .selectFrom('contract_acceptances')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

/** An acceptance, and whether its project still exists. */
export type RecordedAcceptance = AcceptanceRow & { has_project: string | null };

/** Of every existing or deleted project, newest first. Ids are ordered by time. */
export async function listAcceptances(
  db: Db,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<RecordedAcceptance[]> {
  return db
    .selectFrom('contract_acceptances')
    .leftJoin('projects', 'projects.id', 'contract_acceptances.project_id')
    .selectAll('contract_acceptances')
    .select('projects.id as has_project')
    .$if(before !== undefined, (query) => query.where('contract_acceptances.id', '<', before ?? ''))
    .orderBy('contract_acceptances.id', 'desc')
    .limit(limit)
    .execute();
}

/** Of all open projects, those whose contract has a status, longest first. */
export async function listContractsByStatus(db: Db, status: ContractStatus, limit: number) {
  return db
    .selectFrom('contracts')
    .innerJoin('projects', 'projects.id', 'contracts.project_id')
    .select(['projects.id', 'projects.company', 'projects.email', 'projects.kind', 'projects.title'])
    .select('contracts.changed_at as since')
    .where('projects.status', '=', 'submitted')
    .where('contracts.status', '=', status)
    .orderBy('contracts.changed_at')
    .limit(limit)
    .execute();
}

/** The status of the contracts of some projects, and the price of what was sent last. */
export async function listContractPrices(db: Db, projectIds: readonly string[]) {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom('contracts')
    .leftJoin('contract_versions', (join) =>
      join
        .onRef('contract_versions.project_id', '=', 'contracts.project_id')
        .onRef('contract_versions.version', '=', 'contracts.version'),
    )
    .select(['contracts.project_id', 'contracts.status', 'contract_versions.total'])
    .where('contracts.project_id', 'in', projectIds)
    .execute();
}
