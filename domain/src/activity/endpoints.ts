import { endpoint } from '../endpoint.ts';
import { idParams } from '../ids.ts';
import { activityListQuerySchema, activityListReplySchema } from './schema.ts';

/** A project's events. */
export const activityEndpoints = {
  listActivity: endpoint({
    method: 'GET',
    path: '/portal/:id/activity',
    access: 'project',
    summary: 'The project’s activity, newest first; `before` pages back.',
    params: idParams,
    query: activityListQuerySchema,
    reply: activityListReplySchema,
  }),
};
