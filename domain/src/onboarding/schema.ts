import { z } from 'zod';
import { parsePublicEmail } from '../email-address.ts';
import { idSchema } from '../ids.ts';
import { longText, shortText } from '../text-schema.ts';
import {
  type Brief,
  type BriefField,
  type BriefRecord,
  emptyBrief,
  LAST_STEP,
  MAX_LIST_ENTRIES,
  MAX_ROWS,
  mapBrief,
  questionOf,
} from './brief.ts';
import { FEATURE_IDS, type FeatureId, isFeatureId } from './catalogue.ts';
import { BUILD_SIZES, type Estimate } from './estimate.ts';
import { briefIssues, isFilledRow, withoutEmptyRows } from './rules.ts';

const unset = z.literal('');

type AnswerSchemas = { [Field in BriefField]: z.ZodType<Brief[Field], Brief[Field]> };
type RecordSchemas = { [Field in BriefField]: z.ZodType<BriefRecord[Field], BriefRecord[Field]> };

function mapColumns<Schema>(columns: Readonly<Record<string, number>>, make: (max: number) => Schema) {
  return Object.fromEntries(Object.entries(columns).map(([column, max]) => [column, make(max)]));
}

/** A field's schema. */
function answerSchema(field: BriefField): z.ZodType {
  const question = questionOf(field);
  switch (question.kind) {
    case 'features':
      return z
        .array(z.enum(FEATURE_IDS as [FeatureId, ...FeatureId[]], { error: 'Unknown feature.' }))
        .max(MAX_LIST_ENTRIES, 'Too many features.')
        .transform((ids) => FEATURE_IDS.filter((id) => ids.includes(id)));
    case 'text':
    case 'comma-list':
      return longText(question.max);
    case 'date':
      return z.union([unset, z.iso.date('Use a date such as 2030-01-31.')]);
    case 'choice':
      return z.union([unset, z.enum(question.answers)]);
    case 'entries':
      return z
        .array(shortText(question.max))
        .max(MAX_LIST_ENTRIES, `Use ${MAX_LIST_ENTRIES} entries or fewer.`)
        .transform((entries) => entries.filter((entry) => entry !== ''));
    case 'rows':
      return z
        .array(z.object(mapColumns(question.columns, (max) => shortText(max).default(''))))
        .max(MAX_ROWS, `Use ${MAX_ROWS} rows or fewer.`)
        .transform((rows) => rows.filter(isFilledRow));
    case 'email':
      // One that isn't whole yet stays as it was typed.
      return shortText(question.max).transform((text) => parsePublicEmail(text) ?? text);
    default:
      return shortText(question.max);
  }
}

/** A stored field's schema: its shape alone. */
function recordSchema(field: BriefField): z.ZodType {
  const question = questionOf(field);
  switch (question.kind) {
    case 'features':
    case 'entries':
      return z.array(z.string());
    case 'rows':
      return z.array(z.object(mapColumns(question.columns, () => z.string())));
    default:
      return z.string();
  }
}

const answerSchemas = mapBrief<AnswerSchemas>((field) => answerSchema(field) as AnswerSchemas[BriefField]);

/** A brief with every field present. */
export const briefSchema = z.object(answerSchemas);

/** A save's data. */
export const briefDraftSchema = z.object(answerSchemas).partial();

/** A stored brief in replies. */
export const briefRecordSchema = z.object(
  mapBrief<RecordSchemas>((field) => recordSchema(field) as RecordSchemas[BriefField]),
);

/**
 * A brief to continue with, from a record or a browser's copy: every valid field is kept, every other one
 * gets its default, as does a question newer than the record. Never throws.
 */
export function resumeBrief(kept: unknown, timezone = ''): Brief {
  const fields: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
  if (Array.isArray(fields.features)) {
    fields.features = fields.features.filter((id) => typeof id === 'string' && isFeatureId(id));
  }
  const untouched = emptyBrief(timezone);
  return mapBrief<Brief>((field) => {
    const parsed = answerSchemas[field].safeParse(fields[field]);
    return parsed.success ? parsed.data : untouched[field];
  });
}

/** A submission's data: every rule of every step is satisfied, and empty rows are dropped. */
export const finalBriefSchema = z
  .object(answerSchemas)
  .partial()
  .transform((given): Brief => withoutEmptyRows({ ...emptyBrief(), ...given }))
  .superRefine((brief, context) => {
    for (const issue of briefIssues(brief)) {
      const { path, message, detail } = issue;
      context.addIssue({ code: 'custom', path: path.split('.'), message, params: { detail } });
    }
  });

/** An id, missing in any of the forms that clients send. */
const absentId = z.union([z.null(), z.literal('')]).transform(() => undefined);

const STEP_RANGE = `Use a step from 1 to ${LAST_STEP}.`;

/**
 * POST /onboarding/save. `revision` is the one the sender's copy is based on; 0 says "I know of no draft".
 * Without it the sender overwrites knowingly. The server accepts the sender's `estimate` and computes its
 * own.
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

/** An estimate on the wire. */
export const estimateSchema: z.ZodType<Estimate> = z.object({
  currency: z.literal('USD'),
  low: z.number(),
  high: z.number(),
  monthlyLow: z.number(),
  monthlyHigh: z.number(),
  minDays: z.number(),
  maxDays: z.number(),
  openEnded: z.boolean(),
  size: z.enum(BUILD_SIZES),
});

/** What an enquiry says, as the beginning of a brief. */
export const prefillSchema = z.object({
  data: briefRecordSchema.partial(),
  /** When the enquiry was written. */
  writtenAt: z.string(),
});
export type Prefill = z.infer<typeof prefillSchema>;
