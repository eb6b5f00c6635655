import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from './harness/database.ts';
import { createTestApp } from './harness/test-app.ts';

describeEachEngine((engine) => {
  it.each([
    ['getMe', api.getMe, undefined],
    ['updateProfile', api.updateProfile, { username: 'ada' }],
    ['syncEmail', api.syncEmail, undefined],
    ['exportMyData', api.exportMyData, undefined],
  ] as const)(
    '%s is unauthenticated when the account is deleted meanwhile',
    async (_name, endpoint, body) => {
      await using app = await createTestApp({ engine });
      const ada = await app.signIn();
      await ada.call(api.getMe);
      app.meanwhile(() => ada.call(api.deleteMyAccount));
      const reply = await ada.call(endpoint, { body });
      expect([reply.status, reply.body]).toMatchObject([401, { code: 'unauthenticated' }]);
    },
  );
});
