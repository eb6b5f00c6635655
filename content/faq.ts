import type { PageAddress } from '@atelier/domain/pages.ts';
import { claims } from './claims.ts';
import { packageOffers } from './package-offers.ts';
import { prices } from './prices.ts';
import { studio } from './studio.ts';

export interface Question {
  key: string;
  question: string;
  /** One paragraph each. Plain text: search engines are given it too. */
  answer: readonly string[];
  /** Where to read on, within the site. */
  link?: { to: PageAddress; label: string };
  /** Also on the home page. */
  onHome?: boolean;
}

export interface QuestionGroup {
  key: string;
  title: string;
  questions: readonly Question[];
}

const { timelines, payment, introCall, kickoff, feedbackRounds } = claims;
const priceOf = (key: string) => packageOffers.find((offer) => offer.key === key)?.price ?? '';
const care = packageOffers[0]?.carePerMonth ?? '';

/** What people ask before they begin, and while they wait. */
export const questionGroups: readonly QuestionGroup[] = [
  {
    key: 'time-and-price',
    title: 'Time and price',
    questions: [
      {
        key: 'landing-page-time',
        question: 'How long does a landing page take?',
        answer: [
          `${timelines.landingFromFirstCall} from our first call to the page being live. Building it takes ${timelines.landing} of that, once your material is there; the rest is the proposal, your feedback and the domain.`,
        ],
        onHome: true,
      },
      {
        key: 'site-time',
        question: 'And a whole website?',
        answer: [
          `${timelines.site} for a site, ${timelines.large} for the largest builds, with a shop or an assistant. You see the date in the proposal and every step towards it in your portal.`,
        ],
      },
      {
        key: 'price',
        question: 'What does it cost?',
        answer: [
          `A landing page is ${priceOf('launch')}, a website ${priceOf('grow')}, a site with shop, assistant and automation ${priceOf('pro')}. The estimate follows what you choose, part by part, before you tell me anything about yourself.`,
          'The proposal then names one fixed price. It does not change unless you ask for more.',
        ],
        link: { to: '/services', label: 'Every part and its price' },
        onHome: true,
      },
      {
        key: 'payment',
        question: 'When do I pay?',
        answer: [
          `${payment.reservePercent}% to reserve your place, ${payment.launchPercent}% at launch. Nothing in between, and nothing before you have accepted a proposal.`,
        ],
        onHome: true,
      },
      {
        key: 'estimate-binding',
        question: 'Is the estimate binding?',
        answer: [
          'No, on neither side. It is a range made from the parts you chose. What binds is the contract, and that only once you have accepted it in your portal.',
        ],
      },
    ],
  },
  {
    key: 'working-together',
    title: 'Working together',
    questions: [
      {
        key: 'begin',
        question: 'How do we begin?',
        answer: [
          `Either way round: book a ${introCall.text} call, or start the brief. The brief has seven short steps, saves by itself, and can be finished another day.`,
        ],
        link: { to: '/process', label: 'How a project goes' },
        onHome: true,
      },
      {
        key: 'my-time',
        question: 'How much of my time does it take?',
        answer: [
          `A ${introCall.text} call, a ${kickoff.text} kickoff, and an hour or two for each round of feedback. Approving a milestone is one press in your portal.`,
        ],
      },
      {
        key: 'feedback',
        question: 'What if I do not like the design?',
        answer: [
          `That is what feedback is for: ${feedbackRounds.words} are included, and the design is not built until you have approved it. You see it early, in rough, so that no round is spent on the wrong idea.`,
        ],
        onHome: true,
      },
      {
        key: 'material',
        question: 'What do you need from me?',
        answer: [
          'Texts and pictures as far as they exist, your logo if there is one, and access to domain and analytics. Gaps are fine. The brief asks how much is ready, and the estimate takes it into account.',
        ],
      },
      {
        key: 'writing',
        question: 'Can you write the texts?',
        answer: [
          `Yes. Choose “I need help with it” in the brief: it adds ${Math.round(prices.contentHelp.share * 100)}% to the price and about a week. You talk, I write, you correct.`,
        ],
      },
      {
        key: 'progress',
        question: 'How do I see where things stand?',
        answer: [
          'In your portal: contract, milestones with dates, messages and files in one place. You get an email when something waits for you, and none when nothing does.',
        ],
      },
    ],
  },
  {
    key: 'afterwards',
    title: 'After the launch',
    questions: [
      {
        key: 'ownership',
        question: 'Who owns the site?',
        answer: [
          'You do, from the day it is paid: design, texts, code, domain and accounts. If you leave, you take everything with you, and I help with the move.',
        ],
        onHome: true,
      },
      {
        key: 'editing',
        question: 'Can I change things myself?',
        answer: [
          'Yes. Whatever you expect to change (texts, prices, opening hours, pictures) is made so that you can, and the handover shows how.',
        ],
      },
      {
        key: 'care',
        question: 'What happens when something breaks?',
        answer: [
          `With ongoing care (${care}) I see to it, usually before you notice; small changes are included, and you can cancel any month. Without it you write to me and get a price first.`,
        ],
      },
      {
        key: 'existing-site',
        question: 'Do you work on sites that somebody else built?',
        answer: [
          'Often: analytics, search, speed and conversion are worth more on a site that already has visitors. If building anew would be cheaper than mending, I say so first.',
        ],
      },
    ],
  },
  {
    key: 'your-data',
    title: 'Your data',
    questions: [
      {
        key: 'privacy',
        question: 'What happens to what I type in here?',
        answer: [
          'It is kept on the studio’s own server, to answer you and to do the work, and for nothing else. No analytics, no advertising and no other company’s scripts run on these pages.',
        ],
        link: { to: '/privacy', label: 'The whole list, item by item' },
      },
      {
        key: 'answer',
        question: 'How fast do I get an answer?',
        answer: [
          `You hear back ${studio.replyTime}, from a person. If you do not, please write again: something went wrong, and I want to know.`,
        ],
      },
    ],
  },
];

/** The questions that the home page answers too. */
export const homeQuestions: readonly Question[] = questionGroups
  .flatMap((group) => group.questions)
  .filter(({ onHome }) => onHome);
