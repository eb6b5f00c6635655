import { describe, expect, it } from 'vitest';
import { parseAppMetadata, parseUserMetadata } from './user.presenter.ts';

describe('parseUserMetadata', () => {
  it('keeps every key when an older version stored the row', () => {
    const metadata = { username: 'ada', sub: 'the-user', phone_verified: false, nested: { list: [1, null] } };
    const user_metadata = JSON.stringify(metadata);
    expect(parseUserMetadata({ id: 'the-user', user_metadata })).toEqual(metadata);
  });

  it.each(['null', '[]', '"ada"', '{"username":'])('names the row when the text is %s', (user_metadata) => {
    expect(() => parseUserMetadata({ id: 'the-user', user_metadata })).toThrow(
      'auth_users.user_metadata of the-user holds no valid JSON of its kind',
    );
  });
});

describe('parseAppMetadata', () => {
  it.each([[{ provider: 'email', providers: ['email'] }], [{ provider: 'email', roles: 'admin' }]])(
    'keeps %j',
    (metadata) => {
      expect(parseAppMetadata({ id: 'the-user', app_metadata: JSON.stringify(metadata) })).toEqual(metadata);
    },
  );

  it('names the row when the text isn’t an object', () => {
    expect(() => parseAppMetadata({ id: 'the-user', app_metadata: '7' })).toThrow(
      'auth_users.app_metadata of the-user holds no valid JSON of its kind',
    );
  });
});
