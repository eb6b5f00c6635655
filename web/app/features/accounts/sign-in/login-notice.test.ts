import { describe, expect, it } from 'vitest';
import { loginNotice, loginNoticeState } from './login-notice.ts';

describe('loginNotice', () => {
  it('returns the sentence of the notice in the history state', () => {
    expect(loginNotice(loginNoticeState('confirmed'))).toMatch(/is confirmed/);
    expect(loginNoticeState('confirmed', '/start?features=web')).toEqual({
      loginNotice: 'confirmed',
      from: '/start?features=web',
    });
  });

  it.each([undefined, null, 'confirmed', {}, { loginNotice: 1 }, { loginNotice: 'toString' }])(
    'is undefined when the state is %j',
    (state) => {
      expect(loginNotice(state)).toBeUndefined();
    },
  );

  it('explains the sign-in when the requested page is /start', () => {
    expect(loginNotice({ from: '/start?fresh=1&features=lp' })).toMatch(/kept in an account/);
    expect(loginNotice(loginNoticeState('session-ended', '/start?step=3'))).toMatch(/session has ended/);
    for (const from of ['/started', '/profile?next=/start', 'https://elsewhere.example/start']) {
      expect(loginNotice({ from }), from).toBeUndefined();
    }
  });
});
