import { type BriefRecord, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { briefDifferences, briefMark } from './brief-differences.ts';

const brief = (answers: Partial<BriefRecord> = {}): BriefRecord => ({ ...emptyBrief('UTC'), ...answers });

describe('briefDifferences', () => {
  test.each<[string, Partial<BriefRecord>, Partial<BriefRecord>]>([
    ['spaces around an answer', { company: ' Sample ' }, { company: 'Sample' }],
    ['another way to write the same letter', { goals: 'Cafe\u0301' }, { goals: 'Café' }],
    ['line ends and control characters', { goals: 'a\r\nb\u0000' }, { goals: 'a\nb' }],
    ['empty rows', { decisionMakers: [{ name: '', role: ' ' }] }, {}],
    ['empty parts of a list', { pages: 'Home,, About , Contact' }, {}],
  ])('ignores %s', (_, mine, theirs) => {
    expect(briefDifferences(brief(mine), brief(theirs))).toEqual([]);
    expect(briefMark(brief(mine))).toBe(briefMark(brief(theirs)));
  });

  it('lists the displayed differences in the wizard’s order', () => {
    const mine = brief({ tone: 'Loud', features: ['web'], mustHaves: ['Map'] });
    expect(briefDifferences(mine, brief()).map(({ field }) => field)).toEqual([
      'features',
      'mustHaves',
      'tone',
    ]);
  });

  it('gives the same mark only without differences', () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 8 });
    const anyBrief = fc.record({ company: anyText, goals: anyText, mustHaves: fc.array(anyText) });
    fc.assert(
      fc.property(anyBrief, anyBrief, (one, other) => {
        const isSame = briefDifferences(brief(one), brief(other)).length === 0;
        expect(briefMark(brief(one)) === briefMark(brief(other))).toBe(isSame);
      }),
      { numRuns: 2_000 },
    );
  });
});
