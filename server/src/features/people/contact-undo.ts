import { FORMER_CLIENT_ID, greetingName } from '@atelier/domain/accounts/rules.ts';
import { AppError, notFound, signedOut } from '@atelier/domain/errors.ts';
import {
  COLLEAGUE_ROLES,
  CONTACT_UNDO_DAYS,
  type ContactChangeState,
  undoRefusals,
} from '@atelier/domain/people/rules.ts';
import type { ContactChange } from '@atelier/domain/people/schema.ts';
import { projectName } from '@atelier/domain/projects/rules.ts';
import { z } from 'zod';
import type { Actor } from '../../core/access/access.ts';
import type { WithoutSession } from '../../core/access/without-session.ts';
import { findAccounts, lockAccounts } from '../../core/accounts/accounts.repository.ts';
import { getOwnAccount } from '../../core/accounts/own-account.ts';
import type { MailPorts } from '../../core/feature.ts';
import {
  findContactChange,
  findOpenChange,
  insertContactChange,
  updateContactChange,
} from '../../core/projects/contact-changes.repository.ts';
import type { ContactChangeRow } from '../../core/projects/contact-changes.table.ts';
import { publishProjectsChanged } from '../../core/projects/live-events.ts';
import type { ProjectActor, RecordEvent } from '../../core/projects/project-event.ts';
import { requireProject } from '../../core/projects/project-lookup.ts';
import { deleteMember, listMembers, putMember } from '../../core/projects/project-members.repository.ts';
import { lockProject } from '../../core/projects/projects.repository.ts';
import type { ProjectsService } from '../../core/projects/projects.service.ts';
import type { ProjectFacts } from '../../core/projects/projects.table.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ChangedRight, mailRightOf } from './people.mails.ts';
import { deleteInvitationsBut, listInvitations } from './people.repository.ts';

export interface ContactUndoDeps
  extends Pick<Platform, 'db' | 'clock' | 'events'>,
    Pick<WithoutSession, 'maySignIn'> {
  recordEvent: RecordEvent;
  mails: MailPorts;
  projects: Pick<ProjectsService, 'passProject'>;
}

const storedPerson = z.object({
  accountId: z.string(),
  role: z.enum(COLLEAGUE_ROLES),
  joinedAt: z.string(),
});
type StoredPerson = z.infer<typeof storedPerson>;

/** What an undo leaves in a project: colleagues with their roles, and the ids of open invitations. */
interface Kept {
  people: readonly StoredPerson[];
  invitations: readonly string[];
}

/**
 * The undo of a change of the main contact by the client's side. A row has the project's people as they were; what the studio, the
 * former contact or the people themselves decide meanwhile is written into it, so that an undo leaves that.
 */
export class ContactUndo {
  readonly #deps: ContactUndoDeps;

  constructor(deps: ContactUndoDeps) {
    this.#deps = deps;
  }

  /** Begins the time in which the contact of a locked project, who is about to be replaced, can undo it. @returns its id */
  async open(trx: Trx, project: ProjectFacts): Promise<string> {
    const { clock } = this.#deps;
    await this.overrule(trx, project.id);
    const id = newId();
    const members = await listMembers(trx, project.id);
    const invitations = await listInvitations(trx, project.id);
    await insertContactChange(trx, {
      id,
      project_id: project.id,
      former_id: project.user_id,
      ...stored({
        people: members.map(({ account_id, role, joined_at }) => ({
          accountId: account_id,
          role,
          joinedAt: joined_at,
        })),
        invitations: invitations.map((invitation) => invitation.id),
      }),
      created_at: isoNow(clock),
      expires_at: isoIn(clock, CONTACT_UNDO_DAYS * 24 * 3_600),
      ended: null,
    });
    return id;
  }

  /** Ends the time for an undo in a locked project: who its contact is has been decided otherwise. */
  async overrule(trx: Trx, projectId: string): Promise<void> {
    const change = await this.#findOpen(trx, projectId);
    if (change) await updateContactChange(trx, change.id, { ended: 'overruled' });
  }

  /**
   * Has an undo leave what is decided about a locked project's people by those whom the change doesn't put in doubt.
   * @param by who decides: the studio, the former contact, or the person meant
   */
  async amend(
    trx: Trx,
    { projectId, by, personId }: { projectId: string; by: ProjectActor; personId?: string },
    edit: (kept: Kept, isTrusted: boolean) => Kept,
  ): Promise<void> {
    const change = await this.#findOpen(trx, projectId);
    if (!change) return;
    const isTrusted = by.side === 'studio' || by.accountId === change.former_id;
    if (by.side === 'studio' && personId === change.former_id) return this.overrule(trx, projectId);
    await updateContactChange(trx, change.id, stored(edit(keptOf(change), isTrusted)));
  }

  /** What an undo would do, for the former contact. Throws not_found for everyone else, also without the project. */
  async find(id: string, actor: Actor): Promise<ContactChange> {
    const { db } = this.#deps;
    const change = await getOwnChange(db, id, actor);
    const project = await requireProject(db, change.project_id);
    const state = this.#stateOf(change);
    const plan = state === 'open' ? await planUndo(db, change, project) : undefined;
    const names = (ids: readonly string[] = []) => ids.map((each) => plan?.nameOf(each) ?? '');
    const isContact = project.user_id === actor.accountId;
    return {
      state,
      project: projectName(project),
      changedAt: change.created_at,
      undoUntil: change.expires_at,
      contact: plan && !isContact ? plan.nameOf(project.user_id) : null,
      leaving: names(plan?.leaving),
      returning: names(plan?.returning.map(({ accountId }) => accountId)),
    };
  }

