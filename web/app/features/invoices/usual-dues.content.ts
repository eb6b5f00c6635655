import { contractWords } from '@atelier/content/contract-terms.ts';

/* Picked at build time: how a contract and a change to it name the payment that is due when they are accepted. */

export const acceptanceLabels: readonly string[] = [contractWords.dues.acceptance, contractWords.dues.change];
