import { featureName } from '@atelier/domain/onboarding/catalogue.ts';
import { type BriefRecord, ONBOARDING_STEPS } from '@atelier/domain/onboarding/schema.ts';
import { splitCommaList } from '@atelier/domain/text.ts';
import { answerLabel, budgetLabels, readinessLabels, successLabels, timelineLabels } from './answers.ts';
import { questionLabels, stepQuestions } from './questions.ts';

/** One question of a brief with its answer as lines of text; none where it was left open. */
export interface AnsweredQuestion {
  field: keyof BriefRecord;
  question: string;
  lines: string[];
}

/** One step of a brief with its answers. */
export interface BriefSection {
  /** 1 to 6: the review asks nothing. */
  step: number;
  title: string;
  answers: AnsweredQuestion[];
}

const filled = (lines: readonly string[]) => lines.filter((line) => line !== '');

/** "2030-01-31" as people read it: "January 31, 2030"; anything else as it stands. */
export function dateInWords(date: string): string {
  const time = new Date(`${date}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(time.getTime())) return date;
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}

const inWords: { [Field in keyof BriefRecord]?: (answer: BriefRecord[Field]) => string[] } = {
  features: (ids) => ids.map(featureName),
  pages: splitCommaList,
  budgetRange: (answer) => [answerLabel(budgetLabels, answer)],
  timelineConfidence: (answer) => [answerLabel(timelineLabels, answer)],
  successMetric: (answer) => [answerLabel(successLabels, answer)],
  contentReadiness: (answer) => [answerLabel(readinessLabels, answer)],
  decisionMakers: (rows) => rows.map(({ name, role }) => filled([name, role]).join(', ')),
  inspirationUrls: (rows) => rows.map(({ url, note }) => filled([url, note]).join(' — ')),
  target: (answer) => [dateInWords(answer)],
};

/** The answer to one question as lines of text; none where it was left open. */
export function answerLines<Field extends keyof BriefRecord>(brief: BriefRecord, field: Field): string[] {
  const answer = brief[field];
  const lines = inWords[field]?.(answer) ?? [answer].flat().map(String);
  return filled(lines);
}

/** A whole brief as people read it, in the order of the wizard. */
export function summarizeBrief(brief: BriefRecord): BriefSection[] {
  return stepQuestions.slice(0, -1).map((fields, index) => ({
    step: index + 1,
    title: ONBOARDING_STEPS[index] ?? '',
    answers: fields.map((field) => ({
      field,
      question: questionLabels[field],
      lines: answerLines(brief, field),
    })),
  }));
}
