import { capitalize } from '@atelier/domain/text.ts';
import { claims } from './claims.ts';
import type { PictureName } from './pictures.ts';
import { studio } from './studio.ts';

export interface ProcessStep {
  title: string;
  /** Its duration. */
  when: string;
  /** One or two sentences, for the timeline of the home page. */
  text: string;
  /** The client's and the studio's part, for the page about the process. */
  you: readonly string[];
  studio: readonly string[];
  /** What the client sees at this step, photographed from the product by `npm run pictures -- portal`. */
  shows: { picture: PictureName; caption: string };
  /** The result of the stage. */
  result: string;
}

const { timelines, payment, introCall, kickoff, feedbackRounds } = claims;

/** The stages of a project in order: the site promises them, the portal keeps them. */
export const processSteps: readonly ProcessStep[] = [
  {
    title: 'Brief',
    when: 'Ten minutes, online',
    text: 'You answer seven short pages of questions and see an estimate as you go. Stop and come back whenever you like.',
    you: [
      'Choose a package, or build your own',
      'Work through seven short steps, saved as you go',
      'Send it when you’re happy with it',
    ],
    studio: [
      'Show you a price and time range while you choose',
      `Read every answer and write back ${studio.replyTime}`,
    ],
    shows: {
      picture: 'process-brief',
      caption: 'You see the price and the time while you choose.',
    },
    result: 'A brief both of us can rely on.',
  },
  {
    title: 'Call and proposal',
    when: `${introCall.minutes} minutes`,
    text: `A ${introCall.text} call to see if I’m the right fit, then a proposal with a fixed price. ${payment.reservePercent}% reserves your place.`,
    you: [
      'Ask anything you’re still unsure about',
      'Accept the proposal in your portal, or tell me what to change',
      `Pay ${payment.reservePercent}% to reserve your place`,
    ],
    studio: [
      'Tell you plainly if I’m not the right person for it',
      'Put scope, price and dates in one document',
    ],
    shows: {
      picture: 'process-contract',
      caption: 'The proposal waits in your portal until you’ve read it.',
    },
    result: 'A fixed price, a start date and your place in my calendar.',
  },
  {
    title: 'Kickoff and design',
    when: `${kickoff.minutes} minutes, then days`,
    text: `You and I go through the plan. You see the design early and shape it in ${feedbackRounds.text} rounds of feedback.`,
    you: [
      `Join one ${kickoff.text} kickoff`,
      'Send whatever text, pictures and logins you have',
      `Comment on the design: ${feedbackRounds.words} are included`,
    ],
    studio: [
      'Turn the plan into milestones with dates',
      'Design for phones first, with your real words in place',
      'Explain every choice that costs or makes you money',
    ],
    shows: {
      picture: 'process-design',
      caption: 'You pin a comment to the exact spot, and see what came of it.',
    },
    result: 'A design you’ve approved, page by page.',
  },
  {
    title: 'Build and launch',
    when: timelines.each,
    text: `You follow every milestone in your portal and approve it with one click. The other ${payment.launchPercent}% is due at launch.`,
    you: [
      'Approve milestones, or tell me what isn’t right yet',
      'Try the finished site on your own phone before anyone else sees it',
      `Pay the other ${payment.launchPercent}% at launch`,
    ],
    studio: [
      'Build, test on real devices, and measure speed and accessibility',
      'Move your domain and email without downtime',
      'Watch the first days closely',
    ],
    shows: {
      picture: 'process-milestones',
      caption: 'Each milestone is approved by you, or comes back to me.',
    },
    result: 'A site that’s live, measured and yours.',
  },
];

/** Optional work after the launch. */
export const afterLaunch = {
  title: 'Afterwards',
  text: 'Some clients run the site themselves; the handover includes everything they need. Others choose ongoing care: updates, backups, small changes and someone who answers. Monthly. Cancel any time.',
} as const;

/** What is true of every project, whatever its size. */
export const workingRules: readonly { title: string; text: string }[] = [
  {
    title: 'One price, in writing',
    text: 'The proposal lists what’s included. If you want more later, you get a price before I start, not a surprise afterwards.',
  },
  {
    title: 'One place to look',
    text: 'Contract, milestones, messages and files are in your portal. No digging through email for the latest version.',
  },
  {
    title: 'One person',
    text: 'The person on the first call also designs and builds it. Nothing gets lost between departments.',
  },
  {
    title: 'A date that means something',
    text: `${capitalize(timelines.each)}. The clock starts when I have your material, and I tell you early if a date is at risk.`,
  },
];
