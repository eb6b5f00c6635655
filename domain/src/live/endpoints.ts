import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { liveEventSchema, livePlaceSchema } from './schema.ts';

export const liveEndpoints = {
  streamEvents: endpoint({
    method: 'GET',
    path: '/events',
    access: 'signed-in',
    summary:
      'Streams the events of every project that the account may see, and ends with the session. It begins with the ' +
      'events since the place `after`, which is the last `id` of an earlier stream, or with those of the last `missed` ' +
      'milliseconds; with a `resync` where the server no longer has them all.',
    query: z.object({
      after: livePlaceSchema.optional(),
      missed: z.coerce.number().int().min(0).optional(),
    }),
    reply: liveEventSchema,
    isStream: true,
    limit: { max: 60, seconds: 60, per: 'account' },
  }),
};
