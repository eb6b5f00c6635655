import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/harness/clock.ts';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { createTestApp } from '../../../test/harness/test-app.ts';
import { sampleHours } from '../../../test/samples/bookings.ts';
import type { Engine } from '../../platform/db/database.ts';
import { CalendarFault } from './remote-calendar.ts';

const ADDRESS = 'https://calendar.example/secret-of-the-address/basic.ics';

/** A studio that is open from nine to ten, in UTC, and whose calendar can be anything. */
async function setUp(engine: Engine) {
  const calendar: { text: string; fault?: string; asked: string[] } = { text: '', asked: [] };
  const app = await createTestApp({
    engine,
    clock: createTestClock('2030-03-04T08:00:00.000Z'),
    fetchCalendar: async (address) => {
      calendar.asked.push(address);
      if (calendar.fault) throw new CalendarFault(calendar.fault);
      return calendar.text;
    },
  });
  const owner = await app.signInOwner();
  const hours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '09:00', until: '10:00' }));
  await owner.call(api.setCallSettings, {
    body: { ...sampleHours, zone: 'UTC', hours, lengthMinutes: 30, daysAhead: 2 },
  });
  const times = async () =>
    (await app.call(api.listOfferedTimes)).body.times.map((time) => time.slice(5, 16));
  const set = (address: string) => owner.call(api.setBusyCalendar, { body: { address } });
  const look = async () => (await owner.call(api.getCallSettings)).body.calendar;
  return { app, owner, calendar, times, set, look };
}

const busy = (from: string, until: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20300101T000000Z\r\nDTSTART:${from}\r\nDTEND:${until}\r\nSUMMARY:The dentist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

describeAnyEngine((engine) => {
  it('leaves the owner’s busy times out, and reads them again', async () => {
    const { app, calendar, times, set, look } = await setUp(engine);
    await using _ = app;
    expect(await times()).toEqual(['03-04T09:00', '03-04T09:30', '03-05T09:00', '03-05T09:30']);
    calendar.text = busy('20300304T093000Z', '20300305T092000Z');
    const reply = await set(ADDRESS.replace('https', 'webcal'));
    expect(reply.body.calendar).toEqual({
      host: 'calendar.example',
      readAt: '2030-03-04T08:00:00.000Z',
      problem: null,
      busyTimes: 1,
    });
    expect(calendar.asked).toEqual([ADDRESS]);
    expect(await times()).toEqual(['03-04T09:00', '03-05T09:30']);
    calendar.text = busy('20300305T090000Z', '20300305T100000Z');
    await runJob(app, 'bookings.read-calendar');
    expect(await times()).toEqual(['03-04T09:00', '03-04T09:30']);
    await set('');
    expect([await look(), await times()]).toEqual([null, expect.arrayContaining(['03-05T09:00'])]);
  });

  it('keeps what it knows while the calendar fails, with its age, and says why', async () => {
    const { app, calendar, times, set, look } = await setUp(engine);
    await using _ = app;
    calendar.text = busy('20300304T090000Z', '20300305T120000Z');
    await set(ADDRESS);
    for (const [fault, text] of [
      ['Its server answers with 503.', ''],
      [undefined, '<html>'],
    ] as const) {
      Object.assign(calendar, { fault, text });
      app.clock.advance(900);
      await runJob(app, 'bookings.read-calendar');
      expect(await look()).toMatchObject({
        readAt: '2030-03-04T08:00:00.000Z',
        problem: fault ?? 'Its file isn’t a calendar that can be read.',
        busyTimes: 1,
      });
      expect(await times()).toEqual([]);
    }
    calendar.text = busy('20300304T090000Z', '20300304T093000Z');
    await runJob(app, 'bookings.read-calendar');
    expect(await look()).toMatchObject({ problem: null, readAt: '2030-03-04T08:30:00.000Z' });
    expect(await times()).not.toEqual([]);
  });

  it('shows a first failure to the owner, and offers the hours as they are', async () => {
    const { app, calendar, times, set } = await setUp(engine);
    await using _ = app;
    calendar.fault = 'Its server isn’t found.';
    expect((await set(ADDRESS)).body.calendar).toEqual({
      host: 'calendar.example',
      readAt: null,
      problem: 'Its server isn’t found.',
      busyTimes: 0,
    });
    expect(await times()).toHaveLength(4);
  });

  it('passes over what the owner declined, by their address here or the one in the calendar’s', async () => {
    const { app, calendar, times, set } = await setUp(engine);
    await using _ = app;
    const declined = (address: string) =>
      busy('20300304T090000Z', '20300304T100000Z').replace(
        'SUMMARY',
        `ATTENDEE;PARTSTAT=DECLINED:mailto:${address}\r\nATTENDEE:mailto:x@y.example\r\nSUMMARY`,
      );
    calendar.text = declined('owner@studio.example');
    await set(ADDRESS);
    expect(await times()).toContain('03-04T09:00');
    calendar.text = declined('o.wner@mail.example');
    await set(ADDRESS);
    expect(await times()).not.toContain('03-04T09:00');
    await set('https://calendar.example/ical/o.wner%40mail.example/private-1/basic.ics');
    expect(await times()).toContain('03-04T09:00');
  });

  it('security: keeps the address, and what is in the calendar, to itself', async () => {
    const { app, owner, calendar, set } = await setUp(engine);
    await using _ = app;
    calendar.text = busy('20300304T093000Z', '20300305T092000Z');
    const replies = [await set(ADDRESS), await owner.call(api.getCallSettings)];
    replies.push((await owner.call(api.listAdminActions)) as never);
    const rows = [
      await app.db.selectFrom('busy_calendars').selectAll().execute(),
      await app.db.selectFrom('busy_times').selectAll().execute(),
    ];
    const all = JSON.stringify([replies.map(({ body }) => body), rows, app.log]);
    expect(all).not.toContain('secret-of-the-address');
    expect(all).not.toContain('dentist');
  });

  it.each(['http://calendar.example/a.ics', 'file:///etc/passwd', 'calendar.example', 'https://'])(
    'refuses the address %s',
    async (address) => {
      const { app, set, calendar } = await setUp(engine);
      await using _ = app;
      expect([(await set(address)).status, calendar.asked]).toEqual([400, []]);
    },
  );
});
