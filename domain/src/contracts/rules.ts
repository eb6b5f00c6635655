/**
 * A contract's states. `draft` is the owner's own and hidden from the client; `accepted` is terminal.
 */
export const CONTRACT_STATUSES = ['draft', 'sent', 'change_requested', 'accepted'] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

export type ContractAction = 'send' | 'accept' | 'request_change';

/** The states an action may start from, the state it leads to, and the side that may take it. */
export const CONTRACT_TRANSITIONS: Record<
  ContractAction,
  { by: 'client' | 'studio'; from: readonly ContractStatus[]; to: ContractStatus }
> = {
  send: { by: 'studio', from: ['draft', 'sent', 'change_requested'], to: 'sent' },
  accept: { by: 'client', from: ['sent', 'change_requested'], to: 'accepted' },
  request_change: { by: 'client', from: ['sent', 'change_requested'], to: 'change_requested' },
};

/** The errors of a step that the state doesn't allow. */
export type ContractRefusal = 'contract_accepted' | 'contract_not_sent';

/** Why an action may not start from a state; undefined if it may. */
export function contractRefusal(action: ContractAction, status: ContractStatus): ContractRefusal | undefined {
  if (CONTRACT_TRANSITIONS[action].from.includes(status)) return undefined;
  return status === 'accepted' ? 'contract_accepted' : 'contract_not_sent';
}

/**
 * A contract's document: `made` by the product from the brief, an `upload` (the studio's PDF), or behind a
 * `link`.
 */
export const CONTRACT_SOURCES = ['made', 'upload', 'link'] as const;
export type ContractSource = (typeof CONTRACT_SOURCES)[number];

/** Largest PDF that can be a contract, in bytes (20 MB). */
export const MAX_CONTRACT_BYTES = 20 * 1024 * 1024;
/** Largest price of a contract, in US dollars. */
export const MAX_CONTRACT_TOTAL = 10_000_000;
/** Longest name typed to accept, in characters. */
export const MAX_ACCEPTED_NAME = 200;

/** Acceptances in one reply; `before` requests older ones. */
export const ACCEPTANCE_PAGE_SIZE = 50;
