import { isEmailAddress } from '@atelier/domain/email-address.ts';
import { reminderRank } from '@atelier/domain/projects/waiting.ts';
import type { ReminderNotificationKind } from '@atelier/domain/reminders/notifications.ts';
import { findAccounts } from '../../core/accounts/accounts.repository.ts';
import type { MailPorts } from '../../core/feature.ts';
import { MAX_MAILED_ITEMS } from '../../core/projects/event-mail.ts';
import { findClientSides } from '../../core/projects/project-members.repository.ts';
import type { Db } from '../../platform/db/database.ts';
import type { MailContent, MailLink } from '../../platform/mail/layout.ts';
import { choiceOf, composeReminders, type DueReminder } from './reminders.mails.ts';

export interface LettersDeps extends Pick<MailPorts, 'publicUrl'> {
  /** An account's confirmed address; undefined without one. */
  findConfirmedEmail(accountId: string): Promise<string | undefined>;
  listMutedKinds(db: Db, address: string): Promise<readonly string[]>;
  unsubscribeOffer(to: {
    address: string;
    kind: ReminderNotificationKind;
  }): NonNullable<MailContent['unsubscribe']>;
}

/** Makes the link by which a person answers a thing without a sign-in; undefined where there is none. */
export type MakeLink = (
  to: { accountId: string; email: string },
  reminder: DueReminder,
) => Promise<MailLink | undefined>;

/** What one person gets, and what it is written from. */
export interface ReminderLetter {
  to: string;
  reminders: readonly [DueReminder, ...DueReminder[]];
  content: MailContent;
}

/** The accounts that reminders about some projects can go to: those who decide there, and who can sign in. */
export async function findReaders(
  db: Db,
  deps: Pick<LettersDeps, 'findConfirmedEmail'>,
  projectIds: readonly string[],
): Promise<Set<string>> {
  const sides = await findClientSides(db, projectIds);
  const ids = new Set([...sides.values()].flatMap((side) => decidersOf(side)));
  const readers = new Set<string>();
  for (const id of ids) if (await deps.findConfirmedEmail(id)) readers.add(id);
  return readers;
}

/**
 * The mails about some reminders, one for each person: those of the projects in which they decide, without the kinds that they
 * turned off.
 * @param readers the accounts with a confirmed address
 * @param makeLink left out where the mails aren't sent
 */
export async function writeLetters(
  db: Db,
  deps: LettersDeps,
  reminders: readonly DueReminder[],
  readers: ReadonlySet<string>,
  makeLink?: MakeLink,
): Promise<ReminderLetter[]> {
  if (reminders.length === 0) return [];
  const sides = await findClientSides(db, [
    ...new Set(reminders.map(({ subject }) => subject.waiting.projectId)),
  ]);
  const byReader = new Map<string, DueReminder[]>();
  for (const reminder of reminders) {
    const { thing, waiting } = reminder.subject;
    const side = sides.get(waiting.projectId);
    if (!side) continue;
    for (const id of thing.isForContactOnly ? [side.clientId] : decidersOf(side)) {
      if (readers.has(id)) byReader.set(id, [...(byReader.get(id) ?? []), reminder]);
    }
  }
  if (byReader.size === 0) return [];
  const accounts = await findAccounts(db, [...byReader.keys()]);
  const letters: ReminderLetter[] = [];
  for (const [id, meant] of byReader) {
    const account = accounts.get(id);
    // A disabled account can't sign in, so no mail leads anywhere for it.
    if (!account || account.disabled_at !== null || !isEmailAddress(account.email)) continue;
    const muted = await deps.listMutedKinds(db, account.email);
    const [first, ...others] = meant
      .filter((reminder) => !muted.includes(choiceOf(reminder) ?? ''))
      .sort((one, other) => rankOf(one) - rankOf(other));
    if (!first) continue;
    const all = [first, ...others] as const;
    const links = new Map<DueReminder, MailLink>();
    for (const reminder of all.slice(0, MAX_MAILED_ITEMS)) {
      const link = await makeLink?.({ accountId: id, email: account.email }, reminder);
      if (link) links.set(reminder, link);
    }
    const content = composeReminders(deps.publicUrl, all, {
      links,
      unsubscribe: (kind) => deps.unsubscribeOffer({ address: account.email, kind }),
    });
    letters.push({ to: account.email, reminders: all, content });
  }
  return letters;
}

/** The most pressing first, over all projects of the mail. */
const rankOf = ({ subject, day }: DueReminder) =>
  reminderRank(subject.thing.kind, { on: subject.dates.on, today: day });

function decidersOf(side: { clientId: string; roles: ReadonlyMap<string, string> }): string[] {
  return [side.clientId, ...[...side.roles].flatMap(([id, role]) => (role === 'decides' ? [id] : []))];
}
