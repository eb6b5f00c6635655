import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { keepQuery, type Slots } from '../../platform/db/kept-query.ts';
import type { CallerRecords } from '../accounts/identity-provider.ts';

const callerRecords = keepQuery((db, value: Slots<{ accountId: string; projectId: string | null }>) =>
  db
    // There is a row without an account as well.
    .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('caller'))
    .leftJoin('accounts', (join) => join.on('accounts.id', '=', value('accountId')))
    .leftJoin('projects', (join) => join.on('projects.id', '=', value('projectId')))
    .select(['accounts.email', 'accounts.username', 'accounts.role', 'accounts.disabled_at'])
    .leftJoin('project_members', (join) =>
      join
        .on('project_members.project_id', '=', value('projectId'))
        .on('project_members.account_id', '=', value('accountId')),
    )
    .select(['projects.user_id as client_id', 'project_members.role as member_role']),
);

/** What the database has on a caller whose provider keeps its sessions elsewhere. */
export async function findCallerRecords(
  db: Db,
  accountId: string,
  projectId: string | undefined,
): Promise<CallerRecords> {
  const row = await callerRecords.executeTakeFirst(db, { accountId, projectId: projectId ?? null });
  const { email, role } = row ?? {};
  const hasAccount = email != null && role != null;
  return {
    account: hasAccount
      ? { id: accountId, email, username: row?.username ?? null, role, disabled_at: row?.disabled_at ?? null }
      : undefined,
    project: row?.client_id ? { clientId: row.client_id, role: row.member_role ?? undefined } : undefined,
  };
}
