import { describe, expect, it } from 'vitest';
import { isBeforeBrief, loginNotice, loginNoticeState } from './login-notice.ts';

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
});

describe('isBeforeBrief', () => {
  it('is true only when /start is the requested page and nothing else explains the sign-in', () => {
    expect(isBeforeBrief({ from: '/start?fresh=1&features=lp' })).toBe(true);
    expect(isBeforeBrief(loginNoticeState('session-ended', '/start?step=3'))).toBe(false);
    for (const from of ['/started', '/profile?next=/start', 'https://elsewhere.example/start']) {
      expect(isBeforeBrief({ from }), from).toBe(false);
    }
  });
});
