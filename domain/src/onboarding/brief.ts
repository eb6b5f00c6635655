import { MAX_EMAIL_LENGTH } from '../text.ts';
import { ALWAYS_SUGGESTED, type FeatureId } from './catalogue.ts';

/*
 * The brief: each question once, with everything that follows from it. The schema, the untouched brief, what a step needs, the
 * wizard's inputs, every display and the contract's scope derive from this table; the words are in content/questions.ts. How to
 * add a question: docs/how-to/add-a-field-to-the-brief.md.
 */

/** The seven steps of the wizard, in order (specification section 2). */
export const ONBOARDING_STEPS = [
  'Package & Features',
  'Business Details',
  'Goals',
  'Discovery',
  'Content & Brand',
  'Access & Schedule',
  'Review',
] as const;
export const LAST_STEP = ONBOARDING_STEPS.length;

/** Most entries in a list of the brief. */
export const MAX_LIST_ENTRIES = 50;
export const MAX_ROWS = 20;

/** How a question is answered. `max` is the longest text, in characters; `empty` an untouched answer that isn't blank. */
type AnswerRule =
  /** Features of the catalogue. */
  | { kind: 'features'; empty: readonly FeatureId[] }
  /** One line of text. */
  | { kind: 'line'; max: number; empty?: string }
  | { kind: 'email'; max: number }
  /** A web address. */
  | { kind: 'link'; max: number }
  | { kind: 'timezone'; max: number }
  /** One line of text out of a list that content/ offers. The schema takes any, so that the list may change. */
  | { kind: 'offered'; max: number; empty: string }
  /** Several lines of text. */
  | { kind: 'text'; max: number }
  /** A list that the brief holds as one text with commas. */
  | { kind: 'comma-list'; max: number; empty?: string }
  /** A date such as 2030-01-31. */
  | { kind: 'date' }
  /** One of a few answers. */
  | { kind: 'choice'; answers: readonly string[] }
  /** A list of short texts. */
  | { kind: 'entries'; max: number }
  /** Rows of short texts: each column with its longest. */
  | { kind: 'rows'; columns: Readonly<Record<string, number>> };

export type AnswerKind = AnswerRule['kind'];

/** Where the contract names an answer: who its parties are, at a position among the lines of its scope, or nowhere. */
type ContractPlace = 'parties' | { scope: number } | 'left out';

type Question = AnswerRule & {
  /** The wizard's step that asks it. */
  step: 1 | 2 | 3 | 4 | 5 | 6;
  contract: ContractPlace;
  /** What a step says while the answer is missing; without it the answer is optional. Nothing stored has to have one. */
  required?: string;
};

/**
 * Every question (specification section 3), in the order in which a brief is shown. A step of the wizard asks those that it
 * requires first.
 */
export const BRIEF = {
  features: { step: 1, kind: 'features', empty: [ALWAYS_SUGGESTED], contract: { scope: 0 } },
  company: { step: 2, kind: 'line', max: 200, contract: 'parties' },
  contact: {
    step: 2,
    kind: 'line',
    max: 200,
    required: 'Please enter a primary contact.',
    contract: 'parties',
  },
  email: {
    step: 2,
    kind: 'email',
    max: MAX_EMAIL_LENGTH,
    required: 'Enter a valid email.',
    contract: 'left out',
  },
  domain: { step: 2, kind: 'line', max: 253, contract: { scope: 2 } },
  timezone: { step: 2, kind: 'timezone', max: 64, contract: 'left out' },
  goals: { step: 3, kind: 'text', max: 5_000, contract: { scope: 4 } },
  pages: { step: 3, kind: 'comma-list', max: 2_000, empty: 'Home, About, Contact', contract: { scope: 1 } },
  timelineConfidence: {
    step: 4,
    kind: 'choice',
    answers: ['flexible', 'firm', 'hard'],
    required: 'Choose how firm your timeline is.',
    contract: 'left out',
  },
  contentReadiness: {
    step: 4,
    kind: 'choice',
    answers: ['ready', 'partial', 'need help'],
    required: 'Choose how ready your content is.',
    contract: 'left out',
  },
  budgetRange: {
    step: 4,
    kind: 'choice',
    answers: ['<5k', '5-10k', '10-25k', '25-50k', '50k+'],
    contract: 'left out',
  },
  successMetric: {
    step: 4,
    kind: 'choice',
    answers: ['leads', 'sales', 'bookings', 'demos', 'other'],
    contract: 'left out',
  },
  successOther: { step: 4, kind: 'text', max: 1_000, contract: 'left out' },
  mustHaves: { step: 4, kind: 'entries', max: 200, contract: { scope: 3 } },
  niceToHaves: { step: 4, kind: 'entries', max: 200, contract: 'left out' },
  decisionMakers: { step: 4, kind: 'rows', columns: { name: 200, role: 200 }, contract: 'left out' },
  inspirationUrls: { step: 4, kind: 'rows', columns: { url: 2_000, note: 500 }, contract: 'left out' },
  constraints: { step: 4, kind: 'text', max: 5_000, contract: { scope: 5 } },
  brandNotes: { step: 5, kind: 'text', max: 5_000, contract: 'left out' },
  assetsLink: { step: 5, kind: 'link', max: 2_000, contract: 'left out' },
  tone: { step: 5, kind: 'line', max: 300, empty: 'Clear, confident, helpful', contract: 'left out' },
  gaAdmin: { step: 6, kind: 'line', max: MAX_EMAIL_LENGTH, contract: 'left out' },
  stripeAdmin: { step: 6, kind: 'line', max: MAX_EMAIL_LENGTH, contract: 'left out' },
  crm: { step: 6, kind: 'offered', max: 60, empty: 'None', contract: 'left out' },
  target: { step: 6, kind: 'date', contract: 'left out' },
} as const satisfies Record<string, Question>;

