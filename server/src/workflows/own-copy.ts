import type { Readable } from 'node:stream';
import type { AccountsService } from '../core/accounts/accounts.service.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import { type PersonalData, writePersonalData } from '../core/accounts/personal-data.ts';
import { findProvenEmail } from '../core/accounts/proven-email.ts';
import { listSharedProjectIds } from '../core/projects/project-members.repository.ts';
import { listOwnProjectIds } from '../core/projects/projects.repository.ts';
import type { Db } from '../platform/db/database.ts';
import { readMailsTo } from '../platform/mail/mailer.ts';

export interface OwnCopyDeps {
  db: Db;
  identities: Pick<IdentityProvider, 'findConfirmedEmail' | 'confirmsByItself'>;
  accounts: Pick<AccountsService, 'getOwnAccount'>;
  /** What each feature stores about an account, in the order of the file. */
  listParts(): readonly PersonalData[];
}

/** Writes an account's own copy of what the product stores about it; the mails it was sent come last. */
export function ownCopy({ db, identities, accounts, listParts }: OwnCopyDeps) {
  const mails: PersonalData = {
    name: 'mails',
    read: ({ confirmedEmail: email = '' }) => readMailsTo(db, email),
  };
  return async (accountId: string, exportedAt: string): Promise<Readable> => {
    await accounts.getOwnAccount(accountId);
    const parts = listParts();
    const projectIds = await listOwnProjectIds(db, accountId);
    const others = new Set(await listSharedProjectIds(db, accountId));
    for (const part of parts) for (const id of (await part.listProjectIds?.(accountId)) ?? []) others.add(id);
    for (const id of projectIds) others.delete(id);
    const subject = {
      accountId,
      confirmedEmail: await findProvenEmail(identities, accountId),
      projectIds,
      sharedProjectIds: [...others].sort(),
    };
    return writePersonalData([...parts, mails], subject, exportedAt);
  };
}
