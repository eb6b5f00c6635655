import { emptyBrief, ONBOARDING_STEPS } from '@atelier/domain/onboarding/brief.ts';
import { expect, it, test } from 'vitest';
import { answerLines, summarizeBrief } from './brief-summary.ts';

const brief = emptyBrief('Europe/Berlin');

test.each([
  ['features', ['lp', 'support', 'gone'], ['Landing Pages', 'Ongoing Support & Care', 'gone']],
  ['company', '', []],
  ['successOther', ' \n\t', []],
  ['mustHaves', ['  '], []],
  ['company', 'Sample & Co', ['Sample & Co']],
  ['pages', 'Home, , About', ['Home', 'About']],
  ['budgetRange', '', []],
  ['budgetRange', '<5k', ['Under $5,000']],
  ['budgetRange', 'gone', ['gone']],
  ['contentReadiness', 'need help', ['I need help with it']],
  ['mustHaves', ['Booking', 'Map'], ['Booking', 'Map']],
  [
    'decisionMakers',
    [
      { name: 'Ada', role: 'CEO' },
      { name: '', role: 'CTO' },
      { name: '', role: '' },
    ],
    ['Ada, CEO', 'CTO'],
  ],
  [
    'inspirationUrls',
    [
      { url: 'https://a.example', note: 'the type' },
      { url: 'https://b.example', note: '' },
    ],
    ['https://a.example — the type', 'https://b.example'],
  ],
  ['target', '2030-01-31', ['January 31, 2030']],
  ['target', 'soon', ['soon']],
  ['target', '', []],
] as const)('answerLines: %s %j reads %j', (field, answer, lines) => {
  expect(answerLines({ ...brief, [field]: answer }, field)).toEqual(lines);
});

it('the brief’s summary has every question once, under the step that asks it', () => {
  const sections = summarizeBrief(brief);
  expect(sections.map((section) => section.title)).toEqual(ONBOARDING_STEPS.slice(0, 6));
  expect(sections.flatMap((section) => section.answers.map((each) => each.field)).sort()).toEqual(
    Object.keys(brief).sort(),
  );
});
