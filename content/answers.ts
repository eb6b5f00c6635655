import type {
  BUDGET_RANGES,
  CONTENT_READINESS,
  SUCCESS_METRICS,
  TIMELINE_CONFIDENCES,
} from '@atelier/domain/onboarding/schema.ts';

/** How each answer of the brief reads to people, in the wizard and wherever a brief is shown. */
export const budgetLabels: Record<(typeof BUDGET_RANGES)[number], string> = {
  '<5k': 'Under $5,000',
  '5-10k': '$5,000–$10,000',
  '10-25k': '$10,000–$25,000',
  '25-50k': '$25,000–$50,000',
  '50k+': 'Over $50,000',
};

export const timelineLabels: Record<(typeof TIMELINE_CONFIDENCES)[number], string> = {
  flexible: 'Flexible',
  firm: 'Firm, with a little room',
  hard: 'Hard deadline',
};

export const successLabels: Record<(typeof SUCCESS_METRICS)[number], string> = {
  leads: 'More leads',
  sales: 'More sales',
  bookings: 'More bookings',
  demos: 'More demo requests',
  other: 'Something else',
};

export const readinessLabels: Record<(typeof CONTENT_READINESS)[number], string> = {
  ready: 'Ready to go',
  partial: 'Partly there',
  'need help': 'I need help with it',
};

/** The label of an answer, or the answer itself where an old record holds one that is gone. */
export function answerLabel(labels: Readonly<Record<string, string>>, answer: string): string {
  return Object.hasOwn(labels, answer) ? (labels[answer] ?? answer) : answer;
}
