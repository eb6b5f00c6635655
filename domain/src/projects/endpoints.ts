import { z } from 'zod';
import { CLICK_LIMIT, csvReply, csvSeparator, endpoint, NOTICE_LIMIT } from '../endpoint.ts';
import { idParams } from '../ids.ts';
import { unreadQuerySchema } from '../messages/schema.ts';
import { listReplySchema, pageQuerySchema, pageReplySchema, searchTextSchema } from '../paging.ts';
import { shortText } from '../text-schema.ts';
import { PROJECT_SORTS } from './rules.ts';
import {
  boardSchema,
  clientViewQuerySchema,
  listedProjectSchema,
  overviewSchema,
  projectSchema,
  projectStatusFilter,
  renameProjectSchema,
  waitingSchema,
} from './schema.ts';

/** Deleting a project with an accepted contract requires its short id. */
const deletionQuery = z.object({ confirm: shortText(20).optional() });

export const projectEndpoints = {
  getPortalProject: endpoint({
    method: 'GET',
    path: '/portal/:id',
    access: 'project',
    summary: 'One project, whole, for its client or an admin.',
    params: idParams,
    reply: z.object({ project: projectSchema }),
  }),
  renameProject: endpoint({
    method: 'PATCH',
    path: '/portal/:id',
    access: 'project',
    needsRecentSignIn: false,
    clientRole: 'decides',
    summary: 'Gives a submitted project another title, by its client or an admin.',
    params: idParams,
    body: renameProjectSchema,
    clientWords: 'replaced',
    reply: z.object({ project: projectSchema }),
    limit: CLICK_LIMIT,
    audit: { says: 'renamed the project {subject}[ to “{title}”]', keeps: ['title'] },
  }),
  deleteOwnProject: endpoint({
    method: 'DELETE',
    path: '/portal/:id',
    access: 'project',
    needsRecentSignIn: true,
    clientRole: 'contact',
    beforeUndoEnds: 'refused',
    projectMayBe: 'archived',
    summary:
      'Deletes a project, by its main contact or an admin; with an accepted contract: `confirm`, its short id.',
    params: idParams,
    query: deletionQuery,
    reply: z.object({ deleted: z.literal(true) }),
    limit: NOTICE_LIMIT,
    audit: { says: 'deleted the project {subject}' },
  }),
  listWaiting: endpoint({
    method: 'GET',
    path: '/portal/waiting',
    access: 'signed-in',
    summary:
      'What waits for the caller in some of their own projects, the most pressing first; omits projects where nothing does.',
    query: unreadQuerySchema.extend(clientViewQuerySchema.shape),
    reply: listReplySchema(waitingSchema),
  }),
  getOverview: endpoint({
    method: 'GET',
    path: '/admin/overview',
    access: 'admin',
    summary: 'What needs the studio now, and its numbers by month.',
    reply: overviewSchema,
  }),
  listProjects: endpoint({
    method: 'GET',
    path: '/admin/projects',
    access: 'admin',
    summary:
      'Every project, last changed first unless sorted otherwise; search by company, title, email or id.',
    query: pageQuerySchema.extend({
      status: projectStatusFilter,
      q: searchTextSchema,
      sort: z.enum(PROJECT_SORTS).default('updated'),
    }),
    reply: pageReplySchema(listedProjectSchema),
  }),
  getBoard: endpoint({
    method: 'GET',
    path: '/admin/board',
    access: 'admin',
    summary: 'Work in progress by stage: drafts and submitted projects, last changed first.',
    reply: boardSchema,
  }),
  exportProjects: endpoint({
    method: 'GET',
    path: '/admin/projects/export',
    access: 'admin',
    summary: 'The projects as a CSV file, oldest first; with a search or a status, only those that match.',
    query: z.object({ q: searchTextSchema, status: projectStatusFilter, separator: csvSeparator }),
    reply: csvReply,
    limit: { max: 10, seconds: 60, per: 'account' },
    audit: {
      says: 'exported the projects[ with the status {status}][ found by “{q}”]',
      keeps: ['q', 'status'],
    },
  }),
  getProject: endpoint({
    method: 'GET',
    path: '/admin/projects/:id',
    access: 'admin',
    summary: 'One project, whole.',
    params: idParams,
    reply: z.object({ project: projectSchema }),
  }),
  archiveProject: endpoint({
    method: 'POST',
    path: '/admin/projects/:id/archive',
    access: 'admin',
    needsRecentSignIn: false,
    projectMayBe: 'archived',
    summary: 'Archives a submitted project, which makes it read-only.',
    params: idParams,
    reply: z.object({ project: projectSchema }),
    limit: CLICK_LIMIT,
    audit: { says: 'archived the project {subject}' },
  }),
  restoreProject: endpoint({
    method: 'POST',
    path: '/admin/projects/:id/restore',
    access: 'admin',
    needsRecentSignIn: false,
    projectMayBe: 'archived',
    summary: 'Restores a project from the archive.',
    params: idParams,
    reply: z.object({ project: projectSchema }),
    limit: CLICK_LIMIT,
    audit: { says: 'restored the project {subject}' },
  }),
  deleteProject: endpoint({
    method: 'DELETE',
    path: '/admin/projects/:id',
    access: 'admin',
    needsRecentSignIn: true,
    projectMayBe: 'archived',
    summary: 'Deletes a project; with an accepted contract: `confirm`, its short id.',
    params: idParams,
    query: deletionQuery,
    reply: z.object({ deleted: z.literal(true) }),
    limit: NOTICE_LIMIT,
    audit: { says: 'deleted the project {subject}' },
  }),
};
