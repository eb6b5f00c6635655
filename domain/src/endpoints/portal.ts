import { z } from 'zod';
import { idParams, idSchema } from '../ids.ts';
import { listReplySchema } from '../paging.ts';
import { activityListQuerySchema, activityListReplySchema } from '../portal/activity.ts';
import {
  acceptanceListQuerySchema,
  acceptanceListReplySchema,
  acceptContractSchema,
  contractDocumentSchema,
  contractSchema,
  requestContractChangeSchema,
  saveContractSchema,
  sendContractSchema,
  studioContractSchema,
  uploadContractQuerySchema,
} from '../portal/contract.ts';
import { unreadQuerySchema } from '../portal/messages.ts';
import {
  createMilestoneSchema,
  deleteMilestoneQuerySchema,
  milestoneSchema,
  reorderMilestonesSchema,
  setMilestoneStatusSchema,
  updateMilestoneSchema,
} from '../portal/milestones.ts';
import { waitingSchema } from '../portal/waiting.ts';
import { endpoint } from './endpoint.ts';

const milestoneParams = idParams.extend({ milestoneId: idSchema });
const contractReply = z.object({ contract: contractSchema.nullable() });
const studioContractReply = z.object({ contract: studioContractSchema });
const milestoneReply = z.object({ milestone: milestoneSchema });

/** The client's side of a project. */
export const portalEndpoints = {
  listWaiting: endpoint({
    method: 'GET',
    path: '/portal/waiting',
    access: 'signed-in',
    summary:
      'What waits for the client in some of one’s own projects; those where nothing does are left out.',
    query: unreadQuerySchema,
    reply: listReplySchema(waitingSchema),
  }),
  getContract: endpoint({
    method: 'GET',
    path: '/portal/:id/contract',
    access: 'project',
    summary: 'The contract, null until it was sent.',
    params: idParams,
    reply: contractReply,
  }),
  acceptContract: endpoint({
    method: 'POST',
    path: '/portal/:id/contract/accept',
    access: 'project-client',
    summary: 'Accepts the contract: terminal. An empty body means the current version.',
    params: idParams,
    body: acceptContractSchema,
    reply: contractReply,
  }),
  requestContractChange: endpoint({
    method: 'POST',
    path: '/portal/:id/contract/request-change',
    access: 'project-client',
    summary: 'Asks for a change to a contract that is not accepted yet.',
    params: idParams,
    body: requestContractChangeSchema,
    reply: contractReply,
  }),
  listMilestones: endpoint({
    method: 'GET',
    path: '/portal/:id/milestones',
    access: 'project',
    summary: 'The published milestones, by order, then by creation.',
    params: idParams,
    reply: listReplySchema(milestoneSchema),
  }),
  reviewMilestone: endpoint({
    method: 'POST',
    path: '/portal/:id/milestones/:milestoneId/status',
    access: 'project-client',
    summary: 'The client approves a milestone in review, or asks for changes.',
    params: milestoneParams,
    body: setMilestoneStatusSchema,
    reply: milestoneReply,
  }),
  listActivity: endpoint({
    method: 'GET',
    path: '/portal/:id/activity',
    access: 'project',
    summary: 'What has happened, newest first; `before` asks for what came earlier.',
    params: idParams,
    query: activityListQuerySchema,
    reply: activityListReplySchema,
  }),
};

