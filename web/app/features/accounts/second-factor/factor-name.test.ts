import { expect, it } from 'vitest';
import { freeName } from './factor-name.ts';

it.each([
  [[], 'Authenticator app'],
  [[undefined, 'Recovery codes'], 'Authenticator app'],
  [['Authenticator app'], 'Authenticator app 2'],
  [['Authenticator app 2', 'Authenticator app'], 'Authenticator app 3'],
  // The first was removed.
  [['Authenticator app 2'], 'Authenticator app'],
])('beside %j another one is %s', (names, name) => {
  expect(freeName(names)).toBe(name);
});
