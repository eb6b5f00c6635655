import { MAX_EMAIL_LENGTH } from '../email-address.ts';
import { ALWAYS_SUGGESTED, type FeatureId } from './catalogue.ts';

/*
 * The brief: each question once, with everything derived from it. The schema, the untouched brief, a step's
 * requirements, the wizard's inputs, every display and the contract's scope follow from this table; the
 * texts are in content/questions.ts. How to add a question: docs/how-to/add-a-field-to-the-brief.md.
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
  /** One line of text from a list in content/. The schema accepts any text, so that the list may change. */
  | { kind: 'offered'; max: number; empty: string }
  /** Several lines of text. */
  | { kind: 'text'; max: number }
  /** A list stored in the brief as one text with commas. */
  | { kind: 'comma-list'; max: number; empty?: string }
  /** A date such as 2030-01-31. */
  | { kind: 'date' }
  /** One of a few answers. */
  | { kind: 'choice'; answers: readonly string[] }
  /** A list of short texts. */
  | { kind: 'entries'; max: number }
  /** Rows of short texts: each column with its maximum length. */
  | { kind: 'rows'; columns: Readonly<Record<string, number>> };

export type AnswerKind = AnswerRule['kind'];

/** Where the contract has an answer: among its parties, at a position in its scope, or nowhere. */
type ContractPlace = 'parties' | { scope: number } | 'left out';

type Question = AnswerRule & {
  /** The wizard's step with the question. */
  step: 1 | 2 | 3 | 4 | 5 | 6;
  contract: ContractPlace;
  /**
   * A step's message while the answer is missing; without it the answer is optional. No stored brief must
   * have one.
   */
  required?: string;
};

/**
 * Every question (specification section 3), in the order of display. A step of the wizard asks its required
 * ones first.
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

/** The fields with the client's free text. */
export type TextField = FieldOf<(typeof TEXT_ANSWERS)[number]>;
export const TEXT_FIELDS = BRIEF_FIELDS.filter((field): field is TextField =>
  TEXT_KINDS.includes(BRIEF[field].kind),
);

/** The fields in the contract's scope. */
export type ScopeField = {
  [Field in BriefField]: (typeof BRIEF)[Field]['contract'] extends { scope: number } ? Field : never;
}[BriefField];

type RowOf<Columns> = { -readonly [Column in keyof Columns]: string };

/** The options of a choice. */
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

/** A save's data: any part of the brief, bounded but not necessarily complete or valid. */
export type BriefDraft = { [Field in BriefField]?: Brief[Field] | undefined };

type StoredAnswer<Answer> = Answer extends string ? string : Answer extends string[] ? string[] : Answer;

/** A stored brief. An old record may have features or options no longer offered. */
export type BriefRecord = { [Field in BriefField]: StoredAnswer<Brief[Field]> };

/** The rule of a field. */
export const questionOf = (field: BriefField): Question => BRIEF[field];

/** Maps every field with `make`, in the table's order. */
export function mapBrief<Made extends Record<BriefField, unknown>>(
  make: (field: BriefField) => Made[BriefField],
): Made {
  return Object.fromEntries(BRIEF_FIELDS.map((field) => [field, make(field)])) as Made;
}

/** An untouched brief (specification section 3). Only the browser knows its time zone. */
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

/** A step's fields, in the order of display; the review has none. */
export function fieldsOfStep(step: number): BriefField[] {
  return BRIEF_FIELDS.filter((field) => BRIEF[field].step === step);
}

export const isRequired = (field: BriefField): boolean => questionOf(field).required !== undefined;

/** A step's questions in the wizard's order: the required ones first. */
export function questionsToAsk(step: number): BriefField[] {
  const fields = fieldsOfStep(step);
  return [...fields.filter(isRequired), ...fields.filter((field) => !isRequired(field))];
}

/** The answers in the contract's scope, in its order. */
export const SCOPE_FIELDS: readonly ScopeField[] = BRIEF_FIELDS.filter(isInScope).sort(
  (one, other) => BRIEF[one].contract.scope - BRIEF[other].contract.scope,
);

function isInScope(field: BriefField): field is ScopeField {
  return typeof questionOf(field).contract === 'object';
}
