import type {
  BRIEF,
  BriefField,
  ChoiceAnswer,
  FieldOf,
  ScopeField,
} from '@atelier/domain/onboarding/brief.ts';
import { prices } from './prices.ts';

interface QuestionWords {
  /** The question's name, in the wizard and wherever a brief is shown. */
  label: string;
  /** The wizard's hint below it. */
  hint?: string;
  placeholder?: string;
}

interface ColumnWords {
  label: string;
  placeholder: string;
}

interface RowWords<Column extends string> {
  /** The name of one row. */
  row: string;
  add: string;
  columns: Record<Column, ColumnWords>;
  /** The separator between the columns where a row is one line. */
  separator: string;
}

type ColumnOf<Field extends FieldOf<'rows'>> = keyof (typeof BRIEF)[Field]['columns'] & string;

/** The texts of a question: those its kind of answer needs and, for the contract's scope, the line's name. */
type WordsOf<Field extends BriefField> = QuestionWords &
  (Field extends FieldOf<'choice'> ? { answers: Record<ChoiceAnswer<Field>, string> } : unknown) &
  (Field extends FieldOf<'rows'> ? RowWords<ColumnOf<Field>> : unknown) &
  (Field extends FieldOf<'offered'> ? { offered: readonly string[] } : unknown) &
  (Field extends Exclude<ScopeField, 'features'> ? { inContract: string } : unknown);

/** The texts of every question of the brief. The domain's table defines the questions and their order. */
export const questions: { readonly [Field in BriefField]: WordsOf<Field> } = {
  features: { label: 'Features' },
  company: { label: 'Company', hint: 'As it should read on the contract.' },
  contact: { label: 'Primary contact', hint: 'Who I talk to about this project.' },
  email: { label: 'Email', hint: 'Where the proposal goes.' },
  domain: {
    label: 'Domain',
    hint: "Your site's address, if you have one.",
    placeholder: 'example.com',
    inContract: 'Address',
  },
  timezone: { label: 'Time zone', hint: 'So calls fit your working day.' },
  goals: {
    label: 'Goals',
    hint: 'What do visitors come for, and what should they do before they leave?',
    placeholder: 'Half of our bookings come by phone. I want people to book online, and see prices first.',
    inContract: 'What it is for',
  },
  pages: {
    label: 'Initial pages',
    hint: `Type a name and press Enter or a comma. A website includes ${prices.includedPages} pages; you can add more.`,
    placeholder: 'Home',
    inContract: 'Pages',
  },
  budgetRange: {
    label: 'Budget range',
    hint: 'A rough range is enough. It keeps the proposal realistic.',
    answers: {
      '<5k': 'Under $5,000',
      '5-10k': '$5,000–$10,000',
      '10-25k': '$10,000–$25,000',
      '25-50k': '$25,000–$50,000',
      '50k+': 'Over $50,000',
    },
  },
  timelineConfidence: {
    label: 'Timeline confidence',
    hint: 'How firm is your date?',
    answers: {
      flexible: 'Flexible',
      firm: 'Firm, with a little room',
      hard: 'Hard deadline',
    },
  },
  successMetric: {
    label: 'Success metric',
    hint: 'A year from now, which number should have gone up?',
    answers: {
      leads: 'More leads',
      sales: 'More sales',
      bookings: 'More bookings',
      demos: 'More demo requests',
      other: 'Something else',
    },
  },
  successOther: {
    label: 'What success means',
    hint: 'In your own words, if the choices above don’t quite fit.',
  },
  mustHaves: {
    label: 'Must-haves',
    hint: 'What it can’t go live without. End each with a comma or Enter.',
    placeholder: 'Online booking, price list',
    inContract: 'Must include',
  },
  niceToHaves: {
    label: 'Nice-to-haves',
    hint: 'What can wait.',
    placeholder: 'Newsletter, second language',
  },
  decisionMakers: {
    label: 'Decision makers',
    hint: 'Who says yes besides you?',
    row: 'Decision maker',
    add: 'Add a decision maker',
    columns: {
      name: { label: 'Name', placeholder: 'Their name' },
      role: { label: 'Role', placeholder: 'What they decide' },
    },
    separator: ', ',
  },
  inspirationUrls: {
    label: 'Inspiration',
    hint: 'Sites you like, and what you like about them.',
    row: 'Inspiration',
    add: 'Add a site',
    columns: {
      url: { label: 'Address', placeholder: 'https://' },
      note: { label: 'Note', placeholder: 'The calm colours' },
    },
    separator: ' — ',
  },
  constraints: {
    label: 'Constraints',
    hint: 'Any musts or must-nots: a system to keep, a law to follow, a colour you never want to see again.',
    inContract: 'Constraints',
  },
  contentReadiness: {
    label: 'Content readiness',
    hint: 'Text, photos, logo: how much do you have?',
    answers: {
      ready: 'Ready to go',
      partial: 'Partly there',
      'need help': 'I need help with it',
    },
  },
  brandNotes: {
    label: 'Brand notes',
    hint: 'Colours, type, a logo, things you love or can’t stand. “Nothing yet” is fine too.',
  },
  assetsLink: {
    label: 'Link to assets',
    hint: 'A shared folder with your logo, photos and text. Make sure others can open the link.',
    placeholder: 'https://',
  },
  tone: {
    label: 'Tone of voice',
    hint: 'Three words are enough. They set the tone of every sentence on the site.',
    placeholder: 'Clear, confident, helpful',
  },
  gaAdmin: { label: 'Analytics admin', hint: 'Who can give me access to your analytics.' },
  stripeAdmin: { label: 'Payments admin', hint: 'Who looks after your payment provider.' },
  crm: {
    label: 'CRM',
    hint: 'Where your enquiries should end up.',
    offered: ['None', 'HubSpot', 'Salesforce', 'Pipedrive', 'Other'],
  },
  target: { label: 'Launch date', hint: 'When you’d like to go live.' },
};

/** The text of a choice's answer, or the answer itself if an old record has one no longer offered. */
export function answerLabel(field: FieldOf<'choice'>, answer: string): string {
  const labels: Readonly<Record<string, string>> = questions[field].answers;
  return Object.hasOwn(labels, answer) ? (labels[answer] ?? answer) : answer;
}
