import type { Db, Trx } from '../../platform/db/database.ts';
import { totalSize } from '../../platform/storage/stored-files.repository.ts';
import type { FileRows, FileVersionRow } from './files.table.ts';

/** A project's files, last changed first. */
export async function listFiles(db: Db, projectId: string): Promise<FileRows[]> {
  return groupVersions(
    await db
      .selectFrom('project_files')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('id', 'desc')
      .execute(),
  );
}

export async function findFile(db: Db, projectId: string, fileId: string): Promise<FileRows | undefined> {
  const rows = await db
    .selectFrom('project_files')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('file_id', '=', fileId)
    .orderBy('version', 'desc')
    .execute();
  return groupVersions(rows)[0];
}

/** The file that this account sent with a key. */
export async function findFileByKey(
  db: Db,
  { projectId, accountId, key }: { projectId: string; accountId: string; key: string },
): Promise<FileRows | undefined> {
  const row = await db
    .selectFrom('project_files')
    .select('file_id')
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .where('client_key', '=', key)
    .executeTakeFirst();
  return row && findFile(db, projectId, row.file_id);
}

/** The current versions of some deliverables of a project, in their order; one that is gone is left out. */
export async function listCurrentVersions(
  db: Db,
  projectId: string,
  fileIds: readonly string[],
): Promise<Pick<FileVersionRow, 'id' | 'name'>[]> {
  if (fileIds.length === 0) return [];
  const rows = await db
    .selectFrom('project_files')
    .select(['id', 'file_id', 'name'])
    .where('project_id', '=', projectId)
    .where('file_id', 'in', fileIds)
    .orderBy('version')
    .execute();
  // The newest version comes last.
  const versions = new Map(rows.map(({ file_id, id, name }) => [file_id, { id, name }]));
  return fileIds.flatMap((id) => versions.get(id) ?? []);
}

export async function listDeliverableIds(
  db: Db,
  projectId: string,
  fileIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('project_files')
    .select('file_id')
    .where('project_id', '=', projectId)
    .where('file_id', 'in', fileIds)
    .where('version', '=', 1)
    .where('side', '=', 'studio')
    .execute();
  return rows.map((row) => row.file_id);
}

/** The total size of all versions of a project's files. */
export async function measureFiles(db: Db, projectId: string): Promise<{ bytes: number; count: number }> {
  return db
    .selectFrom('project_files')
    .select((eb) => [totalSize.as('bytes'), eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
}

/** The bytes a client has sent to all projects. */
export async function measureSentBy(db: Db, accountId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('project_files')
    .select(totalSize.as('bytes'))
    .where('account_id', '=', accountId)
    .where('side', '=', 'client')
    .executeTakeFirstOrThrow();
  return bytes;
}

/** The projects where an account sent files as a client. */
export async function listProjectsOfSender(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('project_files')
    .select('project_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('side', '=', 'client')
    .execute();
  return rows.map(({ project_id }) => project_id);
}

export async function insertVersion(trx: Trx, row: FileVersionRow): Promise<void> {
  await trx.insertInto('project_files').values(row).execute();
}

/** Deletes a file and all its versions. */
export async function deleteFile(trx: Trx, projectId: string, fileId: string): Promise<void> {
  await trx
    .deleteFrom('project_files')
    .where('project_id', '=', projectId)
    .where('file_id', '=', fileId)
    .execute();
}

export async function listStoredKeys(trx: Trx, projectId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('project_files')
    .select('stored_key')
    .where('project_id', '=', projectId)
    .execute();
  return rows.map((row) => row.stored_key);
}

/** Groups rows by file; each file's come newest first. */
function groupVersions(rows: readonly FileVersionRow[]): FileRows[] {
  const files = new Map<string, [FileVersionRow, ...FileVersionRow[]]>();
  for (const row of rows) {
    const file = files.get(row.file_id);
    if (file) file.push(row);
    else files.set(row.file_id, [row]);
  }
  return [...files.values()];
}
