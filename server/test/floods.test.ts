import { api } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { describe, expect, it } from 'vitest';
import { GATHERED_AFTER_SECONDS } from '../src/core/gathered-notices.ts';
import { GATHER_SECONDS } from '../src/features/notifications/portal-notifications.ts';
import { createCallScene } from './harness/call-scene.ts';
import { describeAnyEngine } from './harness/database.ts';
import { runJob } from './harness/run-job.ts';
import { createTestApp, type TestApp } from './harness/test-app.ts';
import { makeSubjects } from './samples/all-samples.ts';

const sendFrom = (app: TestApp, remoteAddress: string, { method, path }: Endpoint, payload: object) =>
  app.inject({ method, url: `/api${path}`, remoteAddress, payload });

describe('a flood of calls', () => {
  describeAnyEngine((engine) => {
    it('makes ten change requests and two mails of 300 calls', async () => {
      await using app = await createTestApp({ engine, env: { RATE_LIMIT_SCALE: '1' } });
      const [client] = [await app.signIn(), await app.signInOwner()];
      const { projectId } = await makeSubjects(app, client);
      await app.drainOutbox();
      const before = app.mails.length;
      const calls = Array.from({ length: 300 }, (_, at) =>
        client.call(api.requestContractChange, {
          params: { id: projectId },
          body: { message: `The total, please: ${at}.`, version: 1 },
        }),
      );
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect([200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([
        10, 290,
      ]);
      // The first one's mail is written beside the calls: while it is, no second run takes what came with it.
      await app.whenIdle();
      app.clock.advance(GATHER_SECONDS);
      await app.instance.jobs.runDue();
      await app.drainOutbox();
      const mails = app.mails
        .slice(before)
        .filter(({ subject }) => /asked for (a|\d+) changes? /.test(subject));
      expect(mails.length).toBeLessThanOrEqual(2);
      for (const { to } of mails) expect(to.address).toBe('owner@studio.example');
      const told = mails.flatMap(({ text }) => text.match(/The total, please: \d+\./g) ?? []);
      expect(new Set(told).size).toBe(10);
    });

    it('security: bookings from every network of a site close nobody out, and their mails are few', async () => {
      const scene = await createCallScene(engine, { env: { RATE_LIMIT_SCALE: '1' } });
      await using app = scene.app;
      const offered = await scene.times();
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          sendFrom(app, `2001:db8:1:${(n % 20).toString(16)}::${n.toString(16)}`, api.createBooking, {
            ...{ name: 'Eve', email: `eve${n}@flood.example`, words: '', zone: 'UTC' },
            startsAt: offered[n % offered.length],
          }),
        ),
      );
      expect(replies.filter(({ statusCode }) => statusCode === 201).length).toBeLessThanOrEqual(40);
      expect(replies.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(160);
      const left = await scene.times();
      expect(left.length).toBeGreaterThanOrEqual((offered.length * 3) / 4);
      const [startsAt = ''] = left;
      expect((await scene.book({ startsAt })).status).toBe(201);
      expect((await scene.owner.call(api.listEnquiries)).body.total).toBe(1);
      await app.drainOutbox();
      // The owner hears of the one that was confirmed, and clears the rest with a press.
      expect(app.mails.filter(({ to }) => to.address === 'owner@studio.example')).toHaveLength(1);
      const ids = (await scene.unconfirmed()).map(({ id }) => id);
      const sent = app.mails.length;
      expect((await scene.owner.call(api.cancelBookings, { body: { ids } })).body.items).toHaveLength(
        ids.length,
      );
      await app.drainOutbox();
      expect(app.mails.length).toBe(sent);
    });

    it('security: one network asks a mailbox to confirm five times an hour, and stops no other network', async () => {
      const scene = await createCallScene(engine, { env: { RATE_LIMIT_SCALE: '1' }, daysAhead: 60 });
      await using app = scene.app;
      const offered = await scene.times();
      const ask = async (address: string, n: number) => {
        const body = { name: 'Eve', email: 'ada@visitor.example', words: `${n}`, zone: 'UTC' };
        return (await sendFrom(app, address, api.createBooking, { ...body, startsAt: offered.at(-1 - n) }))
          .statusCode;
      };
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) statuses.push(await ask('192.0.2.1', n));
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
      expect(await ask('192.0.2.2', 7)).toBe(201);
    });

    it('security: enquiries in numbers reach the owner as one mail, and none is refused or late', async () => {
      await using app = await createTestApp({ engine, env: { RATE_LIMIT_SCALE: '1' } });
      const owner = await app.signInOwner();
      const send = (n: number) =>
        sendFrom(app, `198.51.${n % 250}.1`, api.createEnquiry, {
          ...{ name: `Eve ${n}`, email: `eve${n}@flood.example`, message: 'Buy our pills today.' },
        });
      for (let n = 0; n < 67; n++) expect((await send(n)).statusCode).toBe(201);
      await app.drainOutbox();
      const subjects = () => app.mails.map(({ subject }) => subject);
      expect(subjects().filter((subject) => subject.startsWith('New enquiry'))).toHaveLength(30);
      await runJob(app, 'enquiries.gather');
      await app.drainOutbox();
      expect(subjects()).toHaveLength(30);
      app.clock.advance(GATHERED_AFTER_SECONDS);
      await runJob(app, 'enquiries.gather');
      await runJob(app, 'enquiries.gather');
      await app.drainOutbox();
      expect(subjects().slice(30)).toEqual(['37 enquiries']);
      expect(app.mails.at(-1)?.text).toMatch(/Eve \d+, eve\d+@flood\.example/);
      // A true one in the middle of it is heard of in ten minutes.
      await send(99);
      app.clock.advance(GATHERED_AFTER_SECONDS);
      await runJob(app, 'enquiries.gather');
      await app.drainOutbox();
      expect(subjects().slice(31)).toEqual(['1 more enquiry']);
      expect((await owner.call(api.listEnquiries)).body.total).toBe(68);
      // Once it is over, each has its own again.
      app.clock.advance(3_600);
      await send(100);
      await app.drainOutbox();
      expect(subjects().slice(32)).toEqual(['New enquiry from Eve 100']);
    });

    it('calls that are confirmed in numbers reach the owner as one mail, with the file of each', async () => {
      const scene = await createCallScene(engine, { env: { RATE_LIMIT_SCALE: '1' }, daysAhead: 60 });
      await using app = scene.app;
      const offered = await scene.times();
      const booked: string[] = [];
      for (const [n, startsAt] of offered.slice(0, 33).entries()) {
        const email = `v${n}@visitor.example`;
        const address = `198.51.${n}.1`;
        await sendFrom(app, address, api.createBooking, {
          name: `V${n}`,
          email,
          words: '',
          zone: 'UTC',
          startsAt,
        });
        const token = await scene.tokenTo(email);
        const reply = await sendFrom(app, address, api.confirmOwnBooking, { token });
        expect(reply.statusCode).toBe(200);
        booked.push(token);
      }
      // One of those that the owner hasn't heard of is cancelled meanwhile.
      await sendFrom(app, '198.51.99.1', api.cancelOwnBooking, { token: booked[31] });
      app.clock.advance(GATHERED_AFTER_SECONDS);
      await runJob(app, 'bookings.remind');
      await app.drainOutbox();
      const toOwner = app.mails.filter(({ to }) => to.address === 'owner@studio.example');
      expect(toOwner).toHaveLength(31);
      expect(toOwner.at(-1)?.subject).toBe('3 calls');
      const methods = toOwner.at(-1)?.attachments?.map(({ type }) => type.split('method=')[1]);
      expect(methods?.toSorted()).toEqual(['CANCEL', 'REQUEST', 'REQUEST']);
      await runJob(app, 'bookings.remind');
      await app.drainOutbox();
      expect(app.mails.filter(({ to }) => to.address === 'owner@studio.example')).toHaveLength(31);
    });
  });
});
