import type { Db, Trx } from '../../platform/db/database.ts';
import type { ProjectInvitationRow } from './people.table.ts';

/** A project's colleagues with the names and addresses of their accounts, those who joined first at the beginning. */
export async function listMemberAccounts(db: Db, projectId: string) {
  return db
    .selectFrom('project_members')
    .innerJoin('accounts', 'accounts.id', 'project_members.account_id')
    .select(['accounts.id', 'accounts.email', 'accounts.username'])
    .select(['project_members.role', 'project_members.joined_at'])
    .where('project_members.project_id', '=', projectId)
    .orderBy('project_members.joined_at')
    .orderBy('accounts.id')
    .execute();
}

/** What an account has a part in as a colleague. */
export async function listMemberships(db: Db, accountId: string) {
  return db
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .select(['projects.id', 'projects.company', 'projects.email', 'projects.kind', 'projects.title'])
    .select(['project_members.role', 'project_members.joined_at'])
    .where('project_members.account_id', '=', accountId)
    .orderBy('projects.id')
    .execute();
}

/** A project's invitations, oldest first. */
export async function listInvitations(db: Db, projectId: string): Promise<ProjectInvitationRow[]> {
  return db
    .selectFrom('project_invitations')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
}

/** Adds an invitation; one to the same address is replaced. */
export async function putInvitation(trx: Trx, invitation: ProjectInvitationRow): Promise<void> {
  const { role, invited_by, invited_by_name, created_at, expires_at } = invitation;
  await trx
    .insertInto('project_invitations')
    .values(invitation)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'email'])
        .doUpdateSet({ role, invited_by, invited_by_name, created_at, expires_at }),
    )
    .execute();
}

/** Returns whether there was one. */
export async function deleteInvitation(trx: Trx, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('project_invitations')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes the invitations to a project but some. */
export async function deleteInvitationsBut(
  trx: Trx,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('project_invitations')
    .where('project_id', '=', projectId)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute();
}

/** The invitations to an address, oldest first, each with its project's name. */
export async function listReceivedInvitations(db: Db, email: string) {
  return db
    .selectFrom('project_invitations as i')
    .innerJoin('projects as p', 'p.id', 'i.project_id')
    .select(['i.id', 'i.role', 'i.invited_by_name', 'i.expires_at', 'p.status'])
    .select(['p.company', 'p.email', 'p.kind', 'p.title'])
    .where('i.email', '=', email)
    .orderBy('i.id')
    .execute();
}

/** An invitation to an address. */
export async function findReceivedInvitation(
  db: Db,
  id: string,
  email: string,
): Promise<ProjectInvitationRow | undefined> {
  return db
    .selectFrom('project_invitations')
    .selectAll()
    .where('id', '=', id)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Deletes the invitations that expired before a moment. */
export async function deleteInvitationsExpiredBefore(trx: Trx, before: string): Promise<void> {
  await trx.deleteFrom('project_invitations').where('expires_at', '<', before).execute();
}

/** Deletes the invitations to an address. */
export async function deleteInvitationsTo(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('project_invitations').where('email', '=', email).execute();
}

/** Deletes the invitations to a project. */
export async function deleteInvitationsOf(trx: Trx, projectId: string): Promise<void> {
  await trx.deleteFrom('project_invitations').where('project_id', '=', projectId).execute();
}

/** Replaces the name of a deleted account on its invitations, in projects that it has left too. */
export async function forgetInviter(
  trx: Trx,
  { accountId, name }: { accountId: string; name: string },
): Promise<void> {
  await trx
    .updateTable('project_invitations')
    .set({ invited_by_name: name })
    .where('invited_by', '=', accountId)
    .execute();
}
