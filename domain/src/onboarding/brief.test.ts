import { describe, expect, it } from 'vitest';
import {
  BRIEF,
  BRIEF_FIELDS,
  emptyBrief,
  fieldsOfStep,
  LAST_STEP,
  ONBOARDING_STEPS,
  questionsToAsk,
  SCOPE_FIELDS,
  TEXT_FIELDS,
} from './brief.ts';

it('ONBOARDING_STEPS has the seven steps of the specification in order', () => {
  expect(ONBOARDING_STEPS).toEqual([
    'Package & Features',
    'Business Details',
    'Goals',
    'Discovery',
    'Content & Brand',
    'Access & Schedule',
    'Review',
  ]);
});

describe('emptyBrief', () => {
  it('starts with the specified defaults', () => {
    expect(emptyBrief('Asia/Tokyo')).toMatchObject({
      features: ['support'],
      timezone: 'Asia/Tokyo',
      pages: 'Home, About, Contact',
      tone: 'Clear, confident, helpful',
      crm: 'None',
      budgetRange: '',
      timelineConfidence: '',
      successMetric: '',
      contentReadiness: '',
    });
  });

  it('creates new lists each time', () => {
    const brief = emptyBrief();
    brief.features.push('web');
    brief.mustHaves.push('Booking');
    expect(emptyBrief()).toMatchObject({ features: ['support'], mustHaves: [] });
  });
});

describe('the questions of a step', () => {
  it('are shown in the table’s order, each in one step before the review', () => {
    const steps = ONBOARDING_STEPS.map((_, index) => fieldsOfStep(index + 1));
    expect(steps.flat()).toEqual(BRIEF_FIELDS);
    expect(steps.map((fields) => fields.length > 0)).toEqual([true, true, true, true, true, true, false]);
    expect(fieldsOfStep(LAST_STEP)).toEqual([]);
  });

  it.each([
    [2, ['contact', 'email', 'company', 'domain', 'timezone']],
    [4, ['timelineConfidence', 'contentReadiness', 'budgetRange', 'successMetric', 'successOther']],
  ])('are asked in step %i with the required ones first', (step, first) => {
    expect(questionsToAsk(step).slice(0, first.length)).toEqual(first);
    expect(questionsToAsk(step).toSorted()).toEqual(fieldsOfStep(step).toSorted());
  });
});

describe('SCOPE_FIELDS', () => {
  const first = ['features', 'pages', 'domain', 'mustHaves', 'goals', 'constraints'];

  it('has the contract scope’s answers in its order', () => {
    expect(SCOPE_FIELDS.filter((field) => first.includes(field))).toEqual(first);
  });

  it('gives each answer its own position', () => {
    const places = SCOPE_FIELDS.map((field) => BRIEF[field].contract.scope);
    expect(new Set(places).size).toBe(places.length);
  });
});

describe('TEXT_FIELDS', () => {
  it('has the client’s free texts, and no choices or lists', () => {
    const brief = emptyBrief();
    expect(TEXT_FIELDS.every((field) => typeof brief[field] === 'string')).toBe(true);
    expect(TEXT_FIELDS).toContain('goals');
    expect(TEXT_FIELDS).toContain('target');
    for (const field of ['crm', 'budgetRange', 'mustHaves']) expect(TEXT_FIELDS).not.toContain(field);
  });
});
