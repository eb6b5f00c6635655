import { expect, test } from 'vitest';
import { headingId } from './heading-id.ts';

test.each([
  ['What I keep, and why', 'what-i-keep-and-why'],
  ['It’s yours', 'its-yours'],
  ['  Überall – 3 things  ', 'uberall-3-things'],
  ['О нас', 'о-нас'],
])('%s is found at #%s', (text, id) => {
  expect(headingId(text)).toBe(id);
});
