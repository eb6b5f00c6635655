import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  answeredStep,
  type Brief,
  briefDraftSchema,
  briefIssues,
  briefRecordSchema,
  briefSchema,
  emptyBrief,
  finalBriefSchema,
  furthestStep,
  MAX_LIST_ENTRIES,
  MAX_ROWS,
  ONBOARDING_STEPS,
  ONBOARDING_STORAGE_KEY,
  resumeBrief,
  saveOnboardingSchema,
  stepIssues,
  stepOrderIssues,
  submitOnboardingSchema,
  withoutEmptyRows,
} from './schema.ts';

const complete: Brief = {
  ...emptyBrief('Europe/London'),
  contact: 'Ada Sample',
  email: 'ada@example.com',
  timelineConfidence: 'firm',
  contentReadiness: 'partial',
};

const paths = (step: number, change: Partial<Brief>) =>
  stepIssues(step, { ...complete, ...change }).map((issue) => issue.path);

it('has the seven steps, in order, and its storage key', () => {
  expect(ONBOARDING_STEPS).toEqual([
    'Package & Features',
    'Business Details',
    'Goals',
    'Discovery',
    'Content & Brand',
    'Access & Schedule',
    'Review',
  ]);
  expect(ONBOARDING_STORAGE_KEY).toBe('onboarding:start');
});

