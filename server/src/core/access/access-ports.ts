import { type Clock, isoNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { joinReads } from '../../platform/joined-reads.ts';
import { findAccounts } from '../accounts/accounts.repository.ts';
import type { AccountsService } from '../accounts/accounts.service.ts';
import type { IdentityProvider } from '../accounts/identity-provider.ts';
import { findOpenChange } from '../projects/contact-changes.repository.ts';
import { type ClientSide, findClientSides } from '../projects/project-members.repository.ts';
import { findCallerRecords } from './access.repository.ts';
import { type AccessPorts, type Actor, projectAccess } from './access.ts';

export interface AccessDeps {
  db: Db;
  clock: Clock;
  identities: Pick<IdentityProvider, 'identify' | 'identifyAmongMany'>;
  accounts: Pick<AccountsService, 'resolveActor'>;
}

/** The access of a call: read by one statement. */
export function createCallAccess({ db, clock, identities, accounts }: AccessDeps): AccessPorts {
  return {
    async authenticate(token, projectId) {
      const identity = await identities.identify(token, projectId);
      if (!identity) return undefined;
      const { account, project } =
        identity.records ?? (await findCallerRecords(db, identity.accountId, projectId));
      const actor = await accounts.resolveActor(identity, account);
      return actor && { actor, project: projectAccess(projectId, project, actor) };
    },
    findProjectAccess: async (projectId, actor) =>
      projectAccess(projectId, partOf((await findClientSides(db, [projectId])).get(projectId), actor), actor),
    findFormerContact: findFormerContact(db, clock),
  };
}

/** The same decisions for the open streams: those asked for at the same moment read their rows together. */
export function createStreamAccess({ db, clock, identities, accounts }: AccessDeps): AccessPorts {
  const findAccount = joinReads((ids) => findAccounts(db, ids));
  const findSides = joinReads((ids) => findClientSides(db, ids));
  return {
    async authenticate(token, projectId) {
      const identity = await (identities.identifyAmongMany ?? identities.identify)(token);
      if (!identity) return undefined;
      const { accountId, records } = identity;
      const actor = await accounts.resolveActor(
        identity,
        records ? records.account : await findAccount(accountId),
      );
      if (!actor) return undefined;
      const sides = projectId === undefined ? undefined : await findSides(projectId);
      return { actor, project: projectAccess(projectId, partOf(sides, actor), actor) };
    },
    findProjectAccess: async (projectId, actor) =>
      projectAccess(projectId, partOf(await findSides(projectId), actor), actor),
    findFormerContact: findFormerContact(db, clock),
  };
}

const findFormerContact = (db: Db, clock: Clock) => async (projectId: string) =>
  (await findOpenChange(db, projectId, isoNow(clock)))?.former_id;

/** A caller's part among a project's people. */
function partOf(sides: ClientSide | undefined, { accountId }: Actor) {
  return sides && { clientId: sides.clientId, role: sides.roles.get(accountId) };
}
