import { claims } from './claims.ts';
import { studio } from './studio.ts';

export interface ContractSection {
  title: string;
  paragraphs: readonly string[];
}

const { payment, feedbackRounds } = claims;

/**
 * What stands in every contract that the portal makes. They are sample terms, the same in substance as those on
 * /terms: have somebody who knows your country’s law read them before you use them as yours. A contract that was
 * sent keeps the words that it was sent with.
 */
export const contractTerms: readonly ContractSection[] = [
  {
    title: 'What is agreed',
    paragraphs: [
      'The scope, the price and the dates of this document. What is asked for later is a new agreement with a price of its own, made before the work on it begins.',
    ],
  },
  {
    title: 'Payment',
    paragraphs: [
      `${payment.reservePercent}% reserves the place in the calendar and is due when this contract is accepted. ${payment.launchPercent}% is due at launch. Each part is paid by invoice.`,
      'If the client stops before the work has begun, the first part is paid back, less the hours already spent. If the studio stops, everything that has not been earned is paid back.',
    ],
  },
  {
    title: 'Time',
    paragraphs: [
      'The dates begin when the client’s material is there, and move by as long as an answer from the client is missing. The studio says early if they move for any other reason.',
    ],
  },
  {
    title: 'Feedback and approval',
    paragraphs: [
      `${feedbackRounds.text} rounds of design feedback are included. A milestone is done when the client approves it in the portal. If something is not right the client says so there, and it goes back. More rounds cost what is agreed before they begin.`,
    ],
  },
  {
    title: 'Rights',
    paragraphs: [
      'Once it is paid, the design, the texts, the code written for the client, the domain and the accounts are the client’s. Parts that are not the studio’s to give, such as typefaces, photographs and open-source libraries, come with their own licences, and the client gets the list.',
      'What the client hands over stays the client’s, who confirms that it may be used. The studio may show the finished work, unless the client would rather not.',
    ],
  },
  {
    title: 'Faults and liability',
    paragraphs: [
      'Faults in what was built are mended at no cost for ninety days after launch. The studio answers for its work up to the price that was paid for it, and without limit where the law says so. It does not answer for what others break.',
    ],
  },
  {
    title: 'The law',
    paragraphs: [
      'The law of the country in which the studio has its seat applies, and the protection that the law of the client’s own country gives a consumer remains. Both sides will try to talk first.',
      `Questions about this contract go to ${studio.email} or into the portal.`,
    ],
  },
];
