import { z } from 'zod';
import { CLICK_LIMIT, endpoint } from '../endpoint.ts';
import { idParams, idSchema } from '../ids.ts';
import { listReplySchema } from '../paging.ts';
import {
  createMilestoneSchema,
  deleteMilestoneQuerySchema,
  milestoneSchema,
  reorderMilestonesSchema,
  reviewMilestoneSchema,
  setMilestoneStatusSchema,
  undoMoveSchema,
  undoOfferSchema,
  updateMilestoneSchema,
} from './schema.ts';

const milestoneParams = idParams.extend({ milestoneId: idSchema });
const milestoneReply = z.object({ milestone: milestoneSchema });

/** A project's milestones, from both sides. */
export const milestoneEndpoints = {
  listMilestones: endpoint({
    method: 'GET',
    path: '/portal/:id/milestones',
    access: 'project',
    summary: 'The published milestones, by order, then by creation time.',
    params: idParams,
    reply: listReplySchema(milestoneSchema),
  }),
  reviewMilestone: endpoint({
    method: 'POST',
    path: '/portal/:id/milestones/:milestoneId/status',
    access: 'project-client',
    clientRole: 'decides',
    summary: 'The client approves a milestone in review, or asks for changes.',
    params: milestoneParams,
    body: reviewMilestoneSchema,
    reply: milestoneReply,
    limit: CLICK_LIMIT,
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
    summary: 'Adds a milestone at the end, visible to the client unless it stays a draft.',
    params: idParams,
    body: createMilestoneSchema,
    reply: milestoneReply,
    status: 201,
    limit: CLICK_LIMIT,
    audit: { says: 'added {item} to the plan of {subject}', keeps: ['title', 'due'] },
  }),
  updateMilestone: endpoint({
    method: 'PATCH',
    path: '/admin/portal/:id/milestones/:milestoneId',
    access: 'admin',
    summary: 'Changes the title, due date, description or preview of a milestone.',
    params: milestoneParams,
    body: updateMilestoneSchema,
    reply: milestoneReply,
    limit: CLICK_LIMIT,
    audit: { says: 'changed {item} of {subject}', keeps: ['title', 'due'] },
  }),
  deleteMilestone: endpoint({
    method: 'DELETE',
    path: '/admin/portal/:id/milestones/:milestoneId',
    access: 'admin',
    summary: 'Deletes a milestone.',
    params: milestoneParams,
    query: deleteMilestoneQuerySchema,
    reply: z.object({ deleted: z.literal(true) }),
    limit: CLICK_LIMIT,
    audit: { says: 'deleted {item} of {subject}' },
  }),
  setMilestoneStatus: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/milestones/:milestoneId/status',
    access: 'admin',
    summary:
      'Changes a milestone’s status as the studio, which publishes a draft unless it cancels it. `undo` says how long it can be undone.',
    params: milestoneParams,
    body: setMilestoneStatusSchema,
    reply: milestoneReply.extend({ undo: undoOfferSchema.nullable() }),
    limit: CLICK_LIMIT,
    audit: { says: 'moved {item} of {subject}[ to “{status}”]', keeps: ['status'] },
  }),
  undoMilestoneMove: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/milestones/:milestoneId/undo',
    access: 'admin',
    summary:
      'Undoes the studio’s last move of a milestone before the client gets the mail: 409 after any other change.',
    params: milestoneParams,
    body: undoMoveSchema,
    reply: milestoneReply,
    limit: CLICK_LIMIT,
    audit: { says: 'undid the last move of {item} of {subject}' },
  }),
  reorderMilestones: endpoint({
    method: 'PATCH',
    path: '/admin/portal/:id/milestones/reorder',
    access: 'admin',
    summary: 'Puts milestones in order: every id of the project exactly once.',
    params: idParams,
    body: reorderMilestonesSchema,
    reply: listReplySchema(milestoneSchema),
    limit: CLICK_LIMIT,
    audit: { says: 'reordered the milestones of {subject}' },
  }),
  publishMilestones: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/milestones/publish',
    access: 'admin',
    summary: 'Publishes every draft to the client at once.',
    params: idParams,
    reply: listReplySchema(milestoneSchema),
    limit: CLICK_LIMIT,
    audit: { says: 'published the plan of {subject}' },
  }),
};
