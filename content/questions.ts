import type { Brief } from '@atelier/domain/onboarding/schema.ts';

/** How each question of the brief is called, in the wizard and wherever a brief is shown. */
export const questionLabels: Record<keyof Brief, string> = {
  features: 'Features',
  company: 'Company',
  contact: 'Primary contact',
  email: 'Email',
  domain: 'Domain',
  timezone: 'Time zone',
  goals: 'Goals',
  pages: 'Initial pages',
  budgetRange: 'Budget range',
  timelineConfidence: 'Timeline confidence',
  successMetric: 'Success metric',
  successOther: 'What success means',
  mustHaves: 'Must-haves',
  niceToHaves: 'Nice-to-haves',
  decisionMakers: 'Decision makers',
  inspirationUrls: 'Inspiration',
  constraints: 'Constraints',
  contentReadiness: 'Content readiness',
  brandNotes: 'Brand notes',
  assetsLink: 'Link to assets',
  tone: 'Tone of voice',
  gaAdmin: 'Analytics admin',
  stripeAdmin: 'Payments admin',
  crm: 'CRM',
  target: 'Launch date',
};

/** The questions of each step of the wizard, in the order they are asked; the review asks none. */
export const stepQuestions: readonly (readonly (keyof Brief)[])[] = [
  ['features'],
  ['company', 'contact', 'email', 'domain', 'timezone'],
  ['goals', 'pages'],
  [
    'timelineConfidence',
    'contentReadiness',
    'budgetRange',
    'successMetric',
    'successOther',
    'mustHaves',
    'niceToHaves',
    'decisionMakers',
    'inspirationUrls',
    'constraints',
  ],
  ['brandNotes', 'assetsLink', 'tone'],
  ['gaAdmin', 'stripeAdmin', 'crm', 'target'],
  [],
];