  /**
   * Makes the caller the main contact again, among the people who were there; invitations since are gone. What was signed or written
   * meanwhile stays. A second press is answered like the first.
   * @throws not_found, conflict if it was decided otherwise since, undo_too_late, unauthenticated without an account
   * @returns the project
   */
  async undo(id: string, actor: Actor, address: string): Promise<string> {
    const { db, events, mails, projects, recordEvent } = this.#deps;
    return transaction(db, async (trx) => {
      await getOwnAccount(trx, actor.accountId);
      const found = await getOwnChange(trx, id, actor);
      // Before the project, as these people's own calls do: none of them ends while they come back.
      await lockAccounts(trx, [actor.accountId, ...keptOf(found).people.map(({ accountId }) => accountId)]);
      if (!(await this.#deps.maySignIn(trx, actor.accountId))) throw signedOut();
      const project = await lockProject(trx, found.project_id);
      const change = await getOwnChange(trx, id, actor);
      if (!project) throw notFound();
      const state = this.#stateOf(change);
      if (state === 'undone') return project.id;
      if (state === 'overruled') throw new AppError('conflict', undoRefusals.overruled);
      if (state === 'expired') throw new AppError('undo_too_late', undoRefusals.expired);

      const replaced = project.user_id;
      const plan = await planUndo(trx, change, project);
      if (replaced !== actor.accountId) {
        const account = plan.accounts.get(actor.accountId);
        if (!account) throw signedOut();
        await projects.passProject(trx, project, account);
      }
      for (const accountId of plan.leaving) await deleteMember(trx, project.id, accountId);
      for (const { accountId, role, joinedAt } of plan.kept) {
        await putMember(trx, {
          project_id: project.id,
          account_id: accountId,
          role,
          joined_at: joinedAt,
        });
      }
      await deleteInvitationsBut(trx, project.id, keptOf(change).invitations);
      await updateContactChange(trx, id, { ended: 'undone' });

      const name = greetingName(actor);
      for (const [personId, what] of plan.rights) {
        await mailRightOf(mails, trx, {
          ...{ personId, what },
          project: projectName(project),
          because: `${name} undid the change of the main contact.`,
        });
      }
      await recordEvent(trx, {
        projectId: project.id,
        kind: 'contact_changed',
        by: { accountId: actor.accountId, email: actor.email, name, side: 'client', address },
        subject: { id: actor.accountId, title: name },
        detail: { former: replaced, isUndo: 1 },
      });
      await publishProjectsChanged(trx, events, [...plan.rights.keys()]);
      return project.id;
    });
  }

  async #findOpen(trx: Trx, projectId: string): Promise<ContactChangeRow | undefined> {
    return findOpenChange(trx, projectId, isoNow(this.#deps.clock));
  }

  #stateOf({ ended, expires_at }: ContactChangeRow): ContactChangeState {
    return ended ?? (expires_at > isoNow(this.#deps.clock) ? 'open' : 'expired');
  }
}

/** What an undo does to a project's people. */
async function planUndo(db: Db, change: ContactChangeRow, project: Pick<ProjectFacts, 'id' | 'user_id'>) {
  const { former_id: formerId } = change;
  const members = await listMembers(db, project.id);
  const roles = new Map(members.map(({ account_id, role }) => [account_id, role]));
  const present = [project.user_id, ...roles.keys()].filter(
    (id) => id !== formerId && id !== FORMER_CLIENT_ID,
  );
  const { people } = keptOf(change);
  const accounts = await findAccounts(db, [
    formerId,
    ...present,
    ...people.map(({ accountId }) => accountId),
  ]);
  // Some have deleted their accounts since.
  const kept = people.filter(({ accountId }) => accounts.has(accountId) && accountId !== formerId);
  const stays = new Set(kept.map(({ accountId }) => accountId));
  const leaving = present.filter((id) => !stays.has(id));
  const returning = kept.filter(({ accountId }) => !present.includes(accountId));
  const isContactChanged = project.user_id !== formerId;
  // Each person's right afterwards, where it is another one or in other hands.
  const rights = new Map<string, ChangedRight>(leaving.map((id) => [id, 'removed']));
  if (isContactChanged) rights.set(formerId, 'contact');
  for (const { accountId, role } of kept) {
    if (accountId === project.user_id) rights.set(accountId, 'no-contact');
    else if (!roles.has(accountId)) rights.set(accountId, 'back');
    else if (roles.get(accountId) !== role) rights.set(accountId, role);
    else if (isContactChanged) rights.set(accountId, 'other-contact');
  }
  const nameOf = (id: string) => {
    const account = accounts.get(id);
    return account ? greetingName(account) : '';
  };
  return { accounts, kept, leaving, returning, rights, nameOf };
}

/** Throws not_found for everyone but the former contact. */
async function getOwnChange(db: Db, id: string, actor: Actor): Promise<ContactChangeRow> {
  const change = await findContactChange(db, id);
  if (change?.former_id !== actor.accountId) throw notFound();
  return change;
}

function keptOf({ id, people, invitations }: ContactChangeRow): Kept {
  return {
    people: parseStoredJson(z.array(storedPerson), people, { column: 'contact_changes.people', id }),
    invitations: parseStoredJson(z.array(z.string()), invitations, {
      column: 'contact_changes.invitations',
      id,
    }),
  };
}

const stored = ({ people, invitations }: Kept) => ({
  people: JSON.stringify(people),
  invitations: JSON.stringify(invitations),
});
