import { expect, it } from 'vitest';
import { canPostByHand, MAIL_REASON_KEYS } from './rules.ts';

it('canPostByHand allows what was quarantined for a reason that the owner can judge', () => {
  const allowed = MAIL_REASON_KEYS.filter((reason) => canPostByHand({ state: 'quarantined', reason }));
  expect(allowed).toEqual([
    'unproven',
    'other_sender',
    'second_factor',
    'project_closed',
    'refused',
    'maybe_automatic',
    'calendar',
    'empty',
  ]);
  expect(canPostByHand({ state: 'posted', reason: 'unproven' })).toBe(false);
  expect(canPostByHand({ state: 'discarded', reason: 'unproven' })).toBe(false);
});
