import { type EventDefinitions, type NotificationWords, numberIn } from '../event-definition.ts';

/**
 * Each contract event's details: the version, the SHA-256 of its document, the total in US dollars, the
 * name typed to accept, and the client's words.
 */
export interface ContractEvents {
  contract_sent: { version: number; hash: string; total: number | null };
  contract_accepted: {
    version: number;
    hash: string;
    total: number | null;
    name: string | null;
    /** The days between sending and acceptance, where they moved dates of the plan; those dates, a line each. */
    daysMoved?: number;
    moved?: string;
    /** What keeps its day all the same: a launch that the client fixed, a payment with a day of its own. */
    kept?: string;
  };
  contract_change_requested: { version: number; reason: string };
}

const changes = ['contract', 'stage', 'waiting', 'acceptances'] as const;

export const contractEvents = {
  contract_sent: {
    changes,
    deed: ({ detail }) =>
      (numberIn(detail, 'version') ?? 1) > 1
        ? `sent a revised contract (version ${detail.version})`
        : 'sent the contract',
  },
  contract_accepted: {
    // Its payments are planned, and whom they are for may be known by now.
    changes: [...changes, 'invoices', 'milestones'],
    deed: ({ detail }) => {
      const accepted = numberIn(detail, 'version')
        ? `accepted the contract (version ${detail.version})`
        : 'accepted the contract';
      const days = numberIn(detail, 'daysMoved');
      return days === undefined
        ? accepted
        : `${accepted}, which moved its dates by ${days} ${days === 1 ? 'day' : 'days'}`;
    },
  },
  contract_change_requested: { changes, deed: () => 'asked for a change to the contract' },
} as const satisfies EventDefinitions<ContractEvents>;

export const contractNotifications = {
  contract_sent: { about: 'contracts to read', client: 'A contract was sent to you', isForDeciders: true },
  contract_accepted: {
    about: 'accepted contracts',
    studio: 'A client accepted a contract',
    isForDeciders: true,
  },
  contract_change: {
    about: 'requests to change a contract',
    studio: 'A client asked for a change to a contract',
  },
} as const satisfies Record<string, NotificationWords>;
