import { expect, it } from 'vitest';
import { arrivalMessage, arrivalState } from './arrival.ts';

it('brings its sentence to /login', () => {
  expect(arrivalMessage(arrivalState('confirmed'))).toMatch(/is confirmed/);
  expect(arrivalState('confirmed', '/start?features=web')).toEqual({
    arrival: 'confirmed',
    from: '/start?features=web',
  });
});

it.each([undefined, null, 'confirmed', {}, { arrival: 1 }, { arrival: 'toString' }])(
  'says nothing for %j',
  (state) => {
    expect(arrivalMessage(state)).toBeUndefined();
  },
);
