import { deviceName } from '@atelier/domain/accounts/rules.ts';
import type { AdminUser, Me, MySession } from '@atelier/domain/accounts/schema.ts';
import type { Account } from './accounts.table.ts';
import type { ProviderSession } from './identity-provider.ts';

/** The signed-in account as it sees itself. `isAdmin` also counts the roles of its token. */
export function presentMe(account: Account, isAdmin: boolean): Me {
  const role = isAdmin ? 'admin' : 'client';
  return { role, roles: [role], user: presentMyself(account) };
}

export function presentMyself(account: Account): Me['user'] {
  return {
    _id: account.id,
    username: account.username,
    email: account.email,
    createdAt: account.created_at,
  };
}

/** A row of the admin's list of users. */
export function presentAdminUser(account: Account): AdminUser {
  return {
    _id: account.id,
    id: account.id,
    email: account.email,
    username: account.username,
    role: account.role,
    subscriptionStatus: account.subscription_status,
    disabledAt: account.disabled_at,
    createdAt: account.created_at,
    updatedAt: account.updated_at,
  };
}

/** A session as its owner sees it; `currentId` is the caller's. */
export function presentMySession(session: ProviderSession, currentId: string): MySession {
  const { id, userAgent, address, beganAt, lastUsedAt } = session;
  return { id, device: deviceName(userAgent), address, beganAt, lastUsedAt, isCurrent: id === currentId };
}
