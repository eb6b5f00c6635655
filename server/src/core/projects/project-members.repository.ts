import { FORMER_CLIENT_ID } from '@atelier/domain/accounts/rules.ts';
import type { ClientRole, ColleagueRole } from '@atelier/domain/people/rules.ts';
import type { Expression } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { keepQuery, type Slots } from '../../platform/db/kept-query.ts';
import type { Account } from '../accounts/accounts.table.ts';
import type { ProjectMember } from './project-members.table.ts';

/** Who is on the client's side of a project. */
export interface ClientSide {
  /** The main contact's account. */
  clientId: string;
  /** The roles of the others, by their accounts. */
  roles: ReadonlyMap<string, ColleagueRole>;
}

const peopleOfProject = keepQuery((db, value: Slots<{ id: string }>) =>
  db
    .selectFrom('projects')
    .select('user_id as id')
    .where('id', '=', value('id'))
    .unionAll(
      db.selectFrom('project_members').select('account_id as id').where('project_id', '=', value('id')),
    ),
);

/** The accounts on the client's side of a project; none for a missing one. */
export async function listClientIds(db: Db, projectId: string): Promise<string[]> {
  const rows = await peopleOfProject.execute(db, { id: projectId });
  return rows.map(({ id }) => id).filter((id) => id !== FORMER_CLIENT_ID);
}

/** The people of some projects, by the projects' ids. */
export async function findClientSides(db: Db, ids: readonly string[]): Promise<Map<string, ClientSide>> {
  const [projects, members] = await Promise.all([
    db.selectFrom('projects').select(['id', 'user_id']).where('id', 'in', ids).execute(),
    db
      .selectFrom('project_members')
      .select(['project_id', 'account_id', 'role'])
      .where('project_id', 'in', ids)
      .execute(),
  ]);
  const ofProject = Map.groupBy(members, ({ project_id }) => project_id);
  return new Map(
    projects.map(({ id, user_id }) => {
      const roles = new Map((ofProject.get(id) ?? []).map(({ account_id, role }) => [account_id, role]));
      return [id, { clientId: user_id, roles }];
    }),
  );
}

/** A project's colleagues, those who joined first at the beginning. */
export async function listMembers(db: Db, projectId: string): Promise<ProjectMember[]> {
  return db
    .selectFrom('project_members')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('joined_at')
    .orderBy('account_id')
    .execute();
}

export async function findMember(
  db: Db,
  projectId: string,
  accountId: string,
): Promise<ProjectMember | undefined> {
  return db
    .selectFrom('project_members')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** The projects that an account has a part in as a colleague. */
export async function listSharedProjectIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('project_members')
    .select('project_id')
    .where('account_id', '=', accountId)
    .orderBy('project_id')
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/** Adds a colleague, or replaces the row of one. */
export async function putMember(trx: Trx, member: ProjectMember): Promise<void> {
  const { role, joined_at } = member;
  await trx
    .insertInto('project_members')
    .values(member)
    .onConflict((conflict) => conflict.columns(['project_id', 'account_id']).doUpdateSet({ role, joined_at }))
    .execute();
}

/** Returns whether there was one. */
export async function deleteMember(trx: Trx, projectId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('project_members')
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Removes every colleague from a project. */
export async function deleteMembersOf(trx: Trx, projectId: string): Promise<void> {
  await trx.deleteFrom('project_members').where('project_id', '=', projectId).execute();
}

/**
 * Locks the accounts that may follow a client in their projects, in the order of their ids: the colleagues who decide, and former
 * main contacts who can undo that they were replaced.
 */
export async function lockSuccessors(trx: Trx, clientId: string, now: string): Promise<void> {
  const own = trx.selectFrom('projects').select('id').where('user_id', '=', clientId);
  const deciders = trx
    .selectFrom('project_members')
    .select('account_id')
    .where('project_id', 'in', own)
    .where('role', '=', 'decides');
  const former = trx
    .selectFrom('contact_changes')
    .select('former_id as account_id')
    .where('project_id', 'in', own)
    .where('ended', 'is', null)
    .where('expires_at', '>', now);
  await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', deciders.unionAll(former))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The colleagues who decide, the longest first. */
export async function listSuccessors(
  trx: Trx,
  projectId: string,
): Promise<Pick<Account, 'id' | 'email' | 'username'>[]> {
  return trx
    .selectFrom('project_members')
    .innerJoin('accounts', 'accounts.id', 'project_members.account_id')
    .select(['accounts.id', 'accounts.email', 'accounts.username'])
    .where('project_members.project_id', '=', projectId)
    .where('project_members.role', '=', 'decides')
    .orderBy('project_members.joined_at')
    .orderBy('accounts.id')
    .execute();
}

/** Ends what an account has a part in, and returns the projects. */
export async function deleteMemberships(trx: Trx, accountId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('project_members')
    .where('account_id', '=', accountId)
    .returning('project_id')
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/**
 * For `where id in (…)`: the projects on whose client's side an account is. One list of ids that both engines look up
 * by the primary key; an `or` would have PostgreSQL read every project.
 * @param needed the role it must have there at least
 */
export function projectsOf(
  db: Db,
  accountId: string | Expression<string>,
  needed: Exclude<ClientRole, 'contact'>,
) {
  const shared = db
    .selectFrom('project_members')
    .select('project_id as id')
    .where('account_id', '=', accountId);
  return db
    .selectFrom('projects')
    .select('id')
    .where('user_id', '=', accountId)
    .unionAll(needed === 'decides' ? shared.where('role', '=', 'decides') : shared);
}

/** Some projects with their main contact and the part that an account has in them as a colleague; null for none. */
export async function listProjectParts(db: Db, projectIds: readonly string[], accountId: string) {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom('projects')
    .leftJoin('project_members', (join) =>
      join
        .onRef('project_members.project_id', '=', 'projects.id')
        .on('project_members.account_id', '=', accountId),
    )
    .select(['projects.id', 'projects.status', 'projects.user_id', 'project_members.role'])
    .where('projects.id', 'in', projectIds)
    .execute();
}
