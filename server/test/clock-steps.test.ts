import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from './harness/database.ts';
import { createTestApp } from './harness/test-app.ts';
import { sampleBrief } from './samples/projects.ts';

const TWO_DAYS = 48 * 3600;

describe('a clock that is set back', () => {
  describeAnyEngine((engine) => {
    it('lets the product answer, run jobs and send mails after it was two days ahead', async () => {
      await using app = await createTestApp({ engine, env: { RATE_LIMIT_SCALE: '1' } });
      const client = await app.signIn();
      const enquire = () =>
        app.inject({
          method: 'POST',
          url: '/api/contact/create',
          payload: {
            name: 'Ada',
            email: 'ada@client.example',
            message: 'Hello, can you build a site for me?',
          },
        });
      app.clock.step(TWO_DAYS);
      expect((await client.call(api.getMe)).status).toBe(200);
      expect((await enquire()).statusCode).toBe(201);
      await app.instance.jobs.runDue();
      const leased = await app.db.selectFrom('job_leases').select('name').execute();
      app.clock.step(-TWO_DAYS);
      expect((await client.call(api.getMe)).status).toBe(200);
      expect((await enquire()).statusCode).toBe(201);
      await app.drainOutbox();
      expect(app.mails.filter(({ subject }) => subject.includes('Ada'))).toHaveLength(2);
      // Each job's next time follows the clock as it is now.
      await app.instance.jobs.runDue();
      const inADay = new Date(app.clock.now().getTime() + 25 * 3600 * 1000).toISOString();
      const late = await app.db
        .selectFrom('job_leases')
        .select('name')
        .where('next_at', '>', inADay)
        .execute();
      expect([leased.length > 2, late]).toEqual([true, []]);
    });

    it('keeps mails to the client about events of the time ahead', async () => {
      await using app = await createTestApp({ engine });
      const [owner, client] = [await app.signInOwner(), await app.signIn()];
      const { id } = (await client.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
      await app.drainOutbox();
      app.clock.step(TWO_DAYS);
      const message = await owner.call(api.sendMessageAsStudio, { params: { id }, body: { body: 'Hello' } });
      expect(message.status).toBeLessThan(300);
      app.clock.step(-TWO_DAYS);
      await app.instance.jobs.runDue();
      const before = app.mails.length;
      await app.drainOutbox();
      expect(app.mails.slice(before).map(({ to }) => to.address)).toEqual([client.email]);
    });

    it('makes a sign-in of the time ahead count as old', async () => {
      await using app = await createTestApp({ engine });
      app.clock.step(TWO_DAYS);
      const client = await app.signIn({ began: 'now' });
      app.clock.step(-TWO_DAYS);
      const refused = await client.call(api.deleteMyAccount);
      expect([refused.status, refused.body.code]).toEqual([403, 'recent_sign_in_required']);
    });
  });
});
