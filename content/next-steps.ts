import { claims } from './claims.ts';
import { studio } from './studio.ts';

interface NextStep {
  title: string;
  text: string;
}

/** The steps shown to a client beside a newly submitted brief, in order. */
export const nextSteps: readonly NextStep[] = [
  {
    title: 'I read your brief',
    text: `Every answer, myself. You’ll hear back ${studio.replyTime}, with questions if I have any.`,
  },
  {
    title: `A ${claims.introCall.text} call`,
    text: 'To make sure the plan fits what you need. Nothing is binding yet.',
  },
  {
    title: 'A proposal with a fixed price',
    text: `You read and accept it right here, and pay in two parts: ${claims.payment.words}.`,
  },
  {
    title: 'Kickoff',
    text: `You and I go through the plan in ${claims.kickoff.minutes} minutes. Then work starts, and you follow it on this page.`,
  },
];

/** The steps shown to a client who has accepted the contract, until work begins. */
export const stepsAfterAcceptance: readonly NextStep[] = [
  {
    title: 'The first invoice',
    text: `I send it ${studio.replyTime}: ${claims.payment.reservePercent}% of the price. The rest is due at launch.`,
  },
  {
    title: 'Kickoff',
    text: `You and I go through the plan in ${claims.kickoff.minutes} minutes. Bring whatever text, pictures and logins you have.`,
  },
  {
    title: 'Work you can follow',
    text: 'You get an email whenever something is ready for you to look at, and approve it right here.',
  },
];
