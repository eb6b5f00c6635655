import { DELETED_ACCOUNT_NAME, FORMER_CLIENT_ID, greetingName } from '@atelier/domain/accounts/rules.ts';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import { AppError, notFound, signedOut } from '@atelier/domain/errors.ts';
import { type ColleagueRole, INVITATION_DAYS, PEOPLE_MAX } from '@atelier/domain/people/rules.ts';
import type { InviteColleague, ProjectPeople, ReceivedInvitation } from '@atelier/domain/people/schema.ts';
import { projectName } from '@atelier/domain/projects/rules.ts';
import type { Actor } from '../../core/access/access.ts';
import { findAccount, lockAccount } from '../../core/accounts/accounts.repository.ts';
import type { IdentityProvider } from '../../core/accounts/identity-provider.ts';
import { lockOwnAccount } from '../../core/accounts/own-account.ts';
import { findProvenEmail } from '../../core/accounts/proven-email.ts';
import { deleteContactChangesBefore } from '../../core/projects/contact-changes.repository.ts';
import { publishProjectsChanged } from '../../core/projects/live-events.ts';
import { findActorName, type ProjectActor } from '../../core/projects/project-event.ts';
import {
  assertOpen,
  lockOpenProject,
  lockSomeProject,
  requireProject,
} from '../../core/projects/project-lookup.ts';
import { deleteMember, findMember, putMember } from '../../core/projects/project-members.repository.ts';
import { lockProject } from '../../core/projects/projects.repository.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { ContactUndo, type ContactUndoDeps } from './contact-undo.ts';
import { type ChangedRight, mailInvitation, mailRightOf } from './people.mails.ts';
import {
  deleteInvitation,
  deleteInvitationsExpiredBefore,
  findReceivedInvitation,
  listInvitations,
  listMemberAccounts,
  listReceivedInvitations,
  putInvitation,
} from './people.repository.ts';
import type { ProjectInvitationRow } from './people.table.ts';

const DAY_SECONDS = 24 * 3_600;
/** Days for which an expired invitation stays listed, so that its sender sees why nobody came. */
const EXPIRED_DAYS = 30;

export interface PeopleDeps extends ContactUndoDeps {
  identities: Pick<IdentityProvider, 'findConfirmedEmail' | 'confirmsByItself'>;
}

/** What a project is called by. */
type ProjectNaming = Parameters<typeof projectName>[0];

/** A colleague in a project, and who changes their part. */
interface PersonAct {
  projectId: string;
  personId: string;
  by: ProjectActor;
}