/** The studio's side of a project. */
export const adminPortalEndpoints = {
  listAcceptances: endpoint({
    method: 'GET',
    path: '/admin/acceptances',
    access: 'admin',
    summary:
      'Every contract that was accepted, of deleted projects too, newest first; `before` asks for what came earlier.',
    query: acceptanceListQuerySchema,
    reply: acceptanceListReplySchema,
  }),
  getContractAsStudio: endpoint({
    method: 'GET',
    path: '/admin/portal/:id/contract',
    access: 'admin',
    summary: 'The contract with its draft, its versions, what was asked to be changed, and the acceptance.',
    params: idParams,
    reply: studioContractReply,
  }),
  saveContract: endpoint({
    method: 'PATCH',
    path: '/admin/portal/:id/contract',
    access: 'admin',
    summary: 'Saves the draft; the client sees nothing of it before it is sent.',
    params: idParams,
    body: saveContractSchema,
    reply: studioContractReply,
    audit: { says: 'Changed the contract’s draft', keeps: ['total', 'source', 'link'] },
  }),
  uploadContractDocument: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/contract/document',
    access: 'admin',
    summary: 'Makes a PDF (the body, application/pdf, 20 MB at most) the document of the draft.',
    params: idParams,
    query: uploadContractQuerySchema,
    body: contractDocumentSchema,
    reply: studioContractReply,
    audit: { says: 'Uploaded a contract', keeps: ['name'] },
  }),
  previewContract: endpoint({
    method: 'GET',
    path: '/admin/portal/:id/contract/preview',
    access: 'admin',
    summary: 'The PDF that the product would make of the draft, in base64.',
    params: idParams,
    reply: z.object({ name: z.string(), pdf: z.string() }),
    limit: { max: 60, seconds: 60, per: 'account' },
  }),
  sendContract: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/contract/send',
    access: 'admin',
    summary: 'Sends the draft as the next version. Sending again takes back the version before.',
    params: idParams,
    body: sendContractSchema,
    reply: studioContractReply,
    audit: { says: 'Sent the contract' },
  }),
  listMilestonesAsStudio: endpoint({
    method: 'GET',
    path: '/admin/portal/:id/milestones',
    access: 'admin',
    summary: 'Milestones of any project, drafts included.',
    params: idParams,
    reply: listReplySchema(milestoneSchema),
  }),
  createMilestone: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/milestones',
    access: 'admin',
    summary: 'Adds a milestone at the end, for the client to see unless it is kept a draft.',
    params: idParams,
    body: createMilestoneSchema,
    reply: milestoneReply,
    status: 201,
    audit: { says: 'Added a milestone', keeps: ['title', 'due'] },
  }),
  updateMilestone: endpoint({
    method: 'PATCH',
    path: '/admin/portal/:id/milestones/:milestoneId',
    access: 'admin',
    summary: 'Changes the title, due date or description of a milestone.',
    params: milestoneParams,
    body: updateMilestoneSchema,
    reply: milestoneReply,
    audit: { says: 'Changed a milestone', keeps: ['title', 'due'] },
  }),
  deleteMilestone: endpoint({
    method: 'DELETE',
    path: '/admin/portal/:id/milestones/:milestoneId',
    access: 'admin',
    summary: 'Deletes a milestone.',
    params: milestoneParams,
    query: deleteMilestoneQuerySchema,
    reply: z.object({ deleted: z.literal(true) }),
    audit: { says: 'Deleted a milestone' },
  }),
  setMilestoneStatus: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/milestones/:milestoneId/status',
    access: 'admin',
    summary: 'Moves a milestone as the studio.',
    params: milestoneParams,
    body: setMilestoneStatusSchema,
    reply: milestoneReply,
    audit: { says: 'Moved a milestone', keeps: ['status'] },
  }),
  reorderMilestones: endpoint({
    method: 'PATCH',
    path: '/admin/portal/:id/milestones/reorder',
    access: 'admin',
    summary: 'Puts milestones in order: every id of the project exactly once.',
    params: idParams,
    body: reorderMilestonesSchema,
    reply: listReplySchema(milestoneSchema),
    audit: { says: 'Reordered the milestones' },
  }),
  publishMilestones: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/milestones/publish',
    access: 'admin',
    summary: 'Shows every draft to the client, all at once.',
    params: idParams,
    reply: listReplySchema(milestoneSchema),
    audit: { says: 'Published the plan of milestones' },
  }),
};
