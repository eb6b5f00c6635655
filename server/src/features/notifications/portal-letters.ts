import { DELETED_ACCOUNT_NAME, greetingName, type Role } from '@atelier/domain/accounts/rules.ts';
import { activitySchema } from '@atelier/domain/activity/schema.ts';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import type { DecisionKind } from '@atelier/domain/mail-decisions/rules.ts';
import { NOTIFICATIONS } from '@atelier/domain/project-parts.ts';
import { type ProjectPlace, placePath } from '@atelier/domain/projects/places.ts';
import type { WithoutSession } from '../../core/access/without-session.ts';
import { findAccount, findAdminByEmail } from '../../core/accounts/accounts.repository.ts';
import type { MailPorts } from '../../core/feature.ts';
import {
  type EventMailDefinition,
  MAX_MAILED_ITEMS,
  type MailedEvent,
  type MailedMessage,
} from '../../core/projects/event-mail.ts';
import type { EventMailKind } from '../../core/projects/project-event.ts';
import type { ProjectRow } from '../../core/projects/projects.table.ts';
import { nameProject } from '../../core/projects/stored-brief.ts';
import type { Trx } from '../../platform/db/database.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { type MailLink, renderMail } from '../../platform/mail/layout.ts';
import type { MailAttachment } from '../../platform/mail/transport.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import type { PendingNotification } from './notifications.table.ts';
import { OWN_COPIES, type Recipient } from './recipients.ts';
import { unsubscribeOffer } from './unsubscribe.ts';

/** What the writing of mails needs from the portal's features. */
export interface LetterPorts {
  /** Messages of a thread by their ids, oldest first. */
  listMessages(projectId: string, ids: readonly string[]): Promise<readonly MailedMessage[]>;
  /** The documents that an event's mail carries, if they are small enough for one. Most have none. */
  listDocuments(event: MailedDocuments): Promise<readonly MailAttachment[]>;
}

/** The event whose documents its mail carries. */
interface MailedDocuments {
  kind: EventMailKind;
  projectId: string;
  subjectId: string;
}

export interface LetterDeps
  extends MailPorts,
    Pick<Platform, 'db'>,
    Pick<WithoutSession, 'mayActWithoutSession'> {
  secret: ServerSecret;
  portal: LetterPorts;
  /** When mails of each kind leave, and their texts. */
  eventMails: Readonly<Record<EventMailKind, EventMailDefinition>>;
  /** Whether answers to mails about messages become messages, for one side. */
  canAnswerByMail(side: 'client' | 'studio'): boolean;
  /** Links that answer a thing without a sign-in. */
  decisions: {
    issue(
      trx: Trx,
      asked: {
        kind: DecisionKind;
        projectId: string;
        subjectId: string;
        accountId: string;
        email: string;
      },
    ): Promise<MailLink | undefined>;
  };
  /** Where the answers to a mail about messages go. */
  issueReplyAddress(
    trx: Trx,
    to: { projectId: string; side: 'client' | 'studio'; accountId: string; email: string },
  ): Promise<string>;
}

/** What one recipient gets: the events that they don't know yet, oldest first. */
export interface Letter {
  recipient: Recipient;
  rows: readonly [PendingNotification, ...PendingNotification[]];
}

/** What a mail has for answers without a sign-in: links by what they answer, and where replies go. */
interface MailWays {
  decisionLinks: ReadonlyMap<string, MailLink>;
  replyTo: string | undefined;
}