export type BriefField = keyof typeof BRIEF;
export const BRIEF_FIELDS = Object.keys(BRIEF) as BriefField[];

/** The fields of a kind. */
export type FieldOf<Kind extends AnswerKind> = {
  [Field in BriefField]: (typeof BRIEF)[Field]['kind'] extends Kind ? Field : never;
}[BriefField];

const TEXT_ANSWERS = ['line', 'email', 'link', 'timezone', 'text', 'comma-list', 'date'] as const;
const TEXT_KINDS: readonly AnswerKind[] = TEXT_ANSWERS;

/** The fields that hold what the client words freely. */
export type TextField = FieldOf<(typeof TEXT_ANSWERS)[number]>;
export const TEXT_FIELDS = BRIEF_FIELDS.filter((field): field is TextField =>
  TEXT_KINDS.includes(BRIEF[field].kind),
);

/** The fields that the contract's scope names. */
export type ScopeField = {
  [Field in BriefField]: (typeof BRIEF)[Field]['contract'] extends { scope: number } ? Field : never;
}[BriefField];

type RowOf<Columns> = { -readonly [Column in keyof Columns]: string };

/** The answers of a choice that can be chosen. */
export type ChoiceAnswer<Field extends FieldOf<'choice'>> = (typeof BRIEF)[Field]['answers'][number];

type AnswerTo<Rule> = Rule extends { kind: 'features' }
  ? FeatureId[]
  : Rule extends { kind: 'choice'; answers: readonly (infer Answer)[] }
    ? Answer | ''
    : Rule extends { kind: 'entries' }
      ? string[]
      : Rule extends { kind: 'rows'; columns: infer Columns }
        ? RowOf<Columns>[]
        : string;

/** A brief with every field present. Text fields are empty while unanswered. */
export type Brief = { -readonly [Field in BriefField]: AnswerTo<(typeof BRIEF)[Field]> };

/** What a save carries: any part of the brief, bounded but not yet complete or right. */
export type BriefDraft = { [Field in BriefField]?: Brief[Field] | undefined };

type StoredAnswer<Answer> = Answer extends string ? string : Answer extends string[] ? string[] : Answer;

/** A stored brief. An old record may name a feature or an answer that can no longer be chosen. */
export type BriefRecord = { [Field in BriefField]: StoredAnswer<Brief[Field]> };

/** The rule of a field. */
export const questionOf = (field: BriefField): Question => BRIEF[field];

/** Every field with what `make` makes of it, in the order of the table. */
export function mapBrief<Made extends Record<BriefField, unknown>>(
  make: (field: BriefField) => Made[BriefField],
): Made {
  return Object.fromEntries(BRIEF_FIELDS.map((field) => [field, make(field)])) as Made;
}

/** A brief that nobody has touched (specification section 3). Only the browser knows its time zone. */
export function emptyBrief(timezone = ''): Brief {
  return mapBrief<Brief>((field) => (field === 'timezone' ? timezone : untouchedAnswer(field)));
}

function untouchedAnswer(field: BriefField): Brief[BriefField] {
  const question = questionOf(field);
  switch (question.kind) {
    case 'features':
      return [...question.empty];
    case 'entries':
    case 'rows':
      return [];
    case 'line':
    case 'comma-list':
    case 'offered':
      return question.empty ?? '';
    default:
      return '';
  }
}

/** The fields of a step, in the order in which a brief is shown; the review has none. */
export function fieldsOfStep(step: number): BriefField[] {
  return BRIEF_FIELDS.filter((field) => BRIEF[field].step === step);
}

export const isRequired = (field: BriefField): boolean => questionOf(field).required !== undefined;

/** The questions of a step as the wizard asks them: those that have to be answered first. */
export function questionsToAsk(step: number): BriefField[] {
  const fields = fieldsOfStep(step);
  return [...fields.filter(isRequired), ...fields.filter((field) => !isRequired(field))];
}

/** The answers that the contract's scope names, in its order. */
export const SCOPE_FIELDS: readonly ScopeField[] = BRIEF_FIELDS.filter(isInScope).sort(
  (one, other) => BRIEF[one].contract.scope - BRIEF[other].contract.scope,
);

function isInScope(field: BriefField): field is ScopeField {
  return typeof questionOf(field).contract === 'object';
}
