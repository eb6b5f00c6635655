import { expect, it } from 'vitest';
import { CONTACT_PREVIEW_LENGTH, CONTACT_SEARCH_DELAY_MS } from './rules.ts';

it('keeps the specified numbers', () => {
  expect(CONTACT_PREVIEW_LENGTH).toBe(140);
  expect(CONTACT_SEARCH_DELAY_MS).toBe(300);
});
