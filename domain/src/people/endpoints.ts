import { z } from 'zod';
import { CLICK_LIMIT, endpoint, NOTICE_LIMIT } from '../endpoint.ts';
import { idParams, idSchema } from '../ids.ts';
import {
  changeColleagueSchema,
  inviteColleagueSchema,
  projectPeopleSchema,
  receivedInvitationSchema,
} from './schema.ts';

const personParams = idParams.extend({ personId: idSchema });
const invitationParams = idParams.extend({ invitationId: idSchema });
const peopleReply = projectPeopleSchema;

/** The people on the client's side of a project. */
export const peopleEndpoints = {
  listPeople: endpoint({
    method: 'GET',
    path: '/portal/:id/people',
    access: 'project',
    summary: 'The people on the client’s side of a project, and who is invited.',
    params: idParams,
    reply: peopleReply,
  }),
  inviteColleague: endpoint({
    method: 'POST',
    path: '/portal/:id/people',
    access: 'project',
    clientRole: 'contact',
    summary: 'Invites a colleague by mail, or invites them again with another role.',
    params: idParams,
    body: inviteColleagueSchema,
    reply: peopleReply,
    // Each mails an address of the caller's choice.
    limit: { max: 20, seconds: 3_600, per: 'account' },
    audit: { says: 'invited a colleague of the client of {subject}', keeps: ['role'] },
  }),
  withdrawInvitation: endpoint({
    method: 'DELETE',
    path: '/portal/:id/invitations/:invitationId',
    access: 'project',
    clientRole: 'contact',
    projectMayBe: 'archived',
    summary: 'Takes an open invitation back.',
    params: invitationParams,
    reply: peopleReply,
    limit: CLICK_LIMIT,
    audit: { says: 'removed an invitation to {subject}' },
  }),
  changeColleague: endpoint({
    method: 'PATCH',
    path: '/portal/:id/people/:personId',
    access: 'project',
    clientRole: 'contact',
    projectMayBe: 'archived',
    summary: 'Changes whether a colleague decides or follows.',
    params: personParams,
    body: changeColleagueSchema,
    reply: peopleReply,
    limit: CLICK_LIMIT,
    audit: { says: 'changed the role of a colleague in {subject}', keeps: ['role'] },
  }),
  removeColleague: endpoint({
    method: 'DELETE',
    path: '/portal/:id/people/:personId',
    access: 'project',
    clientRole: 'contact',
    projectMayBe: 'archived',
    summary: 'Removes a colleague from a project.',
    params: personParams,
    reply: peopleReply,
    limit: CLICK_LIMIT,
    audit: { says: 'removed a colleague from {subject}' },
  }),
  makeContact: endpoint({
    method: 'POST',
    path: '/portal/:id/people/:personId/contact',
    access: 'project',
    clientRole: 'contact',
    projectMayBe: 'archived',
    summary: 'Makes a colleague the main contact; the former one decides from then on.',
    params: personParams,
    reply: peopleReply,
    limit: NOTICE_LIMIT,
    audit: { says: 'changed the main contact of {subject}' },
  }),
  leaveProject: endpoint({
    method: 'POST',
    path: '/portal/:id/leave',
    access: 'project-client',
    projectMayBe: 'archived',
    summary: 'Leaves a project of a colleague’s. The main contact can’t leave.',
    params: idParams,
    reply: z.object({ left: z.literal(true) }),
    limit: CLICK_LIMIT,
  }),
  listReceivedInvitations: endpoint({
    method: 'GET',
    path: '/invitations',
    access: 'signed-in',
    summary: 'The open invitations to the caller’s confirmed address.',
    reply: z.object({ items: z.array(receivedInvitationSchema) }),
  }),
  joinProject: endpoint({
    method: 'POST',
    path: '/invitations/:id/join',
    access: 'signed-in',
    summary: 'Accepts an invitation to the caller’s confirmed address.',
    params: idParams,
    reply: z.object({ projectId: idSchema }),
    limit: CLICK_LIMIT,
  }),
  declineInvitation: endpoint({
    method: 'POST',
    path: '/invitations/:id/decline',
    access: 'signed-in',
    summary: 'Declines an invitation to the caller’s confirmed address.',
    params: idParams,
    reply: z.object({ declined: z.literal(true) }),
    limit: CLICK_LIMIT,
  }),
};