/** The mail of each recipient; its text is written once its links are made. */
export async function composeLetters(deps: LetterDeps, letters: readonly Letter[], project: ProjectRow) {
  const [letter] = letters;
  if (!letter) return [];
  const { db, look, portal, publicUrl, secret, eventMails } = deps;
  const [{ kind, side, subject_id, actor_id, actor_email }] = letter.rows;
  const account = await findAccount(db, actor_id);
  const documents = await portal.listDocuments({
    kind,
    projectId: project.id,
    subjectId: subject_id ?? '',
  });
  const actor =
    side === 'client' && !isNamedToClients(kind, account?.role)
      ? look.studioName
      : actor_email === ''
        ? DELETED_ACCOUNT_NAME
        : greetingName({ username: account?.username ?? null, email: actor_email });
  const urlOf = (place: ProjectPlace) => `${publicUrl}${placePath(side, project.id, place)}`;
  // One that can't be turned off is sent always.
  const isOptional = NOTIFICATIONS[kind][side] !== undefined;
  return Promise.all(
    letters.map(async ({ recipient: { address, isActor, reader }, rows: [oldest, ...later] }) => {
      const rows = [oldest, ...later];
      const ids = rows.map((row) => row.subject_id ?? '');
      const messages = kind === 'message' ? await portal.listMessages(project.id, ids) : [];
      const unsubscribe = isOptional ? unsubscribeOffer({ publicUrl, secret }, { address, kind }) : undefined;
      const write = ({ decisionLinks, replyTo }: MailWays) => {
        const { at, label, items, ...content } = eventMails[kind].compose({
          side,
          isActor,
          project: nameProject(project),
          studioName: look.studioName,
          actor,
          events: [toMailedEvent(oldest), ...later.map(toMailedEvent)],
          messages,
          hasAttachment: documents.length > 0,
          canAnswerByMail: replyTo !== undefined,
          decisionLinks,
        });
        return renderMail(look, {
          ...content,
          items: items?.map(({ at: own, ...item }) => ({ ...item, url: urlOf(own) })),
          action: { label, url: urlOf(at) },
          unsubscribe,
        });
      };
      return {
        kind: `portal.${kind}` as const,
        to: address,
        reader,
        isOptional,
        onceKey: `${keyOf(kind, project.id)} ${rows.at(-1)?.id} ${address}`,
        subjectIds: ids,
        write,
        unsubscribeUrl: unsubscribe?.url,
        attachments: documents,
      };
    }),
  );
}

/** The links of one recipient's mail, by what they answer. They are made with the mail: a mail not sent has none. */
export async function makeLinks(
  { eventMails, decisions }: LetterDeps,
  trx: Trx,
  { kind, project_id: projectId }: PendingNotification,
  to: Pick<Recipient, 'reader'> & { email: string; subjectIds: readonly string[] },
): Promise<Map<string, MailLink>> {
  const decides = eventMails[kind].decides;
  const links = new Map<string, MailLink>();
  if (decides === undefined || to.reader === 'studio') return links;
  for (const subjectId of to.subjectIds.slice(0, MAX_MAILED_ITEMS)) {
    const { accountId } = to.reader;
    const link = await decisions.issue(trx, {
      ...{ kind: decides, projectId, subjectId },
      ...{ accountId, email: to.email },
    });
    if (link) links.set(subjectId, link);
  }
  return links;
}

/** Where the answers to a mail about messages go; undefined where the reader's aren't taken. */
export async function findReplyTo(
  { canAnswerByMail, issueReplyAddress, mayActWithoutSession }: LetterDeps,
  trx: Trx,
  { kind, side, project_id: projectId }: PendingNotification,
  { reader, email }: Pick<Recipient, 'reader'> & { email: string },
): Promise<string | undefined> {
  if (kind !== 'message' || !canAnswerByMail(side)) return undefined;
  const writer =
    reader === 'studio' ? (await findAdminByEmail(trx, comparableEmail(email)))?.id : reader.accountId;
  if (writer !== undefined && !(await mayActWithoutSession(trx, writer))) return undefined;
  const accountId = reader === 'studio' ? '' : reader.accountId;
  return issueReplyAddress(trx, { projectId, side, accountId, email });
}

/** The common prefix of the keys of all mails of a kind about a project. */
export function keyOf(kind: EventMailKind, projectId: string): string {
  return `${kind} ${projectId}`;
}

function toMailedEvent(row: PendingNotification): MailedEvent {
  return {
    subject: { id: row.subject_id ?? '', title: row.subject_title ?? '' },
    detail: parseStoredJson(activitySchema.shape.detail, row.detail, {
      column: 'pending_notifications.detail',
      id: row.id,
    }),
    createdAt: row.created_at,
  };
}

/** Whether a mail to the client's side names who did it: one of them. All others are by the studio. */
function isNamedToClients(kind: EventMailKind, actorRole: Role | undefined): boolean {
  return OWN_COPIES.includes(kind) || (kind === 'contact_changed' && actorRole !== 'admin');
}
