import { z } from 'zod';
import { longText, shortText } from '../text-schema.ts';

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

/** The contract as the client sees it, once it was sent. */
export const contractSchema = z.object({
  status: z.enum(CONTRACT_STATUSES),
  total: z.number().nullable(),
  url: z.string().nullable(),
  version: z.number().int(),
  sentAt: z.string().nullable(),
  acceptedAt: z.string().nullable(),
});

/** An empty body accepts the current version; our page sends the version that it showed. */
export const acceptContractSchema = z
  .object({
    version: z.number().int().optional(),
    name: shortText(200).optional(),
  })
  .nullish()
  .transform((body) => body ?? {});

export const requestContractChangeSchema = z.object({
  message: z.string().pipe(longText(5_000)).pipe(z.string().min(1, 'Write what should change.')),
});
