import { findEmailFault, parsePublicEmail } from '../email-address.ts';
import type { Issue } from '../errors.ts';
import {
  BRIEF,
  BRIEF_FIELDS,
  type Brief,
  type BriefField,
  type BriefRecord,
  emptyBrief,
  type FieldOf,
  fieldsOfStep,
  LAST_STEP,
  ONBOARDING_STEPS,
  questionOf,
} from './brief.ts';

/** The browser's storage key of its copy: `{ data, step, onboardingId }`. */
export const ONBOARDING_STORAGE_KEY = 'onboarding:start';

/** True if a required question is answered; an address must also look like one. */
function isGiven(brief: Brief, field: BriefField): boolean {
  const answer = brief[field];
  if (typeof answer !== 'string') return answer.length > 0;
  return questionOf(field).kind === 'email' ? parsePublicEmail(answer) !== undefined : answer.trim() !== '';
}

/** The issues that keep the client on a step (specification section 5). */
export function stepIssues(step: number, brief: Brief): Issue[] {
  const issues = fieldsOfStep(step).flatMap((field): Issue[] => {
    const message = questionOf(field).required;
    if (message === undefined || isGiven(brief, field)) return [];
    const { [field]: answer } = brief;
    const isEmail = questionOf(field).kind === 'email' && typeof answer === 'string';
    const detail = isEmail ? findEmailFault(answer) : undefined;
    return [{ path: field, message, ...(detail !== undefined && { detail }) }];
  });
  const needsWords =
    brief.successMetric === 'other' && brief.budgetRange === '' && brief.successOther.trim() === '';
  if (step === questionOf('successOther').step && needsWords) {
    issues.push({
      path: 'successOther',
      message: 'Describe what success means, or choose a budget range.',
    });
  }
  return issues;
}

/** Questions that can be answered instead of a required one. */
export const ALTERNATIVES: Partial<Record<string, readonly BriefField[]>> = {
  successOther: ['budgetRange'],
};

/** Everything that prevents a brief's submission, step by step. */
export function briefIssues(brief: Brief): Issue[] {
  return ONBOARDING_STEPS.flatMap((_, index) => stepIssues(index + 1, brief));
}

/** The furthest step that can be opened: the first with issues, the review at most. */
export function furthestStep(brief: Brief): number {
  const blocked = ONBOARDING_STEPS.findIndex((_, index) => stepIssues(index + 1, brief).length > 0);
  return blocked === -1 ? LAST_STEP : blocked + 1;
}

/** The steps with required answers, which an untouched brief doesn't get past. */
const ASKING_STEPS = ONBOARDING_STEPS.map((_, index) => index + 1).filter(
  (step) => stepIssues(step, emptyBrief()).length > 0,
);

/**
 * The last step that the client has certainly visited, because its required answers are there; 0 for none.
 * @param furthest the brief's `furthestStep`
 */
export function answeredStep(furthest: number): number {
  return ASKING_STEPS.findLast((step) => step < furthest) ?? 0;
}

/**
 * The issues of saving a brief at a step: none up to the furthest its answers allow; beyond it, the step
 * that comes first and what it still needs. Steps are neither skipped nor saved out of order.
 */
export function stepOrderIssues(step: number, brief: Brief): Issue[] {
  const furthest = furthestStep(brief);
  if (step <= furthest) return [];
  const message = `Step ${furthest}, ${ONBOARDING_STEPS[furthest - 1]}, comes first.`;
  return [{ path: 'step', message }, ...stepIssues(furthest, brief)];
}

export const isFilledRow = (row: Readonly<Record<string, string>>) =>
  Object.values(row).some((text) => text.trim() !== '');

const ROW_FIELDS = BRIEF_FIELDS.filter((field): field is FieldOf<'rows'> => BRIEF[field].kind === 'rows');

/** The brief without its blank rows, which are never stored. */
export function withoutBlankRows(brief: Brief): Brief {
  const rows = ROW_FIELDS.map((field) => [field, brief[field].filter(isFilledRow)] as const);
  return { ...brief, ...Object.fromEntries(rows) };
}

/** The brief for submission: notes without a site are dropped too (specification section 5). */
export function withoutEmptyRows(brief: Brief): Brief {
  const filled = withoutBlankRows(brief);
  return { ...filled, inspirationUrls: filled.inspirationUrls.filter((row) => row.url.trim() !== '') };
}

/** True if two briefs have the same answers. */
export function isSameBrief(one: BriefRecord, other: BriefRecord): boolean {
  return BRIEF_FIELDS.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));
}
