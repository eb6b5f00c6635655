import { comparableEmail } from '@atelier/domain/email-address.ts';
import type { AccountDirectory, Identity, IdentityProvider } from '../../core/accounts/identity-provider.ts';
import type { PersonalData } from '../../core/accounts/personal-data.ts';
import { type Clock, isoIn, isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { type ClientFacts, isLoopbackUrl } from '../../platform/http/client.ts';
import { joinReads } from '../../platform/joined-reads.ts';
import { type AuditAction, type AuditRow, listAudit, recordAudit } from './audit.repository.ts';
import { forgetAttemptedPassword } from './passwords/passwords.ts';
import { parseAppMetadata, parseUserMetadata, presentUser, type UserRow } from './protocol/user.presenter.ts';
import type { Provider } from './provider.ts';
import { listFactors } from './second-factor/factors.repository.ts';
import { resetSecondFactor } from './second-factor/second-factor.service.ts';
import { isSessionOver } from './sessions/session-ages.ts';
import { findSessionCaller, findSessionCallers } from './sessions/session-callers.repository.ts';
import {
  deleteSessions,
  findSessionOwner,
  listSessionFacts,
  listSessions,
  type OwnSession,
  type OwnSessionFacts,
} from './sessions/sessions.repository.ts';
import { type FindSessionCaller, findCaller } from './sessions/sessions.service.ts';
import { rolesOf } from './users/roles.ts';
import {
  deleteUser,
  findUser,
  isBanned,
  listRoleFacts,
  listUsersNaming,
  lockUser,
  lockUserAndUsersNaming,
  lockUserByEmail,
  type RoleFacts,
  updateUser,
} from './users/users.repository.ts';

/** The most sessions listed, the most recently used first. */
const MAX_LISTED = 100;
/** A hundred years, as the protocol's own clients write "for good". */
const FOR_GOOD_SECONDS = 876_000 * 3_600;
const ADMIN = 'admin';

/** The embedded provider in the place of the product's identity provider. */
export function createIdentities(provider: Provider): IdentityProvider {
  const { db, clock } = provider;
  const readCaller = joinReads((ids) => findSessionCallers(db, ids));
  const findAmongMany: FindSessionCaller = async ({ userId, sessionId }) => {
    const found = await readCaller(sessionId);
    return found?.id === userId ? found : undefined;
  };
  return {
    identify: (token, projectId) =>
      identify(provider, token, (claims) => findSessionCaller(db, claims, projectId)),
    identifyAmongMany: (token) => identify(provider, token, findAmongMany),
    async findConfirmedEmail(accountId) {
      const user = await findUser(db, accountId);
      return user && user.email_confirmed_at !== null ? user.email : undefined;
    },
    async readStanding(now, accountId) {
      const user = await findUser(now, accountId);
      if (!user) return undefined;
      const factors = await listFactors(now, accountId);
      return {
        isShut: isBanned(user, isoNow(clock)),
        version: user.sign_in_version,
        hasSecondFactor: factors.some(({ status }) => status === 'verified'),
      };
    },
    // On localhost, no one else can sign up first with another person's address.
    confirmsByItself: async () =>
      provider.settings.autoconfirm && !isLoopbackUrl(provider.settings.redirects.siteUrl),
    sessions: {
      async list(accountId) {
        const owner = await findSessionOwner(db, accountId);
        const rows = await listSessions(db, accountId, MAX_LISTED);
        const isGoing = (row: OwnSession) => owner !== undefined && !isSessionOver(provider, row, owner);
        return rows.filter(isGoing).map((row) => ({
          id: row.id,
          userAgent: row.user_agent,
          address: row.address,
          beganAt: row.created_at,
          lastUsedAt: row.refreshed_at ?? row.created_at,
        }));
      },
      end: (userId, sessionId, client) =>
        transaction(db, async (trx) => {
          const ended = await deleteSessions(trx, userId, 'local', sessionId);
          if (ended === 0) return false;
          const detail = { session: sessionId, scope: 'one' };
          await recordAudit(trx, clock, { action: 'signed_out', userId, client, detail });
          return true;
        }),
    },
    directory: directoryOf(provider),
    personalData: personalDataOf(provider),
    lockUser: async (trx, accountId) => (await lockUser(trx, accountId)) !== undefined,
    async deleteUser(trx, accountId, client) {
      await deleteUserWithTrace(trx, provider, accountId, 'user_deleted', client);
    },
  };
}

async function identify(
  provider: Provider,
  token: string,
  find: FindSessionCaller,
): Promise<Identity | undefined> {
  const found = await findCaller(provider, token, find);
  if (!found) return undefined;
  const { id, account_email: email, username, role, disabled_at } = found;
  const { project_client_id: clientId, project_role: projectRole } = found;
  const account = email !== null && role !== null ? { id, email, username, role, disabled_at } : undefined;
  const hasSecondFactor = found.verified_factor_id !== null;
  return {
    accountId: id,
    email: found.email,
    sessionId: found.session_id,
    signedInAt: found.session_created_at,
    roles: rolesOf(found),
    wantedUsername: account ? undefined : await findWantedUsername(provider, id),
    secondFactor: !hasSecondFactor ? 'none' : found.aal === 'aal2' ? 'given' : 'due',
    records: {
      account,
      project: clientId === null ? undefined : { clientId, role: projectRole ?? undefined },
    },
  };
}

async function findWantedUsername({ db }: Provider, userId: string): Promise<unknown> {
  const user = await findUser(db, userId);
  return user && parseUserMetadata(user).username;
}

function directoryOf(provider: Provider): AccountDirectory {
  const { db, clock } = provider;
  const isEnabledAdmin = (row: RoleFacts) => rolesOf(row).includes(ADMIN) && !isBanned(row, isoNow(clock));
  return {
    async rolesOf(userIds) {
      const rows = userIds.length === 0 ? [] : await listRoleFacts(db, userIds);
      return new Map(rows.map((row) => [row.id, rolesOf(row)]));
    },
    async listAdmins() {
      return (await listUsersNaming(db, ADMIN)).filter(isEnabledAdmin).map(({ id }) => id);
    },
    async lockAmongAdmins(trx, userId) {
      const rows = await lockUserAndUsersNaming(trx, userId, ADMIN);
      const own = rows.find(({ id }) => id === userId);
      return {
        roles: own ? rolesOf(own) : [],
        hasOtherAdmin: rows.some((row) => row.id !== userId && isEnabledAdmin(row)),
      };
    },
    async setAdmin(trx, userId, isAdmin) {
      const user = await lockUser(trx, userId);
      const roles = user ? rolesOf(user) : [];
      if (!user || roles.includes(ADMIN) === isAdmin) return;
      const others = roles.filter((role) => role !== ADMIN);
      await setRoles(trx, clock, user, isAdmin ? [...others, ADMIN] : others);
    },
    async setDisabled(trx, userId, isDisabled) {
      if (!(await lockUser(trx, userId))) return;
      await updateUser(trx, userId, { banned_until: isDisabled ? isoIn(clock, FOR_GOOD_SECONDS) : null });
      const action = isDisabled ? 'user_shut' : 'user_opened';
      await recordAudit(trx, clock, { action, userId, client: undefined });
    },
    async endSessions(trx, userId, client) {
      const ended = await deleteSessions(trx, userId, 'global', '');
      if (ended === 0) return 0;
      const detail = { scope: 'global', by: 'studio' };
      await recordAudit(trx, clock, { action: 'signed_out', userId, client, detail });
      return ended;
    },
    removeSecondFactor: (trx, userId, client) =>
      resetSecondFactor(trx, provider, userId, { who: 'admin', client }),
  };
}

/** What the provider keeps of a user, as they may see it: no password, key, token or code is in it. */
function personalDataOf({ db }: Provider): PersonalData[] {
  return [
    {
      name: 'signIn',
      async read({ accountId }) {
        const user = await findUser(db, accountId);
        return user && presentUser(user, await listFactors(db, accountId));
      },
    },
    {
      name: 'sessions',
      read: ({ accountId }) =>
        readInPages<OwnSessionFacts>((after, limit) => listSessionFacts(db, accountId, after?.id, limit)),
    },
    {
      name: 'securityEvents',
      read: ({ accountId }) =>
        readInPages<AuditRow>((after, limit) => listAudit(db, accountId, after, limit)),
    },
  ];
}

/** Locks the account of an address that is confirmed. */
export async function lockConfirmedUser(trx: Trx, email: string): Promise<UserRow | undefined> {
  const user = await lockUserByEmail(trx, comparableEmail(email));
  return user?.email_confirmed_at ? user : undefined;
}

/** Sets the roles that the tokens of a user carry. What users write about themselves never gets here. */
export async function setRoles(
  trx: Trx,
  clock: Clock,
  user: UserRow,
  roles: readonly string[],
): Promise<void> {
  const { roles: _before, ...others } = parseAppMetadata(user);
  const appMetadata = roles.length > 0 ? { ...others, roles } : others;
  await updateUser(trx, user.id, { app_metadata: JSON.stringify(appMetadata), updated_at: isoNow(clock) });
  const entry = { action: 'roles_changed', userId: user.id, client: undefined, detail: { roles } } as const;
  await recordAudit(trx, clock, entry);
}

/**
 * Deletes a user with sessions, links, codes and factors, as part of a transaction. The deletion stays recorded.
 * @param action who asked for it: the user or a service
 * @returns whether the user existed
 */
export async function deleteUserWithTrace(
  trx: Trx,
  provider: Pick<Provider, 'clock' | 'secret'>,
  userId: string,
  action: Extract<AuditAction, 'user_deleted' | 'user_deleted_by_service'>,
  client: ClientFacts,
): Promise<boolean> {
  const user = await lockUser(trx, userId);
  if (!user) return false;
  await forgetAttemptedPassword(trx, provider, user);
  await deleteUser(trx, userId);
  await recordAudit(trx, provider.clock, { action, userId, client });
  return true;
}
