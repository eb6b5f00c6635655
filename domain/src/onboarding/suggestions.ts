import type { Brief, ChoiceAnswer } from './brief.ts';
import { ALWAYS_SUGGESTED, type FeatureId } from './catalogue.ts';
import type { Estimate } from './estimate.ts';

/** The upper end of each budget range, in whole US dollars; the largest has none. */
const BUDGET_ENDS: Record<ChoiceAnswer<'budgetRange'>, number> = {
  '<5k': 5_000,
  '5-10k': 10_000,
  '10-25k': 25_000,
  '25-50k': 50_000,
  '50k+': Number.POSITIVE_INFINITY,
};

/**
 * A suggested total for a contract, in whole US dollars: the middle of the estimate; less if the client's
 * budget ends below it, but never less than the estimate's low end. Null if there is nothing to build: care
 * alone is paid monthly, and its contract has no total.
 */
export function suggestContractTotal(
  { low, high }: Pick<Estimate, 'low' | 'high'>,
  brief?: Pick<Brief, 'budgetRange'>,
): number | null {
  if (high <= 0) return null;
  const middle = Math.round((low + high) / 2);
  const budget = brief?.budgetRange ? BUDGET_ENDS[brief.budgetRange] : Number.POSITIVE_INFINITY;
  return Math.max(low, Math.min(middle, budget));
}

/**
 * The stages of a plan in the order of work: the features each is for, and its share of the time. Content
 * is a stage if the client needs it written; kickoff and launch are always stages; care has no end.
 */
const STAGES = [
  { key: 'kickoff', features: [], weight: 0 },
  { key: 'content', features: [], weight: 2 },
  { key: 'design', features: ['brand', 'web', 'lp', 'ecom'], weight: 3 },
  { key: 'site', features: ['web'], weight: 4 },
  { key: 'landing', features: ['lp'], weight: 2 },
  { key: 'shop', features: ['ecom'], weight: 4 },
  { key: 'assistant', features: ['ai'], weight: 3 },
  { key: 'measuring', features: ['forms', 'leads', 'ga4', 'heat'], weight: 1 },
  { key: 'growth', features: ['seo', 'boost', 'email'], weight: 1 },
  { key: 'launch', features: ['host'], weight: 1 },
  { key: 'care', features: ['support'], weight: 0 },
] as const satisfies readonly { key: string; features: readonly FeatureId[]; weight: number }[];

export type PlanStage = (typeof STAGES)[number]['key'];

export interface StageWords {
  title: string;
  description: string;
  /**
   * A further sentence with the names of the chosen features in the stage; none if the stage's text names
   * them.
   */
  includes?(featureNames: readonly string[]): string;
}

/** The owner's settings for a plan; they are in `content/`. */
export interface PlanTerms {
  /** Calendar days from a brief to the kickoff: reading, call, proposal, contract. */
  daysToKickoff: number;
  stages: Record<PlanStage, StageWords>;
  featureName(id: FeatureId): string;
  /** A sentence for the launch if the wished date, "2030-01-31", can't be met. */
  wishedTooSoon(date: string): string;
}

/** A suggested milestone. */
export interface SuggestedMilestone {
  title: string;
  description: string;
  /** "2030-01-31" */
  due: string | null;
}

type PlannedBrief = Pick<Brief, 'features' | 'contentReadiness' | 'target'>;

/**
 * A plan for a brief submitted on a day ("2030-01-31", or a time that starts so): its stages with a due
 * date each, spread over the estimate's longest time. Empty without features. Without a wished launch date,
 * the time runs from the kickoff. With a wish that leaves enough time, it ends on that day. With one that
 * leaves less, but at least the estimate's shortest time, it takes the time that is left. A wish that can't
 * be met is mentioned and otherwise ignored. A date on a weekend moves to the Friday before; a wished date
 * stays.
 */
export function suggestMilestones(
  brief: PlannedBrief,
  estimate: Pick<Estimate, 'minDays' | 'maxDays'>,
  submittedOn: string,
  terms: PlanTerms,
): SuggestedMilestone[] {
  const stages = STAGES.filter(({ key, features }) => isPlanned(key, features, brief));
  const { start, end, isWished } = planTime(brief.target, estimate, submittedOn, terms);
  const whole = stages.reduce((sum, { weight }) => sum + weight, 0);
  const isTooSoon = brief.target !== '' && !isWished;
  let done = 0;
  return stages.map(({ key, features, weight }) => {
    done += weight;
    const words = terms.stages[key];
    const names = features.filter((id) => brief.features.includes(id)).map(terms.featureName);
    const sentences = [words.description];
    if (words.includes && names.length > 0) sentences.push(words.includes(names));
    if (isTooSoon && key === 'launch') sentences.push(terms.wishedTooSoon(brief.target));
    const day = whole === 0 ? start : start + Math.round(((end - start) * done) / whole);
    const isWishedDay = isWished && day === end;
    return {
      title: words.title,
      description: sentences.join(' '),
      due: key === 'care' ? null : isoDay(isWishedDay ? day : workday(day)),
    };
  });
}

function isPlanned(
  stage: PlanStage,
  features: readonly FeatureId[],
  brief: Pick<Brief, 'features' | 'contentReadiness'>,
): boolean {
  const isBuilt = brief.features.some((id) => id !== ALWAYS_SUGGESTED);
  if (stage === 'kickoff') return brief.features.length > 0;
  if (stage === 'launch') return isBuilt;
  if (stage === 'content') return isBuilt && brief.contentReadiness === 'need help';
  return features.some((id) => brief.features.includes(id));
}

/** First and last day of the work, in days since 1970, and whether the last is the wished one. */
function planTime(
  target: string,
  { minDays, maxDays }: Pick<Estimate, 'minDays' | 'maxDays'>,
  submittedOn: string,
  { daysToKickoff }: PlanTerms,
): { start: number; end: number; isWished: boolean } {
  const earliest = dayNumber(submittedOn.slice(0, 10)) + daysToKickoff;
  const wished = dayNumber(target);
  // Also true without a wish, which is NaN.
  if (!(wished >= earliest + minDays)) return { start: earliest, end: earliest + maxDays, isWished: false };
  return { start: Math.max(earliest, wished - maxDays), end: wished, isWished: true };
}

const DAY = 24 * 3600 * 1000;

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY;
}

function isoDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** The day, or the Friday before a weekend. Day 0 was a Thursday. */
function workday(day: number): number {
  const weekday = (((day + 4) % 7) + 7) % 7;
  if (weekday === 6) return day - 1;
  return weekday === 0 ? day - 2 : day;
}
