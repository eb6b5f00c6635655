import { createHash } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import { sql } from 'kysely';
import type { Db } from '../../server/src/platform/db/database.ts';
import type { DatabaseLocation } from '../../server/src/platform/db/open.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import type { RunningProduct } from '../../server/test/harness/running-product.ts';
import type { Kept } from './ledger.ts';

/** Opens the database beside the product, and closes it when `work` is done. */
export async function withDatabase<Result>(
  location: DatabaseLocation,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(location);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** Everything that the database has of what writers claim. */
export async function readKept(db: Db): Promise<Kept> {
  const projects = await db.selectFrom('projects').select(['id', 'user_id', 'status', 'data']).execute();
  const goals = ({ data }: { data: string }) => (JSON.parse(data) as { goals?: string }).goals ?? '';
  const enquiries = await db.selectFrom('enquiries').select('message').execute();
  const messages = await db.selectFrom('messages').select('body').execute();
  const files = await db
    .selectFrom('project_files')
    .innerJoin('stored_files', 'stored_files.key', 'project_files.stored_key')
    .select(['project_files.name', 'stored_files.sha256'])
    .where('stored_files.drop_at', 'is', null)
    .execute();
  const milestones = await db.selectFrom('milestones').select(['id', 'status']).execute();
  const contracts = await db.selectFrom('contract_versions').select(['project_id', 'version']).execute();
  const acceptances = await db.selectFrom('contract_acceptances').select('project_id').execute();
  return {
    draft: projects.filter(({ status }) => status === 'draft').map((row) => `${row.user_id} ${goals(row)}`),
    project: projects.filter(({ status }) => status !== 'draft').map(goals),
    enquiry: enquiries.map(({ message }) => message),
    message: messages.map(({ body }) => body),
    file: files.map(({ name, sha256 }) => `${name} ${sha256}`),
    milestone: milestones.map(({ id }) => id),
    approval: milestones.filter(({ status }) => status === 'approved').map(({ id }) => id),
    contract: contracts.map(({ project_id, version }) => `${project_id} ${version}`),
    acceptance: acceptances.map(({ project_id }) => project_id),
  };
}

/** What is there by half: rows of one write without the others of it, and counts that differ from what they count. */
export async function findTorn(db: Db): Promise<string[]> {
  const count = async (table: string, where = '1 = 1') => {
    const { rows } = await sql<{ n: number | string }>`
      select count(*) as n from ${sql.table(table)} where ${sql.raw(where)}`.execute(db);
    return Number(rows[0]?.n);
  };
  const pairs: [string, Promise<number>, Promise<number>][] = [
    ['enquiries and their mails', count('enquiries'), count('mail_outbox', `kind = 'contact.enquiry'`)],
    ['messages and their activity', count('messages'), count('project_activity', `kind = 'message_sent'`)],
    ['files and their activity', count('project_files'), count('project_activity', `kind = 'file_added'`)],
    [
      'acceptances and their activity',
      count('contract_acceptances'),
      count('project_activity', `kind = 'contract_accepted'`),
    ],
    [
      'acceptances and accepted contracts',
      count('contract_acceptances'),
      count('contracts', `status = 'accepted'`),
    ],
    [
      'projects and their mails to the studio',
      count('projects', `status <> 'draft'`),
      count('mail_outbox', `kind = 'project.brief'`),
    ],
    [
      'approvals and their activity',
      count('milestones', `status = 'approved'`),
      count('project_activity', `kind = 'milestone_moved' and side = 'client'`),
    ],
  ];
  const torn: string[] = [];
  for (const [what, one, other] of pairs) {
    const [n, m] = [await one, await other];
    if (n !== m) torn.push(`${what}: ${n} and ${m}`);
  }
  const counts = await db.selectFrom('list_counts').selectAll().execute();
  for (const { name, count: kept } of counts) {
    const [table = '', status] = name.split('.');
    const there = await count(table, status ? `status = '${status}'` : undefined);
    if (there !== Number(kept)) torn.push(`list count ${name}: ${kept}, and there are ${there}`);
  }
  return torn;
}

/** SQLite's own check of its file; nothing on PostgreSQL, which checks pages as it reads them. */
export async function findDamage(db: Db, location: DatabaseLocation): Promise<string[]> {
  if (location.engine === 'postgres') return [];
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  return rows.map(({ integrity_check }) => integrity_check).filter((text) => text !== 'ok');
}

/**
 * Downloads the files of a project that are new.
 * @returns each by its name, and as name and hash of what arrived; undefined where the project can't be seen
 */
export async function downloadFiles(
  { call, origin }: RunningProduct,
  owner: string,
  { projectId, isNew }: { projectId: string; isNew(name: string): boolean },
): Promise<{ name: string; text: string }[] | undefined> {
  const { status, body } = await call(owner, api.listFiles, { params: { id: projectId } });
  if (status !== 200) return undefined;
  const arrived: { name: string; text: string }[] = [];
  // One after the other: an address has few downloads at once.
  for (const { name, url } of body.items.filter((file) => isNew(file.name))) {
    const address = `${origin}${new URL(url).pathname}${new URL(url).search}`;
    let reply = await fetch(address);
    // A connection to the database that broke a moment ago is noticed by the first who uses it: such a call is answered when it is made again.
    if (reply.status === 503) reply = await fetch(address);
    const bytes = Buffer.from(await reply.arrayBuffer());
    const hash = createHash('sha256').update(bytes).digest('hex');
    arrived.push({ name, text: `${name} ${reply.ok ? hash : `status ${reply.status}`}` });
  }
  return arrived;
}
