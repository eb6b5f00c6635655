import * as changes from '../../src/core/projects/contact-changes.repository.ts';
import * as members from '../../src/core/projects/project-members.repository.ts';
import * as people from '../../src/features/people/people.repository.ts';
import type { Db, Trx } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { callsOf, type NounSamples, newRow, type ProjectSubject } from './noun-samples.ts';
import {
  sampleAccount as account,
  address,
  id,
  MANY,
  PARTED_PROJECTS,
  partedProject,
  sampleProject as project,
  sampleProjects as projects,
  type SeedRows,
  time,
} from './values.ts';

const rows = {
  project_members: [
    MANY,
    (n) => ({
      project_id: id('b', partedProject(n)),
      account_id: id('a', Math.floor((n - 1) / PARTED_PROJECTS) + (n % 700) + 2),
      role: n % 2 === 0 ? 'decides' : 'follows',
      joined_at: time(n),
    }),
  ],
  project_invitations: [
    MANY,
    (n) => ({
      id: id('5', n),
      project_id: id('b', partedProject(n)),
      email: address(n),
      role: 'follows',
      invited_by: id('a', partedProject(n)),
      invited_by_name: 'Ada',
      created_at: time(n),
      expires_at: time(n + 20_000),
    }),
  ],
  contact_changes: [
    MANY,
    (n) => ({
      id: id('6', n),
      project_id: id('b', partedProject(n)),
      former_id: id('a', partedProject(n)),
      people: '[]',
      invitations: '[]',
      created_at: time(n),
      expires_at: time(n + 20_000),
      ended: n % 2 === 0 ? 'undone' : null,
    }),
  ],
} satisfies Partial<SeedRows>;

/** A colleague in a project. */
export async function makeMember(
  db: Db,
  member: { projectId: string; accountId: string; role: 'decides' | 'follows' },
): Promise<void> {
  const { projectId, accountId, role } = member;
  await db
    .insertInto('project_members')
    .values({ project_id: projectId, account_id: accountId, role, joined_at: time(1) })
    .execute();
}

/** An open invitation to an address. */
export async function makeInvitation(
  db: Db,
  invitation: { projectId: string; email: string; invitedBy: string },
): Promise<string> {
  const invitationId = newId();
  await db
    .insertInto('project_invitations')
    .values({
      id: invitationId,
      project_id: invitation.projectId,
      email: invitation.email,
      role: 'follows',
      invited_by: invitation.invitedBy,
      invited_by_name: 'Ada',
      created_at: time(1),
      expires_at: '2099-01-01T00:00:00.000Z',
    })
    .execute();
  return invitationId;
}

/** A change of a project's contact that one account can undo, with whom that leaves in the project. */
export async function makeContactChange(
  db: Db,
  change: { projectId: string; formerId: string; personId: string },
): Promise<string> {
  const changeId = newId();
  await changes.insertContactChange(db as Trx, {
    id: changeId,
    project_id: change.projectId,
    former_id: change.formerId,
    people: JSON.stringify([{ accountId: change.personId, role: 'follows', joinedAt: time(1) }]),
    invitations: '[]',
    created_at: time(1),
    expires_at: '2099-01-01T00:00:00.000Z',
    ended: null,
  });
  return changeId;
}

/** Samples of the people on projects' client's sides. */
export const peopleSamples = {
  rows,
  calls: {
    listPeople: ({ projectId }) => ({ params: { id: projectId } }),
    inviteColleague: ({ projectId }) => ({
      params: { id: projectId },
      body: { email: 'colleague@client.example', role: 'follows' },
    }),
    withdrawInvitation: ({ projectId, invitationId }) => ({ params: { id: projectId, invitationId } }),
    changeColleague: ({ projectId, personId }) => ({
      params: { id: projectId, personId },
      body: { role: 'decides' },
    }),
    removeColleague: ({ projectId, personId }) => ({ params: { id: projectId, personId } }),
    makeContact: ({ projectId, personId }) => ({ params: { id: projectId, personId } }),
    findContactChange: ({ contactChangeId }) => ({ params: { id: contactChangeId } }),
    undoContactChange: ({ contactChangeId }) => ({ params: { id: contactChangeId } }),
    leaveProject: ({ projectId }) => ({ params: { id: projectId } }),
    listReceivedInvitations: () => ({}),
    joinProject: ({ receivedId }) => ({ params: { id: receivedId } }),
    declineInvitation: ({ receivedId }) => ({ params: { id: receivedId } }),
  },
  queries: [
    ...callsOf('project-members', members, {
      listClientIds: [[project]],
      findClientSides: [[projects]],
      listMembers: [[project]],
      findMember: [[project, id('a', 9)]],
      putMember: [[newRow(rows.project_members)]],
      deleteMember: [[project, id('a', 9)]],
      deleteMembersOf: [[project]],
      lockSuccessors: [[account, time(1)]],
      listSuccessors: [[project]],
      listSharedProjectIds: [[id('a', 9)]],
      deleteMemberships: [[id('a', 9)]],
      projectsOf: [(db) => members.projectsOf(db, account, 'decides').execute()],
      listProjectParts: [[projects, account]],
    }),
    ...callsOf('contact-changes', changes, {
      insertContactChange: [[newRow(rows.contact_changes)]],
      findContactChange: [[id('6', 7)]],
      findOpenChange: [[project, time(1)]],
      updateContactChange: [[id('6', 7), { ended: 'undone' }]],
      deleteContactChangesOf: [[account]],
      deleteContactChangesBefore: [[time(1)]],
    }),
    ...callsOf('people', people, {
      listMemberAccounts: [[project]],
      listMemberships: [[id('a', 9)]],
      listInvitations: [[project]],
      putInvitation: [[newRow(rows.project_invitations)]],
      deleteInvitation: [[project, id('5', 7)]],
      deleteInvitationsBut: [[project, [id('5', 7)]]],
      listReceivedInvitations: [[address(7)]],
      findReceivedInvitation: [[id('5', 7), address(7)]],
      deleteInvitationsExpiredBefore: [[time(1)]],
      deleteInvitationsTo: [[address(7)]],
      deleteInvitationsOf: [[project]],
      forgetInviter: [[{ accountId: id('a', 7), name: 'Deleted account' }]],
    }),
  ],
} satisfies NounSamples<
  ProjectSubject & {
    /** A colleague who follows the project. */
    personId: string;
    /** An open invitation to it, and one to the client's own address. */
    invitationId: string;
    receivedId: string;
    /** A change of the project's contact that the client can undo. */
    contactChangeId: string;
  }
>;
