import { claims } from '@atelier/content/claims.ts';
import { contractWords } from '@atelier/content/contract-terms.ts';

/* Picked at build time: of the words of contracts, what a client sees beside one needs these alone. */

export const usualPayment = {
  reservePercent: claims.payment.reservePercent,
  launchPercent: claims.payment.launchPercent,
  /** How a contract names the payment that reserves a place. */
  acceptance: contractWords.dues.acceptance,
};
