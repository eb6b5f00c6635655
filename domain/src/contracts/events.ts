import { type EventDefinitions, type NotificationWords, numberIn } from '../event-definition.ts';

/**
 * Each contract event's details: the version, the SHA-256 of its document, the total in US dollars, the
 * name typed to accept, and the client's words.
 */
export interface ContractEvents {
  contract_sent: { version: number; hash: string; total: number | null };
  contract_accepted: { version: number; hash: string; total: number | null; name: string | null };
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
    changes: [...changes, 'invoices'],
    deed: ({ detail }) =>
      numberIn(detail, 'version')
        ? `accepted the contract (version ${detail.version})`
        : 'accepted the contract',
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
