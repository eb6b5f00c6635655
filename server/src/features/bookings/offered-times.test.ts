import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { createCallScene, FIRST, NOW, SECOND } from '../../../test/harness/call-scene.ts';
import { createTestClock } from '../../../test/harness/clock.ts';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createTestApp } from '../../../test/harness/test-app.ts';

describeAnyEngine((engine) => {
  it('offers nothing until the owner sets hours', async () => {
    await using app = await createTestApp({ engine, clock: createTestClock(NOW) });
    const offered = await app.call(api.listOfferedTimes);
    expect(offered.body).toEqual({ isOffered: false, lengthMinutes: 15, times: [] });
    const refused = await app.call(api.createBooking, {
      body: { name: 'Ada', email: 'ada@visitor.example', startsAt: FIRST, zone: 'UTC' },
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'time_taken']);
  });

  it('offers the owner’s hours after the notice, without days off, on both sides of daylight saving', async () => {
    const { app, times, set } = await createCallScene(engine);
    await using _ = app;
    const clocks = async () => (await times()).map((time) => time.slice(5, 16));
    expect(await clocks()).toEqual([
      ...['03-06T08:00', '03-06T08:30', '03-06T09:00', '03-06T09:30'],
      ...['03-11T08:00', '03-11T08:30', '03-11T09:00', '03-11T09:30'],
      ...['03-13T08:00', '03-13T08:30', '03-13T09:00', '03-13T09:30'],
    ]);
    await set({
      noticeHours: 49,
      exceptions: [
        { on: '2030-03-11', ranges: [] },
        { on: '2030-03-12', ranges: [{ from: '14:00', until: '15:00' }] },
      ],
    });
    expect(await clocks()).toEqual([
      ...['03-06T09:00', '03-06T09:30', '03-12T13:00', '03-12T13:30'],
      ...['03-13T08:00', '03-13T08:30', '03-13T09:00', '03-13T09:30'],
    ]);
    // The clock goes forward on March 31.
    app.clock.advance(24 * 24 * 3_600);
    await set({});
    expect(await clocks()).toEqual([
      ...['04-01T07:00', '04-01T07:30', '04-01T08:00', '04-01T08:30'],
      ...['04-03T07:00', '04-03T07:30', '04-03T08:00', '04-03T08:30'],
    ]);
  });

  it('keeps the buffer around calls, and refuses what isn’t offered', async () => {
    const { app, book, times } = await createCallScene(engine, { bufferMinutes: 30 });
    await using _ = app;
    await book({ startsAt: '2030-03-06T09:00:00.000Z' });
    expect((await times()).filter((time) => time.startsWith('2030-03-06'))).toEqual([FIRST]);
    for (const startsAt of [SECOND, '2030-03-06T08:10:00.000Z', '2030-03-07T08:00:00.000Z', NOW]) {
      expect((await book({ startsAt, email: 'b@visitor.example' })).body.code).toBe('time_taken');
    }
    expect((await book({ startsAt: 'tomorrow' })).status).toBe(400);
  });

  it('refuses hours that can’t be', async () => {
    const { app, set } = await createCallScene(engine);
    await using _ = app;
    const day = (from: string, until: string) => ({ day: 1, from, until });
    for (const change of [
      { hours: [day('11:00', '09:00')] },
      { hours: [day('09:00', '11:00'), day('10:00', '12:00')] },
      { hours: [day('9:00', '11:00')] },
      { hours: [day('09:00', '25:00')] },
      { zone: 'Mars/Olympus' },
      { lengthMinutes: 7 as never },
      { daysAhead: 61 },
      { exceptions: [{ on: '2030-02-30', ranges: [] }] },
      {
        exceptions: [
          { on: '2030-02-20', ranges: [] },
          { on: '2030-02-20', ranges: [] },
        ],
      },
    ]) {
      expect([JSON.stringify(change), (await set(change)).status]).toEqual([JSON.stringify(change), 400]);
    }
    expect((await set({ hours: [day('09:00', '24:00')] })).status).toBe(200);
  });
});
