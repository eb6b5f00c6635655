import { claims } from './claims.ts';
import { studio } from './studio.ts';

export interface ProcessStep {
  title: string;
  /** How long it takes. */
  when: string;
  /** One or two sentences, for the timeline of the home page. */
  text: string;
  /** What the client does and what the studio does, for the page of the process. */
  you: readonly string[];
  studio: readonly string[];
  /** What there is at the end that was not there before. */
  result: string;
}

const { timelines, payment, introCall, kickoff, feedbackRounds } = claims;

/** How a project goes, in the order it happens: what the site promises, the portal keeps. */
export const processSteps: readonly ProcessStep[] = [
  {
    title: 'Brief',
    when: 'Ten minutes, online',
    text: 'You answer seven short pages of questions and see an estimate at once. You can stop and come back at any time.',
    you: [
      'Choose a package, or make your own list',
      'Go through seven short steps; progress saves by itself',
      'Send it when it says what you mean',
    ],
    studio: [
      'Show a range of price and time while you choose',
      `Read every answer and write back ${studio.replyTime}`,
    ],
    result: 'A brief that both of us can point at.',
  },
  {
    title: 'Call and proposal',
    when: `${introCall.minutes} minutes`,
    text: `A ${introCall.text} call to see whether we fit, then a proposal with a fixed price. ${payment.reservePercent}% of it reserves your place.`,
    you: [
      'Ask whatever is still open',
      'Accept the proposal in your portal, or say what should change',
      `Pay ${payment.reservePercent}% to reserve your place`,
    ],
    studio: [
      'Say plainly if I am not the right person for it',
      'Write down scope, price and dates in one document',
    ],
    result: 'A fixed price, a start date, and your place in the calendar.',
  },
  {
    title: 'Kickoff and design',
    when: `${kickoff.minutes} minutes, then days`,
    text: `We go through the plan together. You see the design early and change it in ${feedbackRounds.text} rounds of feedback.`,
    you: [
      `Join one ${kickoff.text} kickoff`,
      'Hand over texts, pictures and access, as far as they exist',
      `Comment on the design: ${feedbackRounds.words} are included`,
    ],
    studio: [
      'Turn the plan into milestones with dates',
      'Design on a phone first, with your real words in place',
      'Explain every choice that costs or earns money',
    ],
    result: 'A design that is approved, page by page.',
  },
  {
    title: 'Build and launch',
    when: `${timelines.landing} for a landing page, ${timelines.site} for a site, ${timelines.large} for the largest`,
    text: `You follow every milestone in your portal and approve it with one press. The other ${payment.launchPercent}% is due at launch.`,
    you: [
      'Approve milestones, or say what is not right yet',
      'Try the finished site on your own phone before anybody else does',
      `Pay the other ${payment.launchPercent}% at launch`,
    ],
    studio: [
      'Build, test on real devices, and measure speed and accessibility',
      'Move domain and mail without an hour offline',
      'Watch the first days closely',
    ],
    result: 'A site that is live, measured, and yours.',
  },
];

/** What comes after the launch, for those who want it. */
export const afterLaunch = {
  title: 'Afterwards',
  text: 'Some clients take the site and run it themselves; the handover includes everything they need. Others stay on ongoing care: updates, backups, small changes, and somebody who answers. It is by the month and can be cancelled any month.',
} as const;

/** What holds in every project, whatever its size. */
export const workingRules: readonly { title: string; text: string }[] = [
  {
    title: 'One price, in writing',
    text: 'The proposal names what is included. If you want more later, you get a second price before I begin, not a surprise after.',
  },
  {
    title: 'One place to look',
    text: 'Contract, milestones, messages and files are in your portal. Nobody has to search a mailbox for the latest version.',
  },
  {
    title: 'One person',
    text: 'Whoever you talk to on the first call also designs and builds it. Nothing is lost between departments.',
  },
  {
    title: 'A date that means something',
    text: `Landing pages take ${timelines.landing}, sites ${timelines.site}, the largest builds ${timelines.large}. The clock starts when your material is there, and you hear early if it is at risk.`,
  },
];
