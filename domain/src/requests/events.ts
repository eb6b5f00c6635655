import {
  type EventDefinitions,
  type NoDetail,
  type NotificationWords,
  quotedTitle,
} from '../event-definition.ts';

/** The details of each event of a request. */
export interface RequestEvents {
  request_sent: { due: string | null };
  request_changed: NoDetail;
  request_answered: { files: number; excerpt: string };
  request_accepted: NoDetail;
  request_asked_again: { reason: string };
  request_withdrawn: NoDetail;
}

const changes = ['requests', 'waiting'] as const;

export const requestEvents = {
  request_sent: { changes, deed: (facts) => `asked for ${quotedTitle(facts)}` },
  request_changed: { changes, deed: (facts) => `changed the request ${quotedTitle(facts)}` },
  request_answered: { changes, deed: (facts) => `answered the request ${quotedTitle(facts)}` },
  request_accepted: { changes, deed: (facts) => `accepted what came for ${quotedTitle(facts)}` },
  request_asked_again: { changes, deed: (facts) => `asked again for ${quotedTitle(facts)}` },
  request_withdrawn: { changes, deed: (facts) => `withdrew the request ${quotedTitle(facts)}` },
} as const satisfies EventDefinitions<RequestEvents>;

export const requestNotifications = {
  request_sent: {
    about: 'what I need from you',
    client: 'I need something from you, such as texts or access',
  },
  request_asked_again: { about: 'requests that need more', client: 'Something you sent needs more from you' },
  request_answered: { about: 'answers to your requests', studio: 'A client answered a request' },
} as const satisfies Record<string, NotificationWords>;
