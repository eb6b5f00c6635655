import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import type { PageAddress } from '@atelier/domain/pages.ts';
import { claims } from './claims.ts';
import { isOffered } from './offer.ts';
import { carePerMonth, featurePrice, packageOffers } from './package-offers.ts';
import { prices } from './prices.ts';
import { studio } from './studio.ts';

export interface Question {
  key: string;
  question: string;
  /** One paragraph each, as plain text, because search engines get it too. */
  answer: readonly string[];
  /** A page of the site with more about it. */
  link?: { to: PageAddress; label: string };
  /** Also on the home page. */
  onHome?: boolean;
  /** Left out where the studio offers none of these (`offer.ts`). */
  about?: readonly FeatureId[];
}

export interface QuestionGroup {
  key: string;
  title: string;
  questions: readonly Question[];
}

const { timelines, payment, introCall, kickoff, feedbackRounds } = claims;
const buildsLarge = isOffered('ecom') || isOffered('ai');
const packagePrices = packageOffers.map(
  ({ name, sub, price }) => `${name} (${sub.toLowerCase()}) is ${price}`,
);

const pageAlone = isOffered('lp') ? ` A landing page without the rest is ${featurePrice('lp')}.` : '';

const allGroups: readonly QuestionGroup[] = [
  {
    key: 'time-and-price',
    title: 'Time and price',
    questions: [
      {
        key: 'landing-page-time',
        question: 'How long does a landing page take?',
        about: ['lp'],
        answer: [
          `${timelines.landingFromFirstCall} from the first call to going live. Building takes ${timelines.landing} of that, once I have your material; the rest is the proposal, your feedback and the domain.`,
        ],
        onHome: true,
      },
      {
        key: 'site-time',
        question: 'And a whole website?',
        about: ['web', 'ecom', 'ai'],
        answer: [
          `${timelines.site} for a site${buildsLarge ? `, ${timelines.large} for the largest builds, with a shop or an assistant` : ''}. The proposal gives you the date, and your portal shows every step towards it.`,
        ],
      },
      {
        key: 'price',
        question: 'What does it cost?',
        answer: [
          `${packagePrices.join(', ')}, each with all its parts.${pageAlone} The estimate adds up what you choose, part by part, before you tell me anything about yourself.`,
          'The proposal then sets one fixed price. It doesn’t change unless you ask for more.',
        ],
        link: { to: '/services', label: 'Every part and its price' },
        onHome: true,
      },
      {
        key: 'payment',
        question: 'When do I pay?',
        answer: [
          `${payment.reservePercent}% to reserve your place, ${payment.launchPercent}% at launch. Nothing in between, and nothing until you’ve accepted a proposal.`,
        ],
        onHome: true,
      },
      {
        key: 'estimate-binding',
        question: 'Is the estimate binding?',
        answer: [
          'No, not for either of us. It’s a range based on the parts you chose. Only the contract is binding, and only once you’ve accepted it in your portal.',
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
        question: 'How do I start?',
        answer: [
          `Book a ${introCall.text} call or start the brief, whichever you prefer. The brief has seven short steps, saves itself, and can be finished another day.`,
        ],
        link: { to: '/process', label: 'How it works' },
        onHome: true,
      },
      {
        key: 'my-time',
        question: 'How much of my time will it take?',
        answer: [
          `A ${introCall.text} call, a ${kickoff.text} kickoff, and an hour or two for each round of feedback. Approving a milestone is one click in your portal.`,
        ],
      },
      {
        key: 'feedback',
        question: 'What if I don’t like the design?',
        answer: [
          `That’s what feedback is for: ${feedbackRounds.words} are included, and I don’t build the design until you’ve approved it. You see a rough version early, so no round is wasted on the wrong idea.`,
        ],
        onHome: true,
      },
      {
        key: 'material',
        question: 'What do you need from me?',
        answer: [
          'Whatever text and pictures you have, your logo if there is one, and access to your domain and analytics. Gaps are fine. The brief asks how much is ready, and the estimate takes that into account.',
        ],
      },
      {
        key: 'writing',
        question: 'Can you write the text?',
        answer: [
          `Yes. Choose “I need help with it” in the brief: it adds ${Math.round(prices.contentHelp.share * 100)}% to the price and about a week. You talk, I write, you edit.`,
        ],
      },
      {
        key: 'progress',
        question: 'How do I know where things stand?',
        answer: [
          'In your portal: contract, milestones with dates, messages and files in one place. You get an email when something needs you, and none when nothing does.',
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
          'You do, from the day it’s paid for: design, text, code, domain and accounts. If you leave, you take everything with you, and I help with the move.',
        ],
        onHome: true,
      },
      {
        key: 'editing',
        question: 'Can I change things myself?',
        answer: [
          'Yes. Anything you expect to change (text, prices, opening hours, pictures) is built so you can edit it, and the handover shows you how.',
        ],
      },
      {
        key: 'care',
        question: 'What happens when something breaks?',
        about: ['support'],
        answer: [
          `With ongoing care (${carePerMonth} a month) I fix it, usually before you notice; small changes are included, and you can cancel any time. Without it, write to me and I’ll give you a price first.`,
        ],
      },
      {
        key: 'existing-site',
        question: 'Do you work on sites someone else built?',
        answer: [
          'Often: analytics, SEO, speed and conversion pay off most on a site that already has visitors. If rebuilding would be cheaper than fixing, I’ll say so first.',
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
        question: 'What happens to what I type here?',
        answer: [
          'It stays on my own server, so I can answer you and do the work, and is used for nothing else. No analytics, no advertising and no other company’s scripts run on these pages.',
        ],
        link: { to: '/privacy', label: 'The full list, item by item' },
      },
      {
        key: 'answer',
        question: 'How fast will you answer?',
        answer: [
          `You hear back ${studio.replyTime}, from me, not a bot. If you don’t, please write again: something went wrong, and I want to know.`,
        ],
      },
    ],
  },
];

/** The questions people ask before a project, and while they wait. */
export const questionGroups: readonly QuestionGroup[] = allGroups
  .map((group) => ({
    ...group,
    questions: group.questions.filter(({ about }) => about?.some(isOffered) ?? true),
  }))
  .filter(({ questions }) => questions.length > 0);

/** The questions on the home page too. */
export const homeQuestions: readonly Question[] = questionGroups
  .flatMap((group) => group.questions)
  .filter(({ onHome }) => onHome);
