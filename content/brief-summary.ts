import {
  BRIEF,
  type BriefField,
  type BriefRecord,
  type FieldOf,
  fieldsOfStep,
  ONBOARDING_STEPS,
} from '@atelier/domain/onboarding/brief.ts';
import { splitCommaList } from '@atelier/domain/text.ts';
import { featureName } from './offer.ts';
import { answerLabel, questions } from './questions.ts';

/** One question of a brief with its answer as lines of text; none if it is unanswered. */
export interface AnsweredQuestion {
  field: BriefField;
  question: string;
  lines: string[];
}

/** One step of a brief with its answers. */
export interface BriefSection {
  /** 1 to 6: the review has no questions. */
  step: number;
  title: string;
  answers: AnsweredQuestion[];
}

const filled = (lines: readonly string[]) => lines.filter((line) => line.trim() !== '');

/** "2030-01-31" as "January 31, 2030"; any other text unchanged. */
export function dateInWords(date: string): string {
  const time = new Date(`${date}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(time.getTime())) return date;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}

/** The answer to one question as lines of text; none if it is unanswered. */
export function answerLines(brief: BriefRecord, field: BriefField): string[] {
  return filled(isRowsField(field) ? rowLines(brief, field) : linesOf(field, brief[field]));
}

const isRowsField = (field: BriefField): field is FieldOf<'rows'> => BRIEF[field].kind === 'rows';
const isChoice = (field: BriefField): field is FieldOf<'choice'> => BRIEF[field].kind === 'choice';

function rowLines(brief: BriefRecord, field: FieldOf<'rows'>): string[] {
  const rows: readonly Readonly<Record<string, string>>[] = brief[field];
  const columns = Object.keys(BRIEF[field].columns);
  const { separator } = questions[field];
  return rows.map((row) => filled(columns.map((column) => row[column] ?? '')).join(separator));
}

function linesOf(field: Exclude<BriefField, FieldOf<'rows'>>, answer: string | string[]): string[] {
  const lines = [answer].flat();
  if (isChoice(field)) return lines.map((each) => answerLabel(field, each));
  switch (BRIEF[field].kind) {
    case 'features':
      return lines.map(featureName);
    case 'comma-list':
      return lines.flatMap(splitCommaList);
    case 'date':
      return lines.map(dateInWords);
    default:
      return lines;
  }
}

/** A whole brief as readable text, in the wizard's order. */
export function summarizeBrief(brief: BriefRecord): BriefSection[] {
  return ONBOARDING_STEPS.slice(0, -1).map((title, index) => ({
    step: index + 1,
    title,
    answers: fieldsOfStep(index + 1).map((field) => ({
      field,
      question: questions[field].label,
      lines: answerLines(brief, field),
    })),
  }));
}
