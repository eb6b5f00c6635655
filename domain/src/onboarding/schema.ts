import { z } from 'zod';
import type { Issue } from '../errors.ts';
import { idSchema } from '../ids.ts';
import { isSimpleEmail, MAX_EMAIL_LENGTH } from '../text.ts';
import { longText, shortText } from '../text-schema.ts';
import { ALWAYS_SUGGESTED, FEATURE_IDS, type FeatureId, isFeatureId } from './catalogue.ts';

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

/** Where the browser keeps its copy: `{ data, step, onboardingId }`. */
export const ONBOARDING_STORAGE_KEY = 'onboarding:start';

export const BUDGET_RANGES = ['<5k', '5-10k', '10-25k', '25-50k', '50k+'] as const;
export const TIMELINE_CONFIDENCES = ['flexible', 'firm', 'hard'] as const;
export const SUCCESS_METRICS = ['leads', 'sales', 'bookings', 'demos', 'other'] as const;
export const CONTENT_READINESS = ['ready', 'partial', 'need help'] as const;
export const CRM_NONE = 'None';
export const CRM_OTHER = 'Other';

/** Most entries in a list of the brief. */
export const MAX_LIST_ENTRIES = 50;
export const MAX_ROWS = 20;

const isFilled = (row: Record<string, string>) => Object.values(row).some((text) => text.trim() !== '');

const unset = z.literal('');
const listEntries = z
  .array(shortText(200))
  .max(MAX_LIST_ENTRIES, `Use ${MAX_LIST_ENTRIES} entries or fewer.`)
  .transform((entries) => entries.filter((entry) => entry !== ''));

/** Every field of the brief (specification section 3). Text fields are empty while unanswered. */
const briefFields = {
  features: z
    .array(z.enum(FEATURE_IDS as [FeatureId, ...FeatureId[]], { error: 'Unknown feature.' }))
    .max(MAX_LIST_ENTRIES, 'Too many features.')
    .transform((ids) => FEATURE_IDS.filter((id) => ids.includes(id))),
  company: shortText(200),
  contact: shortText(200),
  email: shortText(MAX_EMAIL_LENGTH),
  domain: shortText(253),
  timezone: shortText(64),
  goals: longText(5_000),
  pages: longText(2_000),
  brandNotes: longText(5_000),
  assetsLink: shortText(2_000),
  tone: shortText(300),
  gaAdmin: shortText(MAX_EMAIL_LENGTH),
  stripeAdmin: shortText(MAX_EMAIL_LENGTH),
  crm: shortText(60),
  target: z.union([unset, z.iso.date('Use a date such as 2030-01-31.')]),
  budgetRange: z.union([unset, z.enum(BUDGET_RANGES)]),
  timelineConfidence: z.union([unset, z.enum(TIMELINE_CONFIDENCES)]),
  successMetric: z.union([unset, z.enum(SUCCESS_METRICS)]),
  successOther: longText(1_000),
  mustHaves: listEntries,
  niceToHaves: listEntries,
  decisionMakers: z
    .array(z.object({ name: shortText(200).default(''), role: shortText(200).default('') }))
    .max(MAX_ROWS, `Use ${MAX_ROWS} rows or fewer.`)
    .transform((rows) => rows.filter(isFilled)),
  inspirationUrls: z
    .array(z.object({ url: shortText(2_000).default(''), note: shortText(500).default('') }))
    .max(MAX_ROWS, `Use ${MAX_ROWS} rows or fewer.`)
    .transform((rows) => rows.filter(isFilled)),
  constraints: longText(5_000),
  contentReadiness: z.union([unset, z.enum(CONTENT_READINESS)]),
};

/** A brief with every field present. */
export const briefSchema = z.object(briefFields);
export type Brief = z.output<typeof briefSchema>;

/** What a save carries: any part of the brief, bounded but not yet complete or right. */
export const briefDraftSchema = z.object(briefFields).partial();
export type BriefDraft = z.output<typeof briefDraftSchema>;

