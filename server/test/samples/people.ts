import * as members from '../../src/core/projects/project-members.repository.ts';
import * as people from '../../src/features/people/people.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
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
      lockDeciders: [[account]],
      listSuccessors: [[project]],
      listSharedProjectIds: [[id('a', 9)]],
      deleteMemberships: [[id('a', 9)]],
      projectsOf: [(db) => members.projectsOf(db, account, 'decides').execute()],
      listProjectParts: [[projects, account]],
    }),
    ...callsOf('people', people, {
      listMemberAccounts: [[project]],
      listMemberships: [[id('a', 9)]],
      listInvitations: [[project]],
      putInvitation: [[newRow(rows.project_invitations)]],
      deleteInvitation: [[project, id('5', 7)]],
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
  }
>;
