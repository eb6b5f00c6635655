import { describe, expect, it } from 'vitest';
import { withLine } from './check.ts';
import { describeTypeErrors } from './type-errors.ts';

describe('describeTypeErrors', () => {
  it.each([
    [
      `content/cases.ts(11,16): error TS2322: Type '"ga5"' is not assignable to type '"ga4" | "web"'.`,
      'content/cases.ts:11: “ga5” is none of ga4, web.',
    ],
    [
      `content/cases.ts(10,5): error TS2820: Type '"prox"' is not assignable to type '"grow" | "pro" | undefined'. Did you mean '"pro"'?`,
      'content/cases.ts:10: “prox” is none of grow, pro. Did you mean pro?',
    ],
    [
      `content/cases.ts(34,3): error TS2741: Property 'sector' is missing in type '{ slug: string; }' but required in type 'CaseStudy'.`,
      'content/cases.ts:34: the field sector is missing.',
    ],
    [
      `content/cases.ts(34,3): error TS2739: Type '{ slug: string; }' is missing the following properties from type 'CaseStudy': sector, title`,
      'content/cases.ts:34: the fields sector, title are missing.',
    ],
    [
      `content/posts.ts(18,47): error TS2561: Object literal may only specify known properties, but 'topik' does not exist in type 'Post'. Did you mean to write 'topic'?`,
      'content/posts.ts:18: there is no field topik. Did you mean topic?',
    ],
    [
      `content/posts.ts(18,47): error TS2353: Object literal may only specify known properties, and 'mood' does not exist in type 'Post'.`,
      'content/posts.ts:18: there is no field mood here.',
    ],
    [
      [
        `content/features.ts(9,5): error TS2322: Type '[string, string]' is not assignable to type 'readonly [string, string, string]'.`,
        '  Source has 2 element(s) but target requires 3.',
      ].join('\n'),
      'content/features.ts:9: has 2 entries, and 3 are wanted.',
    ],
    [`content/prices.ts(3,5): error TS1005: ',' expected.`, "content/prices.ts:3: ',' expected."],
  ])('says %j in plain words', (output, sentence) => {
    expect(describeTypeErrors(`${output}\n`)).toEqual([sentence]);
  });

  it('keeps several errors apart', () => {
    const error = (line: number) => `content/a.ts(${line},1): error TS1005: ',' expected.`;
    expect(describeTypeErrors([error(1), error(2)].join('\n'))).toHaveLength(2);
  });
});

describe('withLine', () => {
  const lines = ['export const cases = [', '  {', "    slug: 'harbour',", '  web: {', '];'];

  it.each([
    ['content/cases.ts, “harbour”: x.', 'content/cases.ts:3, “harbour”: x.'],
    ['content/features.ts, web: has no blurb.', 'content/features.ts:4, web: has no blurb.'],
    ['content/cases.ts, “gone”: x.', 'content/cases.ts, “gone”: x.'],
    ['content/cases.ts: x.', 'content/cases.ts: x.'],
  ])('adds to %j the line of its entry', (error, expected) => {
    expect(withLine(error, () => lines)).toBe(expected);
  });
});
