import { claims } from './claims.ts';
import { studio } from './studio.ts';

/** What a client reads beside a brief that has just arrived: what happens now, in order. */
export const nextSteps: readonly { title: string; text: string }[] = [
  {
    title: 'Your brief is read',
    text: `By a person, not a robot. You hear back ${studio.replyTime}, with questions if there are any.`,
  },
  {
    title: `A ${claims.introCall.text} call`,
    text: 'To make sure that the plan fits what you need. Nothing is binding yet.',
  },
  {
    title: 'A proposal with a fixed price',
    text: `You read it here and accept it here. You pay in two parts: ${claims.payment.words}.`,
  },
  {
    title: 'Kickoff',
    text: `We go through the plan together in ${claims.kickoff.minutes} minutes. Then the work begins, and you follow it on this page.`,
  },
];