/** The people on the client's side of projects: invitations, roles, and who is the main contact. */
export class PeopleService {
  readonly #deps: PeopleDeps;
  /** How a replaced main contact undoes that. */
  readonly undo: ContactUndo;

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
    this.undo = new ContactUndo(deps);
  }

  /** The main contact first, then those who decide, then those who follow. Throws not_found. */
  async list(projectId: string): Promise<ProjectPeople> {
    const { db } = this.#deps;
    const project = await requireProject(db, projectId);
    const [contact, members, invitations] = await Promise.all([
      findAccount(db, project.user_id),
      listMemberAccounts(db, projectId),
      listInvitations(db, projectId),
    ]);
    const people = [
      ...(contact ? [{ ...contact, role: 'contact' as const, joined_at: null }] : []),
      ...members.filter(({ role }) => role === 'decides'),
      ...members.filter(({ role }) => role === 'follows'),
    ];
    return {
      people: people.map((person) => ({
        accountId: person.id,
        name: person.id === FORMER_CLIENT_ID ? DELETED_ACCOUNT_NAME : greetingName(person),
        email: person.email,
        role: person.role,
        since: person.joined_at,
      })),
      invitations: invitations.map((row) => ({
        id: row.id,
        email: row.email,
        role: row.role,
        invitedAt: row.created_at,
        expiresAt: row.expires_at,
      })),
    };
  }

  /**
   * Mails an invitation; one to the same address is renewed, with the role that is given now.
   * @throws conflict if they are in the project already,
   * limit_reached, what `lockOpenProject` throws
   */
  async invite(
    projectId: string,
    by: ProjectActor,
    { email: address, role }: InviteColleague,
  ): Promise<void> {
    const { db, clock, mails, recordEvent } = this.#deps;
    await transaction(db, async (trx) => {
      const project = await lockOpenProject(trx, projectId, by);
      const members = await listMemberAccounts(trx, projectId);
      if ([project, ...members].some((person) => comparableEmail(person.email) === address)) {
        throw new AppError('conflict', `${address} is in this project already.`);
      }
      const invitations = await listInvitations(trx, projectId);
      const others = invitations.filter((row) => row.email !== address);
      if (1 + members.length + others.length >= PEOPLE_MAX) {
        throw new AppError(
          'limit_reached',
          `A project has room for ${PEOPLE_MAX} people. Remove one, or an invitation, first.`,
        );
      }
      const invitation = {
        id: invitations.find((row) => row.email === address)?.id ?? newId(),
        project_id: projectId,
        email: address,
        role,
        invited_by: by.accountId,
        // Clients know the studio by its name alone.
        invited_by_name: by.side === 'studio' ? mails.look.studioName : await findActorName(trx, by),
        created_at: isoNow(clock),
        expires_at: isoIn(clock, INVITATION_DAYS * DAY_SECONDS),
      };
      await putInvitation(trx, invitation);
      await this.undo.amend(trx, { projectId, by }, ({ people, invitations: ids }, isTrusted) => {
        const others = ids.filter((id) => id !== invitation.id);
        return { people, invitations: isTrusted ? [...others, invitation.id] : others };
      });
      await mailInvitation(mails, trx, invitation, by.side === 'studio');
      await recordEvent(trx, { projectId, kind: 'person_invited', by, detail: { role } });
    });
  }

  /** Throws not_found if it was answered or taken back meanwhile. */
  async withdraw(projectId: string, invitationId: string, by: ProjectActor): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      await lockSomeProject(trx, projectId, by);
      if (!(await deleteInvitation(trx, projectId, invitationId))) throw notFound();
    });
  }

  /** Gives a colleague another role. Throws not_found. */
  async changeRole({ projectId, personId, by }: PersonAct, role: ColleagueRole): Promise<void> {
    const { db, recordEvent } = this.#deps;
    await transaction(db, async (trx) => {
      const project = await lockSomeProject(trx, projectId, by);
      const member = await findMember(trx, projectId, personId);
      if (!member) throw notFound();
      if (member.role === role) return;
      await putMember(trx, { ...member, role });
      await this.undo.amend(trx, { projectId, by }, (kept, isTrusted) => ({
        ...kept,
        people: kept.people.map((each) =>
          isTrusted && each.accountId === personId ? { ...each, role } : each,
        ),
      }));
      await this.#mailRight(trx, { project, personId, by, what: role });
      const subject = await nameOf(trx, personId);
      await recordEvent(trx, { projectId, kind: 'person_role_changed', by, subject, detail: { role } });
    });
  }

  /** Removes a colleague, whose open pages of the project close. Throws not_found. */
  async remove({ projectId, personId, by }: PersonAct): Promise<void> {
    const { db, events, recordEvent } = this.#deps;
    await transaction(db, async (trx) => {
      const project = await lockSomeProject(trx, projectId, by);
      const member = await findMember(trx, projectId, personId);
      if (!member) throw notFound();
      await deleteMember(trx, projectId, personId);
      await this.undo.amend(trx, { projectId, by, personId }, (kept, isTrusted) => ({
        ...kept,
        people: kept.people.filter(({ accountId }) => !isTrusted || accountId !== personId),
      }));
      await this.#mailRight(trx, { project, personId, by, what: 'removed' });
      const subject = await nameOf(trx, personId);
      const detail = { role: member.role };
      await recordEvent(trx, { projectId, kind: 'person_removed', by, subject, detail });
      await publishProjectsChanged(trx, events, [personId]);
    });
  }

  /** Makes a colleague the main contact; the former one decides from then on. Throws not_found. */
  async makeContact({ projectId, personId, by }: PersonAct): Promise<void> {
    const { db, clock, events, projects, recordEvent } = this.#deps;
    await transaction(db, async (trx) => {
      // Before the project, as this person's own calls do: its address can't change until the project has it.
      const account = await lockAccount(trx, personId);
      await lockSomeProject(trx, projectId, by);
      const project = await lockProject(trx, projectId);
      if (!project || !account || !(await findMember(trx, projectId, personId))) throw notFound();
      if (!(await this.#deps.maySignIn(trx, personId))) {
        throw new AppError('conflict', 'This account can’t sign in, so it can’t be the main contact.');
      }
      const former = project.user_id;
      const undoId = by.side === 'client' ? await this.undo.open(trx, project) : undefined;
      if (by.side === 'studio') await this.undo.overrule(trx, projectId);
      await projects.passProject(trx, project, account);
      if (former !== FORMER_CLIENT_ID) {
        await putMember(trx, {
          project_id: projectId,
          account_id: former,
          role: 'decides',
          joined_at: isoNow(clock),
        });
      }
      await this.#mailRight(trx, { project, personId: former, by, what: 'no-contact', undoId });
      await this.#mailRight(trx, { project, personId, by, what: 'contact' });
      const subject = { id: personId, title: greetingName(account) };
      const detail = { former, isUndo: 0 } as const;
      await recordEvent(trx, { projectId, kind: 'contact_changed', by, subject, detail });
      await publishProjectsChanged(trx, events, [former, personId]);
    });
  }

  /** Mails a person what another changed for them. */
  async #mailRight(
    trx: Trx,
    {
      project,
      by,
      ...news
    }: {
      project: ProjectNaming;
      personId: string;
      by: ProjectActor;
      what: ChangedRight;
      undoId?: string | undefined;
    },
  ): Promise<void> {
    const { mails } = this.#deps;
    const name = by.side === 'studio' ? mails.look.studioName : await findActorName(trx, by);
    await mailRightOf(mails, trx, {
      ...news,
      project: projectName(project),
      because: `${name} changed this.`,
    });
  }

  /** Ends the caller's own part in a project. Throws conflict for its main contact. */
  async leave(projectId: string, by: ProjectActor): Promise<void> {
    const { db, events, recordEvent } = this.#deps;
    await transaction(db, async (trx) => {
      const project = await lockSomeProject(trx, projectId, by);
      if (project.user_id === by.accountId) {
        throw new AppError(
          'conflict',
          'You’re the main contact. Make a colleague the main contact first, then leave.',
        );
      }
      const member = await findMember(trx, projectId, by.accountId);
      if (!member) throw notFound();
      await recordEvent(trx, { projectId, kind: 'person_left', by, detail: { role: member.role } });
      await deleteMember(trx, projectId, by.accountId);
      await this.undo.amend(trx, { projectId, by }, (kept) => ({
        ...kept,
        people: kept.people.filter(({ accountId }) => accountId !== by.accountId),
      }));
      await publishProjectsChanged(trx, events, [by.accountId]);
    });
  }

  /** The invitations that an account can answer: those to its confirmed address. */
  async listReceived(accountId: string): Promise<ReceivedInvitation[]> {
    const { db, clock, identities } = this.#deps;
    const email = await findProvenEmail(identities, accountId);
    if (email === undefined) return [];
    const now = isoNow(clock);
    return (await listReceivedInvitations(db, email))
      .filter(({ expires_at, status }) => expires_at > now && status === 'submitted')
      .map((row) => ({
        id: row.id,
        project: projectName(row),
        role: row.role,
        invitedBy: row.invited_by_name,
        expiresAt: row.expires_at,
      }));
  }

  /**
   * Lets the caller in. Throws not_found for an invitation to another address or one that has expired, conflict for
   * an admin, project_closed.
   * @returns the project
   */
  async join(invitationId: string, actor: Actor, address: string): Promise<string> {
    const { clock, events, recordEvent } = this.#deps;
    return this.#answer(invitationId, actor, async (trx, getInvitation) => {
      const { id, project_id: projectId } = await getInvitation();
      // Admins read all projects already, and would act as the client in this one.
      if (actor.isAdmin) {
        throw new AppError('conflict', 'You’re of the studio: you find this project in the back office.');
      }
      const project = await lockSomeProject(trx, projectId, { side: 'studio' });
      assertOpen(project);
      // The invitation may have been taken back, or have another role, while the project's row was waited for.
      const { role, expires_at } = await getInvitation();
      if (expires_at <= isoNow(clock)) throw notFound();
      await deleteInvitation(trx, projectId, id);
      const isIn = project.user_id === actor.accountId || (await findMember(trx, projectId, actor.accountId));
      if (isIn) return projectId;
      const joined_at = isoNow(clock);
      await putMember(trx, { project_id: projectId, account_id: actor.accountId, role, joined_at });
      const by: ProjectActor = {
        accountId: actor.accountId,
        email: actor.email,
        name: greetingName(actor),
        side: 'client',
        clientRole: role,
        address,
      };
      // Whom the former contact or the studio invited stays after an undo.
      await this.undo.amend(trx, { projectId, by }, (kept) => {
        if (!kept.invitations.includes(id)) return kept;
        const others = kept.people.filter(({ accountId }) => accountId !== actor.accountId);
        return { ...kept, people: [...others, { accountId: actor.accountId, role, joinedAt: joined_at }] };
      });
      await recordEvent(trx, { projectId, kind: 'person_joined', by, detail: { role } });
      await publishProjectsChanged(trx, events, [actor.accountId]);
      return projectId;
    });
  }

  /** Throws not_found for an invitation to another address. */
  async decline(invitationId: string, actor: Actor): Promise<void> {
    await this.#answer(invitationId, actor, async (trx, getInvitation) => {
      const { project_id, id } = await getInvitation();
      await deleteInvitation(trx, project_id, id);
    });
  }

  async #answer<Result>(
    id: string,
    actor: Actor,
    work: (trx: Trx, getInvitation: () => Promise<ProjectInvitationRow>) => Promise<Result>,
  ): Promise<Result> {
    const { db, identities } = this.#deps;
    const email = await findProvenEmail(identities, actor.accountId);
    return transaction(db, async (trx) => {
      await lockOwnAccount(trx, actor.accountId);
      if (!(await this.#deps.maySignIn(trx, actor.accountId))) throw signedOut();
      return work(trx, () => getReceivedInvitation(trx, id, email));
    });
  }

  /** Deletes invitations, and changes of contacts that can't be undone any more, some time after they have expired. */
  async deleteExpired(): Promise<void> {
    const { db, clock } = this.#deps;
    const before = isoIn(clock, -EXPIRED_DAYS * DAY_SECONDS);
    await transaction(db, async (trx) => {
      await deleteInvitationsExpiredBefore(trx, before);
      await deleteContactChangesBefore(trx, before);
    });
  }
}

/** Throws not_found for an invitation to another address, or to none. It may have expired. */
async function getReceivedInvitation(
  trx: Trx,
  id: string,
  email: string | undefined,
): Promise<ProjectInvitationRow> {
  const invitation = email === undefined ? undefined : await findReceivedInvitation(trx, id, email);
  if (!invitation) throw notFound();
  return invitation;
}

/** A person as the subject of an event. */
async function nameOf(db: Db, accountId: string): Promise<{ id: string; title: string }> {
  const account = await findAccount(db, accountId);
  return { id: accountId, title: account ? greetingName(account) : '' };
}
