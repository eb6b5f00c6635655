import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { parseBrief, parseDraft, parseEstimate } from './stored-brief.ts';

const place = { column: 'projects.data', id: 'the-row' };

describe('parseStoredJson', () => {
  it.each([
    ['no JSON', '{"a":'],
    ['another shape', '{"a":"one"}'],
  ])('names the column and the row when the text is %s', (_what, text) => {
    const message = 'projects.data of the-row holds no valid JSON of its kind';
    expect(() => parseStoredJson(z.object({ a: z.number() }), text, place)).toThrow(message);
  });

  it('returns the parsed value when the text matches the schema', () => {
    expect(parseStoredJson(z.object({ a: z.number() }), '{"a":1}', place)).toEqual({ a: 1 });
  });
});

describe('a brief stored by an older version', () => {
  it('keeps an option no longer offered, and a text over today’s limit', () => {
    const data = { company: 'A'.repeat(10_000), timelineConfidence: 'whenever', features: ['gopher'] };
    expect(parseDraft({ id: 'row', data: JSON.stringify(data) })).toEqual(data);
  });

  it('gets the default of a field it lacks', () => {
    expect(parseBrief({ id: 'row', data: '{"company":"Acme"}' })).toMatchObject({
      company: 'Acme',
      mustHaves: [],
    });
  });

  it('is rejected with the row’s name when a field has another shape', () => {
    expect(() => parseDraft({ id: 'row', data: '{"features":"web"}' })).toThrow('projects.data of row');
    expect(() => parseEstimate({ id: 'row', estimate: '{"low":"much"}' })).toThrow(
      'projects.estimate of row',
    );
  });
});
