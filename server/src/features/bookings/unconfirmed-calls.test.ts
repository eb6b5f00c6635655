import { api } from '@atelier/domain/api.ts';
import { MAX_DAYS_AHEAD, MAX_OFFERED_TIMES } from '@atelier/domain/bookings/rules.ts';
import { expect, it } from 'vitest';
import { createCallScene, FIRST, NOW, SECOND, tokenIn } from '../../../test/harness/call-scene.ts';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { bookingSamples } from '../../../test/samples/bookings.ts';
import { newRow } from '../../../test/samples/noun-samples.ts';
import { isoIn } from '../../platform/clock.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY_MS = 24 * HOUR * 1_000;
/** More free times than are offered. */
const AT_ALL_HOURS = {
  hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', until: '24:00' })),
  lengthMinutes: 15,
  daysAhead: MAX_DAYS_AHEAD,
} as const;
const THIRD = '2030-03-06T09:00:00.000Z';

describeAnyEngine((engine) => {
  it('an unconfirmed call holds its time, and has nothing else but one mail without what was typed', async () => {
    const { app, owner, ask, times, ahead, unconfirmed } = await createCallScene(engine);
    await using _ = app;
    const asked = await ask();
    expect([asked.status, asked.body]).toEqual([201, { ok: true, isConfirmed: false }]);
    await app.drainOutbox();
    expect(app.mails.map(({ to, subject }) => [to.address, subject.split(':')[0]])).toEqual([
      ['ada@visitor.example', 'Confirm your call with Atelier'],
    ]);
    const [mail] = app.mails;
    expect(mail?.attachments ?? []).toEqual([]);
    expect(mail?.text.replaceAll(tokenIn(mail.text), '')).not.toMatch(/\bAda\b|shop|meet\.studio/);
    expect(mail?.text).toContain('keeping this time for you for 30 minutes');
    expect(await unconfirmed()).toMatchObject([
      { status: 'unconfirmed', words: 'About a shop.', startsAt: FIRST, enquiryId: null },
    ]);
    expect([await ahead(), (await owner.call(api.listEnquiries)).body.total]).toEqual([[], 0]);
    expect(await times()).not.toContain(FIRST);
    expect((await ask({ email: 'bea@visitor.example' })).body.code).toBe('time_taken');
    // No reminder either.
    app.clock.advance(29 * MINUTE);
    await runJob(app, 'bookings.remind');
    await app.drainOutbox();
    expect(app.mails).toHaveLength(1);
    app.clock.advance(MINUTE);
    expect(await times()).toContain(FIRST);
  });

  it('a press confirms it once, whoever presses however often at once', async () => {
    const { app, owner, ask, tokenTo, confirm, ahead, unconfirmed, mailed } = await createCallScene(engine);
    await using _ = app;
    await ask();
    const token = await tokenTo();
    const [call] = await unconfirmed();
    const shown = await app.call(api.findOwnBooking, { body: { token } });
    expect(shown.body.call).toMatchObject({ status: 'unconfirmed', canConfirm: true, canChange: false });
    expect(shown.body.offered.times).toContain(FIRST);
    // Looking changes nothing.
    expect(await ahead()).toEqual([]);
    const presses = await Promise.all([
      ...[1, 2, 3].map(() => confirm(token)),
      owner.call(api.confirmBooking, { params: { id: call?.id ?? '' } }),
    ]);
    expect(presses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await confirm(token)).body.call).toMatchObject({ status: 'booked', canConfirm: false });
    const mails = await mailed();
    expect(mails.map(({ to }) => to.address)).toEqual(['ada@visitor.example', 'owner@studio.example']);
    expect(mails.map(({ attachments = [] }) => attachments.length)).toEqual([1, 1]);
    const inbox = (await owner.call(api.listEnquiries)).body;
    expect([inbox.total, inbox.items[0]?.source]).toEqual([1, 'call']);
    expect(await ahead()).toMatchObject([{ id: call?.id, enquiryId: inbox.items[0]?.id }]);
    expect(await unconfirmed()).toEqual([]);
  });

  it('a late link books its time if that is free, offers others if it isn’t, and works for a day', async () => {
    const { app, ask, tokenTo, confirm, book, ahead } = await createCallScene(engine);
    await using _ = app;
    await ask({ startsAt: '2030-03-11T08:00:00.000Z' });
    const free = await tokenTo();
    await ask({ startsAt: '2030-03-11T09:00:00.000Z', email: 'bea@visitor.example' });
    const taken = await tokenTo('bea@visitor.example');
    app.clock.advance(2 * HOUR);
    const other = { startsAt: '2030-03-11T09:00:00.000Z', email: 'cy@visitor.example' };
    expect((await book(other)).status).toBe(201);
    expect((await confirm(free)).status).toBe(200);
    expect((await confirm(taken)).body.code).toBe('time_taken');
    const { call, offered } = (await app.call(api.findOwnBooking, { body: { token: taken } })).body;
    expect([call.canConfirm, offered.times.includes(call.startsAt)]).toEqual([true, false]);
    const chosen = { startsAt: '2030-03-11T09:30:00.000Z', zone: 'Asia/Tokyo' };
    expect((await confirm(taken, chosen)).body.call).toMatchObject({ startsAt: chosen.startsAt });
    // The lost reply's second press finds the call as it is.
    expect((await confirm(taken, chosen)).body.call).toMatchObject({ startsAt: chosen.startsAt });
    expect(await ahead()).toHaveLength(3);

    await ask({ startsAt: '2030-03-13T08:00:00.000Z', email: 'dan@visitor.example' });
    const late = await tokenTo('dan@visitor.example');
    app.clock.advance(24 * HOUR);
    expect((await confirm(late)).body.code).toBe('link_expired');
    const found = await app.call(api.findOwnBooking, { body: { token: late } });
    expect(found.body.call).toMatchObject({ status: 'unconfirmed', canConfirm: false });
    await runJob(app, 'bookings.remind');
    expect((await confirm(late)).body.code).toBe('link_expired');
    app.clock.advance(25 * HOUR);
    await runJob(app, 'bookings.remind');
    expect((await confirm(late)).status).toBe(404);
    expect(await ahead()).toHaveLength(3);
  });

  it('no more than a quarter of the offered times is held, however many more are free', async () => {
    const { app, times, ask } = await createCallScene(engine, AT_ALL_HOURS);
    await using _ = app;
    const offered = await times();
    const held = offered.slice(0, MAX_OFFERED_TIMES / 4).map((starts_at, n) => ({
      ...newRow(bookingSamples.rows.bookings, n),
      ...{ starts_at, ends_at: new Date(Date.parse(starts_at) + 15 * MINUTE * 1_000).toISOString() },
      ...{ status: 'unconfirmed' as const, held_until: isoIn(app.clock, HOUR), link_hash: `hash ${n}` },
    }));
    await app.db.insertInto('bookings').values(held).execute();
    const startsAt = offered[MAX_OFFERED_TIMES / 2];
    for (const email of ['ada@visitor.example', 'bea@visitor.example']) {
      expect((await ask({ startsAt, email })).status).toBe(201);
    }
  });

  it('confirms the last of the offered times also once an earlier one is free again', async () => {
    const scene = await createCallScene(engine, AT_ALL_HOURS);
    const { app, owner, times, ask, tokenTo, confirm, book, ahead } = scene;
    await using _ = app;
    await book({ email: 'bea@visitor.example' });
    const offered = await times();
    expect(offered).toHaveLength(MAX_OFFERED_TIMES);
    const last = offered.at(-1) ?? '';
    await ask({ startsAt: last });
    const [booked] = await ahead();
    await owner.call(api.cancelBooking, { params: { id: booked?.id ?? '' }, body: { note: '' } });
    expect((await times()).includes(last)).toBe(false);
    // A time that isn't offered can be asked for, but nobody holds it.
    const later = new Date(Date.parse(last) + DAY_MS).toISOString();
    for (const email of ['cy@visitor.example', 'dan@visitor.example']) {
      expect((await ask({ startsAt: later, email })).status).toBe(201);
    }
    const token = await tokenTo();
    const found = await app.call(api.findOwnBooking, { body: { token } });
    expect(found.body.offered.times).toContain(last);
    expect((await confirm(token)).body.call).toMatchObject({ status: 'booked', startsAt: last });
  });

  it('counts the notice from when a call was asked for while it holds its time, and not afterwards', async () => {
    const { app, ask, tokenTo, confirm } = await createCallScene(engine);
    await using _ = app;
    // 24 hours of notice: ten minutes are left.
    app.clock.advance((Date.parse(FIRST) - Date.parse(NOW)) / 1_000 - 24 * HOUR - 10 * MINUTE);
    await ask();
    await ask({ startsAt: SECOND, email: 'bea@visitor.example' });
    const [first, second] = [await tokenTo(), await tokenTo('bea@visitor.example')];
    app.clock.advance(20 * MINUTE);
    expect((await confirm(first)).status).toBe(200);
    app.clock.advance(30 * MINUTE);
    expect((await confirm(second)).body.code).toBe('time_taken');
  });

  it('holds a quarter of the times at most; beyond it who confirms first has the time', async () => {
    const { app, ask, tokenTo, confirm, times } = await createCallScene(engine);
    await using _ = app;
    const all = await times();
    expect(all).toHaveLength(12);
    for (const [n, startsAt] of all.entries()) {
      expect((await ask({ startsAt, email: `eve${n}@flood.example` })).status).toBe(201);
    }
    expect(await times()).toEqual(all.slice(3));
    const [wanted = ''] = all.slice(3);
    expect((await ask({ startsAt: wanted })).status).toBe(201);
    await app.drainOutbox();
    expect(app.mails.at(-1)?.text).toContain('it goes to whoever confirms first');
    const [ada, eve] = [await tokenTo(), await tokenTo('eve3@flood.example')];
    const both = await Promise.all([confirm(ada), confirm(eve)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('time_taken');
    expect(await times()).not.toContain(wanted);
  });

  it('is cancelled by its link without a mail, and can’t be confirmed then', async () => {
    const { app, ask, tokenTo, confirm, times, unconfirmed, past } = await createCallScene(engine);
    await using _ = app;
    await ask();
    const token = await tokenTo();
    const before = app.mails.length;
    const cancelled = await app.call(api.cancelOwnBooking, { body: { token } });
    expect(cancelled.body.call).toMatchObject({ status: 'cancelled', canConfirm: false });
    expect((await confirm(token)).body.code).toBe('invalid_transition');
    await app.drainOutbox();
    expect(app.mails).toHaveLength(before);
    expect(await times()).toContain(FIRST);
    // It was no call: neither list has it.
    expect([await unconfirmed(), await past()]).toEqual([[], []]);
    const moved = await app.call(api.moveOwnBooking, { body: { token, startsAt: SECOND, zone: 'UTC' } });
    expect(moved.body.code).toBe('invalid_transition');
  });

  it('can’t be moved before it is confirmed, by its visitor or the studio', async () => {
    const { app, owner, ask, tokenTo, unconfirmed } = await createCallScene(engine);
    await using _ = app;
    await ask();
    const token = await tokenTo();
    const [call] = await unconfirmed();
    const moves = [
      await app.call(api.moveOwnBooking, { body: { token, startsAt: SECOND, zone: 'UTC' } }),
      await owner.call(api.moveBooking, { params: { id: call?.id ?? '' }, body: { startsAt: SECOND } }),
    ];
    expect(moves.map(({ body }) => body.code)).toEqual(['invalid_transition', 'invalid_transition']);
  });

  it('the studio confirms by hand, also when the notice and the day are over', async () => {
    const { app, owner, ask, unconfirmed, mailed } = await createCallScene(engine);
    await using _ = app;
    await ask();
    const [call] = await unconfirmed();
    app.clock.advance(25 * HOUR);
    const params = { id: call?.id ?? '' };
    const confirmed = await owner.call(api.confirmBooking, { params });
    expect(confirmed.body.call).toMatchObject({ status: 'booked' });
    const [toVisitor, toOwner] = await mailed();
    expect(toVisitor?.subject).toMatch(/^Your call with/);
    expect(toOwner?.subject).toMatch(/^You confirmed the call with Ada/);
    const [entry] = (await owner.call(api.listAdminActions)).body.items;
    expect(entry).toMatchObject({ subject: { kind: 'enquiry', title: 'Ada' } });
    expect((await app.call(api.confirmBooking, { params })).status).toBe(401);
  });

  it('who is signed in with the confirmed address has nothing to confirm, and nobody else', async () => {
    const { app, ahead, unconfirmed } = await createCallScene(engine);
    await using _ = app;
    const bodyOf = (email: string, startsAt: string) => ({
      body: { name: 'Ada', email, words: '', startsAt, zone: 'UTC' },
    });
    const ada = await app.signIn({ email: 'ada@visitor.example' });
    const own = await ada.call(api.createBooking, bodyOf('Ada@Visitor.example', FIRST));
    expect(own.body).toEqual({ ok: true, isConfirmed: true });
    const others = [
      await ada.call(api.createBooking, bodyOf('bea@visitor.example', SECOND)),
      await (await app.signIn({ email: 'cy@visitor.example', isConfirmed: false })).call(
        api.createBooking,
        bodyOf('cy@visitor.example', THIRD),
      ),
      await (await app.signIn({ email: 'dan@visitor.example', secondFactor: 'due' })).call(
        api.createBooking,
        bodyOf('dan@visitor.example', '2030-03-06T09:30:00.000Z'),
      ),
    ];
    expect(others.map(({ status, body }) => [status, body.isConfirmed])).toEqual([
      [201, false],
      [201, false],
      [201, false],
    ]);
    expect([(await ahead()).length, (await unconfirmed()).length]).toEqual([1, 3]);
  });

  it('security: no answer tells whether an address has calls ahead', async () => {
    const { app, ask, book, tokenTo, confirm } = await createCallScene(engine);
    await using _ = app;
    await book();
    await book({ startsAt: SECOND });
    const answers = async (email: string) =>
      (await Promise.all([FIRST, THIRD].map((startsAt) => ask({ email, startsAt, words: 'Else.' })))).map(
        ({ status, body }) => [status, body.code, body.error],
      );
    const known = await answers('ada@visitor.example');
    // Only who reads the address's mail hears of the limit.
    expect((await confirm(await tokenTo())).body.code).toBe('limit_reached');
    app.clock.advance(31 * MINUTE);
    expect(await answers('new@visitor.example')).toEqual(known);
    expect(known.map(([status]) => status)).toEqual([409, 201]);
  });

  it('the studio cancels several, with one mail to each visitor who had confirmed and one to itself', async () => {
    const { app, owner, ask, book, unconfirmed, ahead, mailed, past } = await createCallScene(engine);
    await using _ = app;
    await book();
    await book({ startsAt: SECOND, email: 'bea@visitor.example' });
    for (const n of [1, 2, 3]) {
      const startsAt = `2030-03-11T0${7 + n}:00:00.000Z`;
      if (n < 3) await ask({ startsAt, email: `eve${n}@flood.example` });
      else await ask({ startsAt: '2030-03-13T08:00:00.000Z', email: 'eve3@flood.example' });
    }
    await mailed();
    const ids = [...(await ahead()), ...(await unconfirmed())].map(({ id }) => id);
    const body = { ids: [...ids, ...ids.slice(0, 1)], note: 'I’m ill.' };
    const replies = await Promise.all([1, 2].map(() => owner.call(api.cancelBookings, { body })));
    expect(replies.map((reply) => reply.body.items.length).sort()).toEqual([0, 5]);
    const mails = await mailed();
    expect(mails.map(({ to }) => to.address).sort()).toEqual([
      'ada@visitor.example',
      'bea@visitor.example',
      'owner@studio.example',
    ]);
    const toOwner = mails.find(({ to }) => to.address === 'owner@studio.example');
    expect(toOwner?.subject).toBe('You cancelled 2 calls');
    expect(toOwner?.attachments?.map(({ type }) => type.split('method=')[1])).toEqual(['CANCEL', 'CANCEL']);
    expect(mails[0]?.text).toContain('I’m ill.');
    expect([await ahead(), await unconfirmed(), (await past()).length]).toEqual([[], [], 2]);
  });
});
