import type { ReplyTemplate } from '@atelier/domain/enquiries/rules.ts';
import { claims } from './claims.ts';

/**
 * What you often reply to enquiries. The inbox offers them beside the reply; you change the words before you send them.
 * `firstName` is the visitor's, `callUrl` your calendar on this server.
 */
export const replyTemplates: readonly ReplyTemplate[] = [
  {
    key: 'call',
    label: 'Suggest a call',
    text: ({ firstName, studioName, callUrl }) =>
      `Hi ${firstName},\n\nThank you for writing. The quickest way to find out whether I’m the right person is a short call: it’s free, and takes ${claims.introCall.minutes} minutes.\n\nPick a time that suits you: ${callUrl}\n\nBest,\n${studioName}`,
  },
  {
    key: 'questions',
    label: 'Ask for details',
    text: ({ firstName, studioName }) =>
      `Hi ${firstName},\n\nThank you for writing. So that I can tell you what it would take:\n\n- What should visitors do on the new site that they can’t do today?\n- Is there a date that it has to be ready by?\n- Is there a budget you have in mind?\n\nA few words on each are enough. Just reply to this email.\n\nBest,\n${studioName}`,
  },
  {
    key: 'start',
    label: 'Say what happens next',
    text: ({ firstName, studioName }) =>
      `Hi ${firstName},\n\nI’d be glad to take this on. I’ll send you an invitation to a short brief next: it takes about ten minutes, and begins with what you’ve told me already. Then you have an estimate, and a portal where you can follow the work.\n\nBest,\n${studioName}`,
  },
  {
    key: 'full',
    label: 'Decline, fully booked',
    text: ({ firstName, studioName }) =>
      `Hi ${firstName},\n\nThank you for writing. I’m fully booked at the moment, and I don’t want to promise you a date that I can’t keep.\n\nIf it can wait, write to me again in two months, and I’ll look at it first.\n\nBest,\n${studioName}`,
  },
];
