import type { ContractDraft } from '@atelier/domain/contracts/schema.ts';
import { describe, expect, it } from 'vitest';
import { draftFormSchema, draftInput, isSameDraft } from './draft-form.ts';

const draft: ContractDraft = {
  total: 12_500,
  source: 'made',
  link: '',
  file: null,
  revision: 3,
  changedAt: null,
};

describe('the contract draft form', () => {
  it.each([
    ['12500', 12_500],
    [' $12,500 ', 12_500],
    ['0', 0],
    ['', null],
    ['  ', null],
  ])('accepts the total %j', (total, expected) => {
    expect(draftFormSchema.parse({ total, source: 'made', link: '' }).total).toBe(expected);
  });

  it.each(['12.50', 'a lot', '-1', '1e9', 'Infinity', '10000001'])('rejects the total %j', (total) => {
    expect(draftFormSchema.safeParse({ total, source: 'made', link: '' }).success).toBe(false);
  });

  it('recognizes a form with a draft’s values', () => {
    expect(isSameDraft(draftInput(draft), draft)).toBe(true);
    expect(isSameDraft({ ...draftInput(draft), total: '$12,500' }, draft)).toBe(true);
    expect(isSameDraft({ ...draftInput(draft), total: '12501' }, draft)).toBe(false);
    expect(isSameDraft({ ...draftInput(draft), total: 'x' }, draft)).toBe(false);
    expect(isSameDraft({ ...draftInput(draft), source: 'link' }, draft)).toBe(false);
    expect(draftInput({ ...draft, total: null }).total).toBe('');
  });
});
