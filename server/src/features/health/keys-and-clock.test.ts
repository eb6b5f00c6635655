import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { createRunningClock } from '../../../test/harness/clock.ts';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../test/harness/server.ts';
import { signInByCall, signUpByCall } from '../../../test/harness/sign-in.ts';
import { createTestBucket } from '../../../test/harness/stores.ts';
import { callWith } from '../../../test/harness/test-app.ts';
import { SigningKeys } from '../auth/tokens/signing-keys.ts';

const HOUR = 3_600;
/** After this long the page looks again where it is asked to. */
const LOOK_SECONDS = 6;

/** Reads one finding of the page, checked now, as the owner. */
async function createReader(server: TestServer) {
  await signUpByCall(server, 'owner@studio.example');
  return async (id: string) => {
    const { access_token: token } = await signInByCall(server, 'owner@studio.example');
    server.clock.advance(LOOK_SECONDS);
    const { body } = await callWith(server, token)(api.getHealth, { query: { refresh: 'true' } });
    return body.findings.find((finding) => finding.id === id);
  };
}

describe('the page of the installation’s health', () => {
  describeAnyEngine((engine) => {
    it('says how old the key of sign-ins is, and asks for another after a year', async () => {
      await using server = await createTestServer({ engine });
      const findingOf = await createReader(server);
      expect(await findingOf('keys')).toEqual({
        id: 'keys',
        level: 'ok',
        sentence: 'The key of sign-ins was made on 2026-03-02, today.',
        whatToDo: null,
      });
      server.clock.advance(365 * 24 * HOUR);
      expect(await findingOf('keys')).toMatchObject({
        level: 'notice',
        sentence: 'The key of sign-ins was made on 2026-03-02, 365 days ago.',
        whatToDo: expect.stringContaining('rotate-keys'),
      });
      await new SigningKeys(server.db, server.secret, server.clock).rotate();
      server.clock.advance(60);
      expect(await findingOf('keys')).toMatchObject({
        level: 'ok',
        sentence: 'The key of sign-ins was made on 2027-03-02, today. 1 older still verifies.',
      });
    });
  });

  it('says that nothing tells the time where nothing does', async () => {
    await using server = await createTestServer({ engine: 'sqlite' });
    expect(await (await createReader(server))('clock')).toMatchObject({
      level: 'ok',
      sentence: expect.stringMatching(
        /^The clock says 2026-03-02 09:00 UTC\. Nothing that the product talks to/,
      ),
    });
  });

  it.each(['STORAGE_URL', 'BACKUP_TO'])(
    'compares the clock with that of the bucket of %s',
    async (setting) => {
      await using bucket = await createTestBucket();
      const { STORAGE_URL: place = '', ...keys } = bucket.env;
      const clock = createRunningClock();
      await using server = await createTestServer({
        engine: 'sqlite',
        clock,
        env: { ...keys, [setting]: place },
      });
      const findingOf = await createReader(server);
      const store = 'that of the store in the bucket files at 127.0.0.1';
      clock.step(-LOOK_SECONDS);
      expect(await findingOf('clock')).toMatchObject({
        level: 'ok',
        sentence: expect.stringContaining(`The clock agrees with ${store}`),
      });
      clock.step(HOUR);
      expect(await findingOf('clock')).toMatchObject({
        level: 'problem',
        sentence: expect.stringMatching(
          /^The clock is 3,6\d\d seconds ahead of that of the store in the bucket /,
        ),
      });
      await bucket.stop();
      expect(await findingOf('clock')).toMatchObject({ level: 'notice' });
    },
  );
});