/**
 * A brief that nobody has touched (specification section 3). The time zone is the browser's, which only the
 * browser knows.
 */
export function emptyBrief(timezone = ''): Brief {
  return {
    features: [ALWAYS_SUGGESTED],
    company: '',
    contact: '',
    email: '',
    domain: '',
    timezone,
    goals: '',
    pages: 'Home, About, Contact',
    brandNotes: '',
    assetsLink: '',
    tone: 'Clear, confident, helpful',
    gaAdmin: '',
    stripeAdmin: '',
    crm: CRM_NONE,
    target: '',
    budgetRange: '',
    timelineConfidence: '',
    successMetric: '',
    successOther: '',
    mustHaves: [],
    niceToHaves: [],
    decisionMakers: [],
    inspirationUrls: [],
    constraints: '',
    contentReadiness: '',
  };
}

/**
 * A stored brief as replies carry it: shapes alone. An old record may name a feature or an answer that can no
 * longer be chosen, and is shown as it was.
 */
export const briefRecordSchema = z.object({
  features: z.array(z.string()),
  company: z.string(),
  contact: z.string(),
  email: z.string(),
  domain: z.string(),
  timezone: z.string(),
  goals: z.string(),
  pages: z.string(),
  brandNotes: z.string(),
  assetsLink: z.string(),
  tone: z.string(),
  gaAdmin: z.string(),
  stripeAdmin: z.string(),
  crm: z.string(),
  target: z.string(),
  budgetRange: z.string(),
  timelineConfidence: z.string(),
  successMetric: z.string(),
  successOther: z.string(),
  mustHaves: z.array(z.string()),
  niceToHaves: z.array(z.string()),
  decisionMakers: z.array(z.object({ name: z.string(), role: z.string() })),
  inspirationUrls: z.array(z.object({ url: z.string(), note: z.string() })),
  constraints: z.string(),
  contentReadiness: z.string(),
} satisfies Record<keyof Brief, z.ZodType>);
export type BriefRecord = z.infer<typeof briefRecordSchema>;

/**
 * A brief to go on with, from a record or from what a browser kept: every field that is still right, the
 * untouched value for every other. Never throws, whatever was kept.
 */
