import {
  type EventDefinitions,
  type EventFacts,
  type NotificationWords,
  quotedTitle,
} from '../event-definition.ts';

/** Each change order event's details: its number, the SHA-256 of its document, what it adds in whole US dollars, and words. */
export interface ChangeOrderEvents {
  change_order_sent: { number: number; hash: string; total: number };
  change_order_accepted: { number: number; hash: string; total: number; name: string };
  change_order_declined: { number: number; reason: string };
  change_order_withdrawn: { number: number };
}

const changes = ['contract', 'invoices', 'milestones', 'stage', 'waiting', 'acceptances'] as const;
const named = (facts: EventFacts) => `change order ${facts.detail.number ?? ''} ${quotedTitle(facts)}`;

export const changeOrderEvents = {
  change_order_sent: { changes, deed: (facts) => `sent ${named(facts)}` },
  change_order_accepted: { changes, deed: (facts) => `accepted ${named(facts)}` },
  change_order_declined: { changes, deed: (facts) => `declined ${named(facts)}` },
  change_order_withdrawn: { changes, deed: (facts) => `withdrew ${named(facts)}` },
} as const satisfies EventDefinitions<ChangeOrderEvents>;

export const changeOrderNotifications = {
  change_order_sent: {
    about: 'changes to a contract',
    client: 'A change to your contract was sent to you',
    isForDeciders: true,
  },
  /** The client always gets their copy. */
  change_order_accepted: {
    about: 'accepted changes',
    studio: 'A client accepted a change to a contract',
    isForDeciders: true,
  },
  change_order_declined: { about: 'declined changes', studio: 'A client declined a change to a contract' },
} as const satisfies Record<string, NotificationWords>;
