import { describe, expect, it, test } from 'vitest';
import { createMilestoneSchema, needsChangesSchema, updateMilestoneSchema } from './schema.ts';

describe('the milestone schemas', () => {
  test.each([
    [{ title: '' }, 'Enter a title.'],
    [{ title: '   ' }, 'Enter a title.'],
    [{ title: 'x'.repeat(201) }, 'Use 200 characters or fewer.'],
  ])('reject body %#', (body, message) => {
    expect(createMilestoneSchema.safeParse(body).error?.issues[0]?.message).toBe(message);
  });

  it('accept a title alone, a date, and an empty date', () => {
    expect(createMilestoneSchema.parse({ title: ' Design ' })).toEqual({ title: 'Design' });
    expect(createMilestoneSchema.parse({ title: 'a', due: '2030-01-31' }).due).toBe('2030-01-31');
    expect(createMilestoneSchema.parse({ title: 'a', due: '' }).due).toBeNull();
    expect(createMilestoneSchema.safeParse({ title: 'a', due: '31.1.2030' }).success).toBe(false);
    expect(updateMilestoneSchema.safeParse({ title: ' ' }).success).toBe(false);
  });

  it('require at least one changed field in an update', () => {
    for (const change of [{ title: 'a' }, { due: null }, { description: '' }]) {
      expect(updateMilestoneSchema.parse(change)).toEqual(change);
    }
    expect(updateMilestoneSchema.safeParse({}).success).toBe(false);
    expect(updateMilestoneSchema.safeParse({ revision: 3 }).success).toBe(false);
  });
});

test.each([
  ['', false],
  [' \n ', false],
  ['x'.repeat(5_001), false],
  ['The logo, please.', true],
])('needsChangesSchema accepts the reason %j: %s', (reason, taken) => {
  expect(needsChangesSchema.safeParse({ reason }).success).toBe(taken);
});
