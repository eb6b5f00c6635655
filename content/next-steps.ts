import { claims } from './claims.ts';
import { studio } from './studio.ts';

/** The steps shown to a client beside a newly submitted brief, in order. */
export const nextSteps: readonly { title: string; text: string }[] = [
  {
    title: 'I read your brief',
    text: `Myself, every answer. You’ll hear back ${studio.replyTime}, with questions if I have any.`,
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
