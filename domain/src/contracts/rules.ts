/**
 * A contract's states. `draft` is the owner's own and hidden from the client; `accepted` is terminal.
 */
export const CONTRACT_STATUSES = ['draft', 'sent', 'change_requested', 'accepted'] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

export type ContractAction = 'send' | 'accept' | 'request_change';

/** Which states an action may start from, where it leads, and who may take it. */
export const CONTRACT_TRANSITIONS: Record<
  ContractAction,
  { by: 'client' | 'studio'; from: readonly ContractStatus[]; to: ContractStatus }
> = {
  send: { by: 'studio', from: ['draft', 'sent', 'change_requested'], to: 'sent' },
  accept: { by: 'client', from: ['sent', 'change_requested'], to: 'accepted' },
  request_change: { by: 'client', from: ['sent', 'change_requested'], to: 'change_requested' },
};

/** The errors of a step that the state does not allow. */
export type ContractRefusal = 'contract_accepted' | 'contract_not_sent';

/** Why an action may not start from a state; undefined where it may. */
export function contractRefusal(action: ContractAction, status: ContractStatus): ContractRefusal | undefined {
  if (CONTRACT_TRANSITIONS[action].from.includes(status)) return undefined;
  return status === 'accepted' ? 'contract_accepted' : 'contract_not_sent';
}

/**
 * Where a contract's text is: `made` by the product out of the brief, an `upload` (a PDF of the studio's), or
 * behind a `link`.
 */
export const CONTRACT_SOURCES = ['made', 'upload', 'link'] as const;
export type ContractSource = (typeof CONTRACT_SOURCES)[number];

/** Largest PDF that can be a contract, in bytes (20 MB). */
export const MAX_CONTRACT_BYTES = 20 * 1024 * 1024;
/** Largest price of a contract, in US dollars. */
export const MAX_CONTRACT_TOTAL = 10_000_000;
/** Longest name that somebody accepts with, in characters. */
export const MAX_ACCEPTED_NAME = 200;

/** Acceptances in one reply; older ones are asked for with `before`. */
export const ACCEPTANCE_PAGE_SIZE = 50;
