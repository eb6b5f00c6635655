import type { PlannedPart } from '@atelier/domain/contracts/terms.ts';
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

/** A payment of the accepted plan. */
type AgreedPart = Pick<PlannedPart, 'label' | 'percent' | 'due'>;

/** The usual plan, for a contract that says no other. */
const USUAL: readonly AgreedPart[] = [
  { label: 'to reserve', percent: claims.payment.reservePercent, due: 'acceptance' },
  { label: 'at launch', percent: claims.payment.launchPercent, due: 'finish' },
];

/** The most payments that are named one by one. */
const NAMED = 3;

const listed = (parts: readonly AgreedPart[]) =>
  parts.length > NAMED
    ? ` in ${parts.length} payments, as agreed.`
    : ` as agreed: ${parts.map(({ percent, label }) => `${percent}% ${label}`).join(', ')}.`;

/** The payments that were agreed, as the client meets them. */
function paymentWords(parts: readonly AgreedPart[]): string {
  const first = parts.filter(({ due }) => due === 'acceptance');
  const later = parts.filter(({ due }) => due !== 'acceptance');
  const percent = first.reduce((sum, part) => sum + part.percent, 0);
  if (first.length === 0) return `Nothing is due yet. The price follows${listed(later)}`;
  const now = `I send it ${studio.replyTime}: ${later.length === 0 ? 'the whole price' : `${percent}% of the price`}.`;
  if (later.length === 0) return now;
  return `${now} The rest follows${listed(later)}`;
}

/** The steps shown to a client who has accepted the contract, until work begins: what it says of payments, and no other. */
export const stepsAfterAcceptance = (parts: readonly AgreedPart[] = USUAL): readonly NextStep[] => [
  { title: 'The first invoice', text: paymentWords(parts) },
  {
    title: 'Kickoff',
    text: `You and I go through the plan in ${claims.kickoff.minutes} minutes. Bring whatever text, pictures and logins you have.`,
  },
  {
    title: 'Work you can follow',
    text: 'You get an email whenever something is ready for you to look at, and approve it right here.',
  },
];
