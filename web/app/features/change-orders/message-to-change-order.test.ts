import { expect, test } from 'vitest';
import { titleOf } from './message-to-change-order.ts';

test.each([
  ['Could you add a shop?', 'Could you add a shop?'],
  ['  Two\n\nlines ', 'Two lines'],
  [
    'Could you add a small shop with about twenty products before summer?',
    'Could you add a small shop with about twenty products…',
  ],
  ['x'.repeat(80), `${'x'.repeat(60)}…`],
  ['y'.repeat(60), 'y'.repeat(60)],
  [' ', ''],
])('titleOf %j is %j', (body, title) => expect(titleOf(body)).toBe(title));
