import { expect, it, test } from 'vitest';
import { deviceName, greetingName, isAdminRole, nearestUsername } from './rules.ts';

test.each([
  ['admin', [], true],
  ['Admin', [], true],
  ['client', ['editor', 'ADMIN'], true],
  ['client', [], false],
  ['administrator', ['admins'], false],
  [null, [], false],
  [undefined, ['admin'], true],
] as const)('isAdminRole: role %s with roles %j is admin: %s', (role, roles, admin) => {
  expect(isAdminRole(role, roles)).toBe(admin);
});

test.each([
  [{ username: 'ada', email: 'x@example.com' }, 'ada'],
  [{ username: null, email: 'x.y@example.com' }, 'x.y'],
  [{ username: '', email: 'x@example.com' }, 'x'],
  [{}, 'there'],
])('greetingName: %j is greeted as %s', (user, name) => {
  expect(greetingName(user)).toBe(name);
});

test.each([
  ['Zoé', 'Zoe'],
  ['Strauß', 'Strauss'],
  ['ada lovelace', 'ada_lovelace'],
  ['ada', undefined],
  ['é', undefined],
  ['名前名前', undefined],
])('nearestUsername: %j is near %s', (typed, near) => {
  expect(nearestUsername(typed)).toBe(near);
});

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${KIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Linux; Android 15) ${KIT} SamsungBrowser/27.0 Chrome/125.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  ['curl/8.5.0', 'Unknown device'],
  ['Mozilla/5.0 (Linux)', 'Linux'],
  [null, 'Unknown device'],
])('deviceName names the device of %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