export function resumeBrief(kept: unknown, timezone = ''): Brief {
  const fields: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
  if (Array.isArray(fields.features)) {
    fields.features = fields.features.filter((id) => typeof id === 'string' && isFeatureId(id));
  }
  const right = Object.entries(briefFields).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(fields[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return { ...emptyBrief(timezone), ...Object.fromEntries(right) };
}

/** What stops a step from being left (specification section 5); empty when nothing does. */
export function stepIssues(step: number, brief: Brief): Issue[] {
  const issues: Issue[] = [];
  if (step === 2) {
    if (brief.contact.trim() === '')
      issues.push({ path: 'contact', message: 'Please enter a primary contact.' });
    if (!isSimpleEmail(brief.email.trim())) issues.push({ path: 'email', message: 'Enter a valid email.' });
  }
  if (step === 4) {
    if (brief.timelineConfidence === '') {
      issues.push({ path: 'timelineConfidence', message: 'Choose how firm your timeline is.' });
    }
    if (brief.contentReadiness === '') {
      issues.push({ path: 'contentReadiness', message: 'Choose how ready your content is.' });
    }
    if (brief.successMetric === 'other' && brief.budgetRange === '' && brief.successOther.trim() === '') {
      issues.push({
        path: 'successOther',
        message: 'Describe what success means, or choose a budget range.',
      });
    }
  }
  return issues;
}

/** Questions that may be answered instead of another one that is still needed. */
export const ALTERNATIVES: Partial<Record<string, readonly (keyof Brief)[]>> = {
  successOther: ['budgetRange'],
};

/** Everything that stops a brief from being submitted, step by step. */
export function briefIssues(brief: Brief): Issue[] {
  return ONBOARDING_STEPS.flatMap((_, index) => stepIssues(index + 1, brief));
}

/** The furthest step that may be opened: one after the last that has nothing wrong, the review at most. */
export function furthestStep(brief: Brief): number {
  const blocked = ONBOARDING_STEPS.findIndex((_, index) => stepIssues(index + 1, brief).length > 0);
  return blocked === -1 ? LAST_STEP : blocked + 1;
}

/** The steps that an untouched brief does not get past: their answers have to be given. */
const ASKING_STEPS = ONBOARDING_STEPS.map((_, index) => index + 1).filter(
  (step) => stepIssues(step, emptyBrief()).length > 0,
);

/**
 * The last step that somebody has certainly been to: what has to be answered there is answered; 0 where nothing is.
 *
 * @param furthest what `furthestStep` says of the brief
 */
export function answeredStep(furthest: number): number {
  return ASKING_STEPS.findLast((step) => step < furthest) ?? 0;
}

/**
 * What stands against keeping a brief at a step: nothing up to the furthest that its answers allow; beyond it, which step
 * comes first and what that one still needs. Steps are neither skipped nor saved out of order.
 */
export function stepOrderIssues(step: number, brief: Brief): Issue[] {
  const furthest = furthestStep(brief);
  if (step <= furthest) return [];
  const message = `Step ${furthest}, ${ONBOARDING_STEPS[furthest - 1]}, comes first.`;
  return [{ path: 'step', message }, ...stepIssues(furthest, brief)];
}

/** The brief without its blank rows, which are never stored. */
export function withoutBlankRows(brief: Brief): Brief {
  return {
    ...brief,
    decisionMakers: brief.decisionMakers.filter(isFilled),
    inspirationUrls: brief.inspirationUrls.filter(isFilled),
  };
}

/** The brief as it is submitted: notes about no site are dropped too (specification section 5). */
export function withoutEmptyRows(brief: Brief): Brief {
  const { inspirationUrls, ...filled } = withoutBlankRows(brief);
  return { ...filled, inspirationUrls: inspirationUrls.filter((row) => row.url.trim() !== '') };
}

/** What a submission carries: every rule of every step holds, and empty rows are gone. */
export const finalBriefSchema = z
  .object(briefFields)
  .partial()
  .transform((given): Brief => withoutEmptyRows({ ...emptyBrief(), ...given }))
  .superRefine((brief, context) => {
    for (const issue of briefIssues(brief)) {
      context.addIssue({ code: 'custom', path: issue.path.split('.'), message: issue.message });
    }
  });

/** An id that may be missing in any of the ways that clients leave it out. */
const absentId = z.union([z.null(), z.literal('')]).transform(() => undefined);

const STEP_RANGE = `Use a step from 1 to ${LAST_STEP}.`;

/**
 * POST /onboarding/save. `revision` is the one the sender's copy is based on; 0 says "I know of no draft".
 * A sender that leaves it out overwrites knowingly. `estimate` is what the sender showed: it is accepted, and the
 * server keeps its own.
 */
export const saveOnboardingSchema = z.object({
  id: z.union([idSchema, absentId]).optional(),
  step: z.coerce.number(STEP_RANGE).int(STEP_RANGE).min(1, STEP_RANGE).max(LAST_STEP, STEP_RANGE),
  data: briefDraftSchema.default({}),
  revision: z.number().int().min(0).optional(),
  estimate: z.unknown().optional(),
});
export type SaveOnboarding = z.output<typeof saveOnboardingSchema>;

/** POST /onboarding/submit. */
export const submitOnboardingSchema = z.object({
  id: z.union([idSchema, absentId]).optional(),
  final: finalBriefSchema,
  estimate: z.unknown().optional(),
});
export type SubmitOnboarding = z.output<typeof submitOnboardingSchema>;
