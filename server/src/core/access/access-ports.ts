import type { Db } from '../../platform/db/database.ts';
import { joinReads } from '../../platform/joined-reads.ts';
import { findAccounts } from '../accounts/accounts.repository.ts';
import type { AccountsService } from '../accounts/accounts.service.ts';
import type { IdentityProvider } from '../accounts/identity-provider.ts';
import { findProjectOwner, findProjectOwners } from '../projects/projects.repository.ts';
import { type AccessPorts, findProjectAccess } from './access.ts';

export interface AccessDeps {
  db: Db;
  identities: Pick<IdentityProvider, 'identify' | 'identifyAmongMany'>;
  accounts: Pick<AccountsService, 'resolveActor'>;
}

/** The access of a call. */
export function createCallAccess({ db, identities, accounts }: AccessDeps): AccessPorts {
  return {
    async authenticate(token) {
      const identity = await identities.identify(token);
      return identity && accounts.resolveActor(identity);
    },
    findProjectAccess: (projectId, actor) =>
      findProjectAccess((id) => findProjectOwner(db, id), projectId, actor),
  };
}

/** The same decisions for the open streams: those asked for at the same moment read their rows together. */
export function createStreamAccess({ db, identities, accounts }: AccessDeps): AccessPorts {
  const findAccount = joinReads((ids) => findAccounts(db, ids));
  const findOwner = joinReads((ids) => findProjectOwners(db, ids));
  return {
    async authenticate(token) {
      const identity = await (identities.identifyAmongMany ?? identities.identify)(token);
      return identity && accounts.resolveActor(identity, findAccount);
    },
    findProjectAccess: (projectId, actor) => findProjectAccess(findOwner, projectId, actor),
  };
}