it('starts with the specified defaults', () => {
  const brief = emptyBrief('Asia/Tokyo');
  expect(brief).toMatchObject({
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
  expect(briefSchema.parse(brief)).toEqual(brief);
  expect(briefRecordSchema.parse(brief)).toEqual(brief);
});

describe('what stops a step from being left', () => {
  test.each([
    // step 2: a primary contact and a plausible address
    [2, {}, []],
    [2, { contact: '' }, ['contact']],
    [2, { contact: '   ' }, ['contact']],
    [2, { email: '' }, ['email']],
    [2, { email: 'ada@example' }, ['email']],
    [2, { email: 'a da@example.com' }, ['email']],
    [2, { contact: '', email: '' }, ['contact', 'email']],
    [2, { company: '', domain: '', timezone: '' }, []],
    // step 4: how firm the timeline is and how ready the content
    [4, {}, []],
    [4, { timelineConfidence: '' }, ['timelineConfidence']],
    [4, { contentReadiness: '' }, ['contentReadiness']],
    [4, { timelineConfidence: '', contentReadiness: '' }, ['timelineConfidence', 'contentReadiness']],
    [4, { timelineConfidence: 'flexible', contentReadiness: 'need help' }, []],
    // "other" as the measure of success wants a budget or a description, either
    [4, { successMetric: 'other' }, ['successOther']],
    [4, { successMetric: 'other', successOther: '   ' }, ['successOther']],
    [4, { successMetric: 'other', successOther: 'A prize' }, []],
    [4, { successMetric: 'other', budgetRange: '<5k' }, []],
    [4, { successMetric: 'other', budgetRange: '50k+', successOther: 'A prize' }, []],
    [4, { successMetric: 'leads' }, []],
    [4, { successMetric: '' }, []],
    // the other steps ask for nothing
    [1, { features: [] }, []],
    [3, { goals: '', pages: '' }, []],
    [5, { tone: '', assetsLink: '' }, []],
    [6, { target: '', crm: '' }, []],
    [7, {}, []],
  ] as const)('step %i with %j: %j', (step, change, issues) => {
    expect(paths(step, change as Partial<Brief>)).toEqual(issues);
  });

  it('is nothing for a complete brief, and four things for an untouched one', () => {
    expect(briefIssues(complete)).toEqual([]);
    expect(briefIssues(emptyBrief()).map((issue) => issue.path)).toEqual([
      'contact',
      'email',
      'timelineConfidence',
      'contentReadiness',
    ]);
  });

  test.each([
    [emptyBrief(), 2],
    [{ ...complete, email: 'x' }, 2],
    [{ ...complete, contentReadiness: '' as const }, 4],
    [complete, 7],
  ])('brief %#: the furthest step is the first with something wrong, or the review', (brief, step) => {
    expect(furthestStep(brief)).toBe(step);
  });
});

describe('the order of the steps', () => {
  const empty = emptyBrief();
  const business = { ...empty, contact: 'Ada', email: 'ada@example.com' };
  test.each([
    [1, empty, []],
    [2, empty, []],
    [3, empty, ['step', 'contact', 'email']],
    [7, { ...empty, contact: 'Ada' }, ['step', 'email']],
    [4, business, []],
    [5, business, ['step', 'timelineConfidence', 'contentReadiness']],
    [5, { ...complete, successMetric: 'other' as const }, ['step', 'successOther']],
    [7, complete, []],
    [3, { ...complete, email: 'nope' }, ['step', 'email']],
  ])('step %i of brief %#', (step, brief, expected) => {
    expect(stepOrderIssues(step, brief).map(({ path }) => path)).toEqual(expected);
  });

  test.each([
    [1, 0],
    [2, 0],
    [3, 2],
    [4, 2],
    [5, 4],
    [7, 4],
  ])('who may go to step %i has been to step %i', (furthest, answered) => {
    expect(answeredStep(furthest)).toBe(answered);
  });

  it('is said in a sentence', () => {
    expect(stepOrderIssues(5, business)[0]?.message).toBe('Step 4, Discovery, comes first.');
  });
});

it('drops rows that say nothing, and keeps those that say half', () => {
  const brief = withoutEmptyRows({
    ...complete,
    decisionMakers: [
      { name: '', role: '' },
      { name: 'Ada', role: '' },
      { name: '', role: 'Owner' },
    ],
    inspirationUrls: [
      { url: '', note: 'a note without a link' },
      { url: 'https://example.com', note: '' },
    ],
  });
  expect(brief.decisionMakers).toEqual([
    { name: 'Ada', role: '' },
    { name: '', role: 'Owner' },
  ]);
  expect(brief.inspirationUrls).toEqual([{ url: 'https://example.com', note: '' }]);
});

describe('a draft', () => {
  it('may be any part of a brief, and keeps only what was sent', () => {
    expect(briefDraftSchema.parse({})).toEqual({});
    expect(briefDraftSchema.parse({ company: ' Acme ' })).toEqual({ company: 'Acme' });
    expect(briefDraftSchema.parse({ contact: '', email: 'not yet' })).toEqual({
      contact: '',
      email: 'not yet',
    });
  });

  it('drops fields that it does not know', () => {
    expect(briefDraftSchema.parse({ role: 'admin', userId: 'x', company: 'Acme' })).toEqual({
      company: 'Acme',
    });
  });

  it('keeps rows that are still being filled', () => {
    const rows = { decisionMakers: [{ name: 'x' }, { role: ' ' }, {}], inspirationUrls: [{}, { note: 'x' }] };
    expect(briefDraftSchema.parse(rows), 'blank rows are never stored').toEqual({
      decisionMakers: [{ name: 'x', role: '' }],
      inspirationUrls: [{ url: '', note: 'x' }],
    });
  });

  it('orders features as the catalogue does, once each, and trims lists of empties', () => {
    expect(briefDraftSchema.parse({ features: ['support', 'web', 'support'] }).features).toEqual([
      'web',
      'support',
    ]);
    expect(briefDraftSchema.parse({ mustHaves: [' a ', '', '  ', 'b'] }).mustHaves).toEqual(['a', 'b']);
  });

  test.each([
    [{ features: ['ads'] }, 'features.0', 'Unknown feature.'],
    [{ features: 'web' }, 'features', undefined],
    [{ company: 5 }, 'company', undefined],
    [{ company: 'x'.repeat(201) }, 'company', 'Use 200 characters or fewer.'],
    [{ goals: 'x'.repeat(5001) }, 'goals', 'Use 5,000 characters or fewer.'],
    [{ target: 'tomorrow' }, 'target', 'Use a date such as 2030-01-31.'],
    [{ target: '2030-02-30' }, 'target', 'Use a date such as 2030-01-31.'],
    [{ budgetRange: '1m' }, 'budgetRange', undefined],
    [{ timelineConfidence: 'soon' }, 'timelineConfidence', undefined],
    [{ successMetric: 'fame' }, 'successMetric', undefined],
    [{ contentReadiness: 'no' }, 'contentReadiness', undefined],
    [{ mustHaves: Array(MAX_LIST_ENTRIES + 1).fill('x') }, 'mustHaves', 'Use 50 entries or fewer.'],
    [{ decisionMakers: Array(MAX_ROWS + 1).fill({}) }, 'decisionMakers', 'Use 20 rows or fewer.'],
    [{ inspirationUrls: [{ url: 1 }] }, 'inspirationUrls.0.url', undefined],
  ])('%#: is refused where it is not what a field takes', (draft, path, message) => {
    const issue = briefDraftSchema.safeParse(draft).error?.issues[0];
    expect(issue?.path.join('.')).toBe(path);
    if (message) expect(issue?.message).toBe(message);
  });
});

test.each([
  ['budgetRange', ['<5k', '5-10k', '10-25k', '25-50k', '50k+']],
  ['timelineConfidence', ['flexible', 'firm', 'hard']],
  ['successMetric', ['leads', 'sales', 'bookings', 'demos', 'other']],
  ['contentReadiness', ['ready', 'partial', 'need help']],
] as const)('%s takes its options and nothing chosen', (field, options) => {
  for (const option of [...options, '']) {
    expect(briefDraftSchema.safeParse({ [field]: option }).success).toBe(true);
  }
});

describe('a submission', () => {
  it('is filled with defaults, rid of empty rows, and checked at every step', () => {
    const final = finalBriefSchema.parse({
      contact: 'Ada',
      email: 'ada@example.com',
      timelineConfidence: 'hard',
      contentReadiness: 'ready',
      decisionMakers: [{ name: '', role: '' }],
    });
    expect(final.decisionMakers).toEqual([]);
    expect(final.pages).toBe('Home, About, Contact');
  });

  it('is refused with every issue of every step', () => {
    const issues = finalBriefSchema.safeParse({ successMetric: 'other' }).error?.issues;
    expect(issues?.map((issue) => issue.path.join('.'))).toEqual([
      'contact',
      'email',
      'timelineConfidence',
      'contentReadiness',
      'successOther',
    ]);
  });

  it('says where within the request', () => {
    const parsed = submitOnboardingSchema.safeParse({ final: { ...complete, email: 'x' } });
    expect(parsed.error?.issues[0]?.path).toEqual(['final', 'email']);
    expect(submitOnboardingSchema.safeParse({}).success).toBe(false);
  });
});

describe('POST /onboarding/save', () => {
  test.each([
    [{ step: 1 }, { step: 1, data: {} }],
    [
      { step: '7', data: {} },
      { step: 7, data: {} },
    ],
    [
      { id: null, step: 2 },
      { id: undefined, step: 2, data: {} },
    ],
    [
      { id: '', step: 2 },
      { id: undefined, step: 2, data: {} },
    ],
    [
      { step: 2, revision: 0 },
      { step: 2, data: {}, revision: 0 },
    ],
    [
      { step: 2, role: 'admin' },
      { step: 2, data: {} },
    ],
  ])('%j is read as %j', (body, read) => {
    expect(saveOnboardingSchema.parse(body)).toEqual(read);
  });

  test.each([
    [{}],
    [{ step: 0 }],
    [{ step: 8 }],
    [{ step: 1.5 }],
    [{ step: 'two' }],
    [{ step: 1, id: 'x' }],
    [{ step: 1, data: [] }],
    [{ step: 1, data: null }],
    [{ step: 1, revision: -1 }],
    [{ step: 1, revision: '1' }],
    [null],
    [[]],
  ])('%j is refused', (body) => {
    expect(saveOnboardingSchema.safeParse(body).success).toBe(false);
  });

  test.each([[{}], [{ step: 0 }], [{ step: 8 }], [{ step: 1.5 }], [{ step: 'two' }]])(
    '%j is told which steps there are',
    (body) => {
      expect(saveOnboardingSchema.safeParse(body).error?.issues).toMatchObject([
        { path: ['step'], message: 'Use a step from 1 to 7.' },
      ]);
    },
  );
});

describe('going on with a kept brief', () => {
  it('takes what is right, field by field', () => {
    const kept = {
      ...complete,
      features: ['web', 'ads', 7],
      target: 'someday',
      company: 'Acme',
      unknown: true,
    };
    expect(resumeBrief(kept, 'UTC')).toEqual({ ...complete, features: ['web'], target: '', company: 'Acme' });
  });

  it('has the browser’s time zone where none was kept', () => {
    expect(resumeBrief({}, 'Asia/Tokyo').timezone).toBe('Asia/Tokyo');
    expect(resumeBrief({ timezone: 'UTC' }, 'Asia/Tokyo').timezone).toBe('UTC');
  });

  it('never throws, and always gives a brief that can be saved', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ features: fc.anything(), goals: fc.anything() })),
        (kept) => {
          const brief = resumeBrief(kept);
          expect(briefSchema.parse(brief)).toEqual(brief);
        },
      ),
    );
  });
});
