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

it('whoever was about to start a project hears why there is a form between', () => {
  expect(arrivalMessage({ from: '/start?fresh=1&features=lp' })).toMatch(/kept in an account/);
  expect(arrivalMessage(arrivalState('session-ended', '/start?step=3'))).toMatch(/session has ended/);
  for (const from of ['/started', '/profile?next=/start', 'https://elsewhere.example/start']) {
    expect(arrivalMessage({ from }), from).toBeUndefined();
  }
});
