import { isEmailAddress } from '@atelier/domain/email-address.ts';
import { NOTIFICATIONS } from '@atelier/domain/project-parts.ts';
import { findAccount } from '../../core/accounts/accounts.repository.ts';
import type { MailPorts } from '../../core/feature.ts';
import type { EventMailKind } from '../../core/projects/project-event.ts';
import { listMembers } from '../../core/projects/project-members.repository.ts';
import type { ProjectRow } from '../../core/projects/projects.table.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PendingNotification } from './notifications.table.ts';

/** What the one who did it gets too, for their records. */
export const OWN_COPIES: readonly EventMailKind[] = ['contract_accepted', 'change_order_accepted'];

/** Who gets a mail: a person on the client's side, or one of the studio's addresses. */
export interface Recipient {
  address: string;
  reader: { accountId: string } | 'studio';
  /** True for the one who did what the mail is about. */
  isActor: boolean;
}

export interface RecipientsDeps extends Pick<MailPorts, 'listStudioAddresses'> {
  db: Db;
  /** An account's confirmed address; undefined without one. */
  findConfirmedEmail(accountId: string): Promise<string | undefined>;
}

/** The recipients of a mail: never the actor, except for their copy of an acceptance. */
export async function findRecipients(
  deps: RecipientsDeps,
  first: PendingNotification,
  project: ProjectRow,
): Promise<Recipient[]> {
  const { db } = deps;
  if (first.side === 'studio') {
    const addresses = await deps.listStudioAddresses(db);
    return addresses
      .filter((address) => address !== first.actor_email)
      .map((address) => ({ address, reader: 'studio', isActor: false }));
  }
  const recipients: Recipient[] = [];
  for (const id of await listReaders(db, first.kind, project)) {
    if (isInformed(first, id)) continue;
    const isActor = id === first.actor_id;
    const account = isActor && !OWN_COPIES.includes(first.kind) ? undefined : await findAccount(db, id);
    // A disabled account can't sign in, so no mail leads anywhere for it.
    if (
      !account ||
      account.disabled_at !== null ||
      !isEmailAddress(account.email) ||
      !(await deps.findConfirmedEmail(id))
    )
      continue;
    recipients.push({ address: account.email, reader: { accountId: id }, isActor });
  }
  return recipients;
}

/** True for the former and the new main contact, who have mails about their own rights. */
function isInformed({ kind, subject_id, detail }: PendingNotification, id: string): boolean {
  return kind === 'contact_changed' && (id === subject_id || JSON.parse(detail).former === id);
}

/** The accounts on a project's client's side that a kind of mail is for. */
async function listReaders(db: Db, kind: EventMailKind, project: ProjectRow): Promise<string[]> {
  const members = await listMembers(db, project.id);
  const meant = members.filter(({ role }) => role === 'decides' || !NOTIFICATIONS[kind].isForDeciders);
  return [project.user_id, ...meant.map(({ account_id }) => account_id)];
}
