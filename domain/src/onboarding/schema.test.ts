import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BRIEF_FIELDS, type Brief, emptyBrief, MAX_LIST_ENTRIES, MAX_ROWS } from './brief.ts';
import {
  briefDraftSchema,
  briefRecordSchema,
  briefSchema,
  finalBriefSchema,
  resumeBrief,
  saveOnboardingSchema,
  submitOnboardingSchema,
} from './schema.ts';

const complete: Brief = {
  ...emptyBrief('Europe/London'),
  contact: 'Ada Sample',
  email: 'ada@example.com',
  timelineConfidence: 'firm',
  contentReadiness: 'partial',
};

it('briefSchema and briefRecordSchema return an untouched brief unchanged', () => {
  const brief = emptyBrief('Asia/Tokyo');
  expect(briefSchema.parse(brief)).toEqual(brief);
  expect(briefRecordSchema.parse(brief)).toEqual(brief);
});

describe('briefDraftSchema', () => {
  it('accepts any part of a brief and keeps only what was sent', () => {
    expect(briefDraftSchema.parse({})).toEqual({});
    expect(briefDraftSchema.parse({ company: ' Acme ' })).toEqual({ company: 'Acme' });
    expect(briefDraftSchema.parse({ contact: '', email: 'not yet' })).toEqual({
      contact: '',
      email: 'not yet',
    });
  });

  it('drops unknown fields', () => {
    expect(briefDraftSchema.parse({ role: 'admin', userId: 'x', company: 'Acme' })).toEqual({
      company: 'Acme',
    });
  });

  it('keeps half-filled rows and drops blank ones', () => {
    const rows = { decisionMakers: [{ name: 'x' }, { role: ' ' }, {}], inspirationUrls: [{}, { note: 'x' }] };
    expect(briefDraftSchema.parse(rows), 'blank rows are never stored').toEqual({
      decisionMakers: [{ name: 'x', role: '' }],
      inspirationUrls: [{ url: '', note: 'x' }],
    });
  });

  it('sorts features in the catalogue’s order without duplicates, and drops empty list entries', () => {
    expect(briefDraftSchema.parse({ features: ['support', 'web', 'support'] }).features).toEqual([
      'web',
      'support',
    ]);
    expect(briefDraftSchema.parse({ mustHaves: [' a ', '', '  ', 'b'] }).mustHaves).toEqual(['a', 'b']);
  });

  it.each([
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
  ])('rejects %# at %s', (draft, path, message) => {
    const issue = briefDraftSchema.safeParse(draft).error?.issues[0];
    expect(issue?.path.join('.')).toBe(path);
    if (message) expect(issue?.message).toBe(message);
  });

  it.each([
    ['budgetRange', ['<5k', '5-10k', '10-25k', '25-50k', '50k+']],
    ['timelineConfidence', ['flexible', 'firm', 'hard']],
    ['successMetric', ['leads', 'sales', 'bookings', 'demos', 'other']],
    ['contentReadiness', ['ready', 'partial', 'need help']],
  ] as const)('accepts the options of %s, and none chosen', (field, options) => {
    for (const option of [...options, '']) {
      expect(briefDraftSchema.safeParse({ [field]: option }).success).toBe(true);
    }
  });
});

describe('submitOnboardingSchema', () => {
  it('fills in defaults and drops empty rows', () => {
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

  it('rejects a brief with every issue of every step', () => {
    const issues = finalBriefSchema.safeParse({ successMetric: 'other' }).error?.issues;
    expect(issues?.map((issue) => issue.path.join('.'))).toEqual([
      'contact',
      'email',
      'timelineConfidence',
      'contentReadiness',
      'successOther',
    ]);
  });

  it('gives an issue’s path within the request', () => {
    const parsed = submitOnboardingSchema.safeParse({ final: { ...complete, email: 'x' } });
    expect(parsed.error?.issues[0]?.path).toEqual(['final', 'email']);
    expect(submitOnboardingSchema.safeParse({}).success).toBe(false);
  });
});

describe('saveOnboardingSchema', () => {
  it.each([
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
  ])('parses %j as %j', (body, read) => {
    expect(saveOnboardingSchema.parse(body)).toEqual(read);
  });

  it.each([
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
  ])('rejects %j', (body) => {
    expect(saveOnboardingSchema.safeParse(body).success).toBe(false);
  });

  it.each([[{}], [{ step: 0 }], [{ step: 8 }], [{ step: 1.5 }], [{ step: 'two' }]])(
    'lists the steps when it rejects %j',
    (body) => {
      expect(saveOnboardingSchema.safeParse(body).error?.issues).toMatchObject([
        { path: ['step'], message: 'Use a step from 1 to 7.' },
      ]);
    },
  );
});

describe('resumeBrief', () => {
  it.each(BRIEF_FIELDS)('fills in question %s for a brief older than it', (field) => {
    const { [field]: _, ...older } = complete;
    expect(resumeBrief(older, 'UTC')).toEqual({ ...complete, [field]: emptyBrief('UTC')[field] });
  });

  it('keeps each valid field and replaces the others', () => {
    const kept = {
      ...complete,
      features: ['web', 'ads', 7],
      target: 'someday',
      company: 'Acme',
      unknown: true,
    };
    expect(resumeBrief(kept, 'UTC')).toEqual({ ...complete, features: ['web'], target: '', company: 'Acme' });
  });

  it('uses the browser’s time zone when none is stored', () => {
    expect(resumeBrief({}, 'Asia/Tokyo').timezone).toBe('Asia/Tokyo');
    expect(resumeBrief({ timezone: 'UTC' }, 'Asia/Tokyo').timezone).toBe('UTC');
  });

  it('returns a brief that can be saved, whatever was stored', () => {
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
