import { liveEventSchema } from '../live.ts';
import { endpoint } from './endpoint.ts';

export const liveEndpoints = {
  streamEvents: endpoint({
    method: 'GET',
    path: '/events',
    access: 'signed-in',
    summary:
      'What happens to every project that the account may see, as it happens. It begins with a `resync`, and ' +
      'ends when the session does.',
    reply: liveEventSchema,
    isStream: true,
    limit: { max: 60, seconds: 60, per: 'account' },
  }),
};
