import type { ContractWords } from '@atelier/domain/contracts/suggested-terms.ts';
import { claims } from './claims.ts';
import { featureCopy } from './features.ts';
import { planTerms } from './milestone-plan.ts';
import { featureName } from './offer.ts';
import { studio } from './studio.ts';

const { payment, feedbackRounds } = claims;

/**
 * The clauses that a contract begins with; in each contract you can change them, add some and leave some out. They are
 * sample terms, the same in substance as those on /terms: have a lawyer who knows your country’s law read them before you use
 * them as yours. A sent contract keeps the words it was sent with.
 *
 * {rounds} becomes the rounds of feedback of the contract ("2 rounds") and {payments} its plan ("50% at launch").
 */
const clauses: ContractWords['clauses'] = [
  {
    title: 'What’s agreed',
    text: 'This document sets the scope, the price and the dates. Anything the client asks for later is a new agreement with its own price, made before work on it begins.',
  },
  {
    title: 'Payment',
    text: [
      'The price is paid in parts, each by invoice: {payments}. The part that is due when this contract is accepted reserves the client’s place in the calendar.',
      'If the client stops before work has begun, the studio refunds the first part, less the hours already spent. If the studio stops, it refunds everything it hasn’t earned.',
    ].join('\n\n'),
  },
  {
    title: 'Time',
    text: 'The dates start to run when the studio has the client’s material, and move by as long as the studio waits for an answer from the client. If this contract is accepted later than on the day it was sent, the dates of the milestones move by the days in between; a launch date that the client fixed and the date of a payment stay. The studio gives early notice if the dates move for any other reason.',
  },
  {
    title: 'Feedback and approval',
    text: 'For each design, up to {rounds} of feedback are included: a round is everything the client says about one version. A milestone is done when the client approves it in the portal. If something isn’t right, the client says so there, and it goes back to the studio. The price of further rounds is agreed before they begin.',
  },
  {
    title: 'Rights',
    text: [
      'Once paid for, the design, the text, the code written for the client, the domain and the accounts belong to the client. Parts that aren’t the studio’s to give, such as typefaces, photographs and open-source libraries, come under their own licences, and the client receives a list of them.',
      'What the client hands over remains the client’s, and the client confirms that it may be used. The studio may show the finished work unless the client objects.',
    ].join('\n\n'),
  },
  {
    title: 'Faults and liability',
    text: 'The studio fixes faults in what it built at no cost for ninety days after launch. The studio is liable for its work up to the price paid for it, and without limit where the law says so. It is not liable for what others break.',
  },
  {
    title: 'The law',
    text: [
      'The law of the country where the studio is based applies. A consumer keeps the protection of the law of their own country. Both sides will try to talk first.',
      `Questions about this contract go to ${studio.email} or through the portal.`,
    ].join('\n\n'),
  },
];

/** The words of contracts. Prices are in `prices.ts`. */
export const contractWords: ContractWords = {
  featureLine: (id) => ({ title: featureName(id), detail: featureCopy[id].bullets.join(' · ') }),
  extraPages: (count) => (count === 1 ? 'One more page' : `${count} more pages`),
  contentHelp: 'Writing and preparing your content',
  hardDeadline: 'A launch on a fixed date',
  dues: {
    acceptance: 'when this contract is accepted',
    change: 'when this change is accepted',
    launch: 'at launch',
    milestone: (title) => `when “${title}” is approved`,
  },
  launchTitle: planTerms.stages.launch.title,
  reservePercent: payment.reservePercent,
  feedbackRounds: feedbackRounds.included,
  clauses,
};
