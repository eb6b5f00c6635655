import {
  answerLabel,
  budgetLabels,
  readinessLabels,
  successLabels,
  timelineLabels,
} from '@atelier/content/answers.ts';
import { FEATURE_GROUPS, FEATURE_IDS, featureName } from '@atelier/domain/catalogue.ts';
import { type BriefRecord, ONBOARDING_STEPS } from '@atelier/domain/onboarding.ts';
import { splitCommaList } from '@atelier/domain/text.ts';

/** One answer of a brief, with as much shape as it takes to draw it. Never empty. */
export type Answer = { label: string } & (
  | { kind: 'text' | 'email' | 'link' | 'date'; text: string }
  | { kind: 'list'; entries: string[] }
  | { kind: 'people'; people: { name: string; role: string }[] }
  | { kind: 'links'; links: { url: string; note: string }[] }
);

/** A step of the wizard as it was answered. */
export interface BriefSection {
  title: string;
  answers: Answer[];
  /** Labels of the questions that were left open. */
  open: string[];
}

const text = (label: string, value: string, kind: 'text' | 'email' | 'link' | 'date' = 'text'): Answer => ({
  label,
  kind,
  text: value.trim(),
});
const list = (label: string, entries: string[]): Answer => ({
  label,
  kind: 'list',
  entries: entries.filter((entry) => entry.trim() !== ''),
});

function isAnswered(answer: Answer): boolean {
  switch (answer.kind) {
    case 'list':
      return answer.entries.length > 0;
    case 'people':
      return answer.people.length > 0;
    case 'links':
      return answer.links.length > 0;
    default:
      return answer.text !== '';
  }
}

/** The chosen features under the headings of the catalogue; one that is gone from it is listed last. */
export function featureAnswers(features: readonly string[]): Answer[] {
  const known: readonly string[] = FEATURE_IDS;
  return [
    ...FEATURE_GROUPS.map((group) =>
      list(group.name, group.features.filter((id) => features.includes(id)).map(featureName)),
    ),
    list('Also', features.filter((id) => !known.includes(id)).map(featureName)),
  ].filter(isAnswered);
}

/**
 * The brief as people read it: grouped as in the wizard, in words instead of codes, with what was left open named
 * once a step instead of as a row of blanks.
 */
export function briefSections(brief: BriefRecord): BriefSection[] {
  const answersOfStep: Answer[][] = [
    brief.features.length > 0 ? featureAnswers(brief.features) : [list('Features', [])],
    [
      text('Company', brief.company),
      text('Primary contact', brief.contact),
      text('Email', brief.email, 'email'),
      text('Domain', brief.domain),
      text('Time zone', brief.timezone),
    ],
    [text('Goals', brief.goals), list('Pages', splitCommaList(brief.pages))],
    [
      text('What success means', answerLabel(successLabels, brief.successMetric)),
      text('Success, in detail', brief.successOther),
      text('Budget', answerLabel(budgetLabels, brief.budgetRange)),
      text('Timeline', answerLabel(timelineLabels, brief.timelineConfidence)),
      text('Content', answerLabel(readinessLabels, brief.contentReadiness)),
      list('Must have', brief.mustHaves),
      list('Nice to have', brief.niceToHaves),
      {
        label: 'Decision makers',
        kind: 'people',
        people: brief.decisionMakers.filter((person) => person.name !== '' || person.role !== ''),
      },
      {
        label: 'Inspiration',
        kind: 'links',
        links: brief.inspirationUrls.filter((link) => link.url !== ''),
      },
      text('Constraints', brief.constraints),
    ],
    [
      text('Tone', brief.tone),
      text('Brand notes', brief.brandNotes),
      text('Assets', brief.assetsLink, 'link'),
    ],
    [
      text('Launch date', brief.target, 'date'),
      text('Analytics admin', brief.gaAdmin),
      text('Payments admin', brief.stripeAdmin),
      text('Customer database', brief.crm),
    ],
  ];
  return answersOfStep.map((answers, index) => ({
    title: ONBOARDING_STEPS[index] ?? '',
    answers: answers.filter(isAnswered),
    open: answers.filter((answer) => !isAnswered(answer)).map((answer) => answer.label),
  }));
}
