import { type BriefRecord, emptyBrief, ONBOARDING_STEPS } from '@atelier/domain/onboarding.ts';
import { describe, expect, test } from 'vitest';
import { briefSections, featureAnswers } from './brief-sections.ts';

const full: BriefRecord = {
  features: ['web', 'seo', 'support'],
  company: 'Sample Bakery',
  contact: 'Ada Sample',
  email: 'ada@bakery.example',
  domain: 'bakery.example',
  timezone: 'Europe/Berlin',
  goals: 'Sell more bread.',
  pages: 'Home, Shop, , About',
  brandNotes: 'Warm.',
  assetsLink: 'https://files.example/brand',
  tone: 'Clear',
  gaAdmin: 'ga@bakery.example',
  stripeAdmin: 'pay@bakery.example',
  crm: 'None',
  target: '2030-01-31',
  budgetRange: '<5k',
  timelineConfidence: 'hard',
  successMetric: 'other',
  successOther: 'Queues outside.',
  mustHaves: ['Shop'],
  niceToHaves: ['Blog'],
  decisionMakers: [
    { name: 'Ada', role: 'Owner' },
    { name: '', role: '' },
  ],
  inspirationUrls: [
    { url: 'https://nice.example', note: 'Colours' },
    { url: '', note: 'lost' },
  ],
  constraints: 'No stock photos.',
  contentReadiness: 'need help',
};

describe('a brief', () => {
  test('is grouped as in the wizard, without its review', () => {
    expect(briefSections(full).map((section) => section.title)).toEqual(ONBOARDING_STEPS.slice(0, 6));
  });

  test('shows every answer, in words', () => {
    const sections = briefSections(full);
    expect(sections.flatMap((section) => section.open)).toEqual([]);
    const shown = JSON.stringify(sections);
    for (const words of [
      'Website Dev',
      'Under $5,000',
      'Hard deadline',
      'Something else',
      'I need help with it',
    ]) {
      expect(shown).toContain(words);
    }
    for (const value of Object.values(full).filter((each) => typeof each === 'string' && each.length > 6)) {
      if (value !== full.pages && value !== full.contentReadiness) expect(shown).toContain(value);
    }
  });

  test('leaves no blank rows, and names what was left open', () => {
    const discovery = briefSections({ ...emptyBrief(), timelineConfidence: 'firm' })[3];
    expect(discovery?.answers.map((answer) => answer.label)).toEqual(['Timeline']);
    expect(discovery?.open).toContain('Budget');
    expect(discovery?.open).toContain('Decision makers');
  });

  test('drops rows and pages that say nothing', () => {
    const shown = JSON.stringify(briefSections(full));
    expect(shown).not.toContain('lost');
    expect(shown).toContain('["Home","Shop","About"]');
  });

  test('shows an old answer that can no longer be chosen as it was', () => {
    const shown = JSON.stringify(briefSections({ ...full, budgetRange: 'plenty', features: ['fax', 'ads'] }));
    expect(shown).toContain('plenty');
    expect(shown).toContain('["fax","Google Ads (PPC)"]');
  });
});

test('features stand under the headings of the catalogue', () => {
  expect(featureAnswers(['support', 'seo', 'web'])).toEqual([
    { label: 'Build & Brand', kind: 'list', entries: ['Website Dev'] },
    { label: 'Grow & Convert', kind: 'list', entries: ['SEO'] },
    { label: 'Care', kind: 'list', entries: ['Ongoing Support & Care'] },
  ]);
});
