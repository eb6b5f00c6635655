import type { MilestoneStatus } from '../milestones/rules.ts';
import { splitAmount } from '../money/rules.ts';
import type { FeatureId } from '../onboarding/catalogue.ts';
import {
  type EstimateInput,
  extraPagesOf,
  needsContentHelp,
  type PriceList,
} from '../onboarding/estimate.ts';
import { truncate } from '../text.ts';
import {
  type ContractClause,
  type ContractLine,
  type ContractTerms,
  equalPercents,
  MAX_PLAN_PARTS,
  type PaymentPlan,
  type PlanKind,
  type PlannedPart,
} from './terms.ts';

/** The owner's words for contracts; they are in `content/`. */
export interface ContractWords {
  featureLine(id: FeatureId): Pick<ContractLine, 'title' | 'detail'>;
  extraPages(count: number): string;
  contentHelp: string;
  hardDeadline: string;
  /** What is due at the acceptance of a contract or of a change to it, once all is done, and in between: after "50% …". */
  dues: { acceptance: string; change: string; launch: string; milestone(title: string): string };
  /** The title of the milestone at which a project launches. */
  launchTitle: string;
  /** Percent of the price that reserves a place. */
  reservePercent: number;
  feedbackRounds: number;
  clauses: readonly Omit<ContractClause, 'id'>[];
}

/** A milestone as plans name it, in the plan's order and without cancelled ones. */
export interface PlanMilestone {
  id: string;
  title: string;
}

/** A milestone of the plan with its date. */
export interface DatedMilestone extends PlanMilestone {
  due: string | null;
  status: MilestoneStatus;
}

type NewId = () => string;

/** How much of a milestone's title a payment's name has room for, in characters. */
const MAX_NAMED_TITLE = 80;

/** The largest of these that divides a total is what its lines are rounded to. */
const LINE_STEPS = [50, 25, 10, 5, 1];

/**
 * A contract's first lines: the features of a brief that cost something once, further pages, content and a fixed date,
 * each with its share of the total by the middle of its price. They add up to the total. None without one.
 */
export function suggestLines(
  brief: EstimateInput,
  prices: PriceList,
  { total, words, newId }: { total: number | null; words: ContractWords; newId: NewId },
): ContractLine[] {
  if (total === null) return [];
  const middle = ({ low, high }: { low: number; high: number }) => low + high;
  const lines = brief.features.map((id) => ({
    ...words.featureLine(id),
    weight: middle(prices.features[id]),
  }));
  const extraPages = extraPagesOf(brief, prices);
  lines.push({
    title: words.extraPages(extraPages),
    detail: '',
    weight: extraPages * middle(prices.extraPage),
  });
  const sum = lines.reduce((weight, line) => weight + line.weight, 0);
  const shares = [
    [needsContentHelp(brief), words.contentHelp, prices.contentHelp.share],
    [brief.timelineConfidence === 'hard', words.hardDeadline, prices.hardDeadlineShare],
  ] as const;
  for (const [isAsked, title, share] of shares) {
    lines.push({ title, detail: '', weight: isAsked ? Math.round(sum * share) : 0 });
  }
  const priced = lines.filter(({ weight }) => weight > 0);
  if (priced.length === 0) return [];
  const step = LINE_STEPS.find((each) => total % each === 0) ?? 1;
  const amounts = splitAmount(
    total / step,
    priced.map(({ weight }) => weight),
  );
  return priced.map(({ title, detail }, index) => ({
    id: newId(),
    title,
    detail,
    price: (amounts[index] ?? 0) * step,
  }));
}

/**
 * A payment plan of a kind. What is due at launch is due when the milestone of that title is approved, or without one
 * when all of them are. `custom` begins as halves, as does `milestones` without any.
 */
export function planOfKind(
  kind: PlanKind,
  { milestones, words, newId }: { milestones: readonly PlanMilestone[]; words: ContractWords; newId: NewId },
): PaymentPlan {
  const part = (
    percent: number,
    label: string,
    due: Pick<PlannedPart, 'due' | 'milestoneId'>,
  ): PlannedPart => ({
    id: newId(),
    label,
    percent,
    date: null,
    ...due,
  });
  const atAcceptance = (percent: number) =>
    part(percent, words.dues.acceptance, { due: 'acceptance', milestoneId: null });
  const launch = milestones.find(({ title }) => title === words.launchTitle);
  const atLaunch = (percent: number) =>
    part(
      percent,
      words.dues.launch,
      launch ? { due: 'milestone', milestoneId: launch.id } : { due: 'finish', milestoneId: null },
    );
  const atMilestone = (percent: number, { id, title }: PlanMilestone) =>
    part(percent, words.dues.milestone(truncate(title, MAX_NAMED_TITLE)), {
      due: 'milestone',
      milestoneId: id,
    });

  const [first = 0, second = 0, third = 0] = equalPercents(3);
  const halfway = milestones[Math.floor((milestones.length - 1) / 2)];
  if (kind === 'thirds' && halfway && halfway !== launch) {
    return { kind, parts: [atAcceptance(first), atMilestone(second, halfway), atLaunch(third)] };
  }
  if (kind === 'milestones' && milestones.length > 0) {
    const named = milestones.slice(0, MAX_PLAN_PARTS);
    const percents = equalPercents(named.length);
    return { kind, parts: named.map((milestone, index) => atMilestone(percents[index] ?? 0, milestone)) };
  }
  return {
    kind: kind === 'custom' ? kind : 'halves',
    parts: [atAcceptance(words.reservePercent), atLaunch(100 - words.reservePercent)],
  };
}

/** The terms of a contract that nobody has written yet: the usual plan and clauses, with these lines. */
export function suggestTerms({
  lines,
  milestones,
  words,
  newId,
}: {
  lines: readonly ContractLine[];
  milestones: readonly PlanMilestone[];
  words: ContractWords;
  newId: NewId;
}): ContractTerms {
  return {
    lines: [...lines],
    plan: planOfKind('halves', { milestones, words, newId }),
    start: null,
    finish: null,
    feedbackRounds: words.feedbackRounds,
    clauses: words.clauses.map((clause) => ({ id: newId(), ...clause })),
  };
}
