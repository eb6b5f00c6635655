import { api } from '@atelier/domain/api.ts';
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { createCallScene, FIRST, HOURS, NOW, SECOND, tokenIn } from '../../../test/harness/call-scene.ts';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import type { TestApp } from '../../../test/harness/test-app.ts';
import { waitForLocks } from '../../../test/harness/wait-for-locks.ts';
import { transaction } from '../../platform/db/transaction.ts';

function eventIn(mail: TestApp['mails'][number] | undefined) {
  const [file] = mail?.attachments ?? [];
  const text = file?.content.toString() ?? '';
  const found = text === '' ? undefined : new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
  const textOf = (name: string) => found?.getFirstPropertyValue(name);
  const event = found && {
    ...{ uid: textOf('uid'), sequence: textOf('sequence'), status: textOf('status') },
    ...{ location: textOf('location'), description: textOf('description') },
  };
  return { text, type: file?.type, event };
}

describeEachEngine((engine) => {
  it('books a call, mails both sides its file, and shows it with an enquiry', async () => {
    const { app, owner, book, mailed, ahead, times } = await createCallScene(engine);
    await using _ = app;
    expect((await book()).status).toBe(201);
    const [call] = await ahead();
    expect(call).toMatchObject({
      name: 'Ada',
      email: 'ada@visitor.example',
      words: 'About a shop.',
      startsAt: FIRST,
      endsAt: '2030-03-06T08:30:00.000Z',
      status: 'booked',
    });
    expect(await times()).not.toContain(FIRST);
    const [toVisitor, toOwner, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(toVisitor?.subject).toContain('Wednesday, March 6, 2030 at 3:00 AM');
    expect(toVisitor?.text).toContain('https://meet.studio.example/call');
    // The address may be a stranger's: nothing that was typed reaches it.
    const withoutToken = toVisitor?.text.replaceAll(tokenIn(toVisitor.text), '');
    expect(withoutToken).not.toMatch(/Ada|shop/);
    expect([toOwner?.to.address, toOwner?.replyTo?.address]).toEqual([
      'owner@studio.example',
      'ada@visitor.example',
    ]);
    expect(toOwner?.text).toContain('About a shop.');
    for (const mail of [toVisitor, toOwner]) {
      const { text, type, event } = eventIn(mail);
      expect(type).toBe('text/calendar; charset=utf-8; method=REQUEST');
      expect(text).toContain('DTSTART:20300306T080000Z\r\nDTEND:20300306T083000Z');
      expect(event).toMatchObject({ sequence: 0, status: 'CONFIRMED', location: HOURS.place });
      expect(event?.uid).toBe(`call-${call?.id}@localhost`);
    }
    const inbox = (await owner.call(api.listEnquiries)).body.items;
    expect(inbox).toMatchObject([{ id: call?.enquiryId, source: 'call', status: 'new' }]);
    expect(inbox[0]?.message).toContain('Wednesday, March 6, 2030 at 9:00 AM');
    // A second call belongs to the same enquiry.
    await book({ startsAt: SECOND, email: 'ADA@visitor.example' });
    expect((await owner.call(api.listEnquiries)).body.total).toBe(1);
    const ofEnquiry = await owner.call(api.listBookings, { query: { enquiry: call?.enquiryId ?? '' } });
    expect(ofEnquiry.body.items).toHaveLength(2);
  });

  it('moves and cancels by the link of the mail, with the same UID and a rising SEQUENCE', async () => {
    const { app, book, toVisitor, times, ahead } = await createCallScene(engine);
    await using _ = app;
    await book();
    const [booked] = await toVisitor();
    const token = tokenIn(booked?.text);
    const found = await app.call(api.findOwnBooking, { body: { token } });
    expect(found.body.call).toMatchObject({ startsAt: FIRST, canChange: true, canMove: true });
    // Its own time is no obstacle to itself.
    expect(found.body.offered.times).toContain(FIRST);
    const moved = await app.call(api.moveOwnBooking, {
      body: { token, startsAt: SECOND, zone: 'Asia/Tokyo' },
    });
    expect(moved.body.call).toMatchObject({ startsAt: SECOND });
    expect(await times()).toContain(FIRST);
    const [change] = await toVisitor();
    expect(change?.subject).toContain('5:30 PM');
    expect(tokenIn(change?.text)).toBe(token);
    const cancelled = await app.call(api.cancelOwnBooking, { body: { token } });
    expect(cancelled.body.call).toMatchObject({ status: 'cancelled', canChange: false });
    // Again, as by a second press: nothing more happens.
    expect((await app.call(api.cancelOwnBooking, { body: { token } })).status).toBe(200);
    const [end, ...more] = await toVisitor();
    expect(more).toEqual([]);
    expect(booked?.text).toContain('Wasn’t it you? Then cancel it.');
    expect(end?.text).not.toContain('cancel it');
    const events = [booked, change, end].map((mail) => eventIn(mail));
    expect(new Set(events.map(({ event }) => event?.uid)).size).toBe(1);
    expect(events.map(({ event }) => event?.sequence)).toEqual([0, 1, 2]);
    expect(events.map(({ type }) => type?.split('method=')[1])).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
    expect(events[2]?.event?.status).toBe('CANCELLED');
    expect(await ahead()).toEqual([]);
    const refused = await app.call(api.moveOwnBooking, { body: { token, startsAt: FIRST, zone: 'UTC' } });
    expect(refused.body.code).toBe('invalid_transition');
  });

  it('knows no other token, none of a call that is over, and keeps none', async () => {
    const { app, book, toVisitor } = await createCallScene(engine);
    await using _ = app;
    await book();
    const token = tokenIn((await toVisitor())[0]?.text);
    const other = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const endpoint of [api.findOwnBooking, api.moveOwnBooking, api.cancelOwnBooking] as const) {
      const body = { token: other, startsAt: SECOND, zone: 'UTC' };
      expect((await app.call(endpoint, { body })).status).toBe(404);
    }
    expect((await app.call(api.findOwnBooking, { body: { token: 'x' } })).status).toBe(400);
    const rows = JSON.stringify(await app.db.selectFrom('bookings').selectAll().execute());
    expect(rows).not.toContain(token);
    // It has begun: it can be looked at, and nothing else.
    app.clock.advance((Date.parse(FIRST) - Date.parse(NOW)) / 1_000);
    const begun = await app.call(api.findOwnBooking, { body: { token } });
    expect(begun.body.call).toMatchObject({ canChange: false });
    expect((await app.call(api.cancelOwnBooking, { body: { token } })).body.code).toBe('invalid_transition');
    app.clock.advance(30 * 60);
    expect((await app.call(api.findOwnBooking, { body: { token } })).status).toBe(404);
  });

  it('gives one time to one of many visitors who want it at once', async () => {
    const { app, book, ahead } = await createCallScene(engine, { bufferMinutes: 15 });
    await using _ = app;
    const visitors = Array.from({ length: 24 }, (_, n) => `v${n}@visitor.example`);
    // Half of them want the half hour beside it, which the first one's room takes, too.
    const replies = await Promise.all(
      visitors.map((email, n) => book({ email, startsAt: n % 2 === 0 ? FIRST : SECOND })),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === 'time_taken')).toHaveLength(23);
    expect(await ahead()).toHaveLength(1);
  });

  it('gives a time that is free to one of many who move their calls there at once', async () => {
    const { app, owner, book, ahead } = await createCallScene(engine);
    await using _ = app;
    const starts = ['03-06T08:00', '03-06T08:30', '03-06T09:00', '03-11T08:00', '03-11T08:30', '03-11T09:00'];
    for (const [n, start] of starts.entries()) {
      await book({ email: `v${n}@visitor.example`, startsAt: `2030-${start}:00.000Z` });
    }
    const target = '2030-03-13T09:00:00.000Z';
    const replies = await Promise.all(
      (await ahead()).map(({ id }) =>
        owner.call(api.moveBooking, { params: { id }, body: { startsAt: target } }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await ahead()).filter(({ startsAt }) => startsAt === target)).toHaveLength(1);
  });

  it('books one call when the same is sent again, and gives its time to nobody else', async () => {
    const { app, book, ahead, toVisitor } = await createCallScene(engine);
    await using _ = app;
    await book({ startsAt: SECOND });
    const replies = [await book(), ...(await Promise.all([book(), book()]))];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect([(await ahead()).length, (await toVisitor()).length]).toEqual([2, 2]);
    for (const other of [{ words: 'Else.' }, { name: 'Eve' }, { email: 'eve@visitor.example' }])
      expect((await book(other)).status).toBe(409);
    app.clock.advance(601);
    expect((await book()).status).toBe(409);
  });

  it('has two calls ahead with one address, in any case, and counts cancelled ones no longer', async () => {
    const { app, owner, book, ahead } = await createCallScene(engine);
    await using _ = app;
    await book();
    await book({ startsAt: SECOND, email: 'Ada@Visitor.example' });
    const third = { startsAt: '2030-03-11T08:00:00.000Z' };
    expect((await book(third)).body.code).toBe('limit_reached');
    const [call] = await ahead();
    await owner.call(api.cancelBooking, { params: { id: call?.id ?? '' }, body: { note: '' } });
    expect((await book(third)).status).toBe(201);
  });

  it('moves a call five times for its visitor, and any number of times for the studio', async () => {
    const { app, owner, book, toVisitor, ahead } = await createCallScene(engine);
    await using _ = app;
    await book();
    const token = tokenIn((await toVisitor())[0]?.text);
    const move = (n: number) =>
      app.call(api.moveOwnBooking, { body: { token, startsAt: n % 2 ? FIRST : SECOND, zone: 'UTC' } });
    for (let n = 0; n < 5; n++) expect((await move(n)).status).toBe(200);
    expect((await move(5)).body.code).toBe('limit_reached');
    const [call] = await ahead();
    const moved = await owner.call(api.moveBooking, {
      params: { id: call?.id ?? '' },
      body: { startsAt: '2030-03-11T08:00:00.000Z' },
    });
    expect(moved.status).toBe(200);
  });

  it('drops what a filled honeypot sends, with the same reply', async () => {
    const { app, book, ahead, mailed } = await createCallScene(engine);
    await using _ = app;
    const real = await book({ email: 'real@visitor.example', startsAt: SECOND });
    await mailed();
    const fake = await book({ botfield: 'x'.repeat(5_000) });
    expect([fake.status, fake.body]).toEqual([real.status, real.body]);
    expect([await ahead(), await mailed()]).toMatchObject([[{ email: 'real@visitor.example' }], []]);
  });

  it('cancels for the studio with its words, and says so in the audit', async () => {
    const { app, owner, book, toVisitor, ahead } = await createCallScene(engine);
    await using _ = app;
    await book();
    await toVisitor();
    const [call] = await ahead();
    const params = { id: call?.id ?? '' };
    const cancelled = await owner.call(api.cancelBooking, { params, body: { note: 'I’m ill, sorry.' } });
    expect(cancelled.body.call).toMatchObject({ status: 'cancelled', cancelledBy: 'studio' });
    const [mail] = await toVisitor();
    expect(mail?.text).toContain('I’m ill, sorry.');
    expect(mail?.text).toContain('/contact');
    const [entry] = (await owner.call(api.listAdminActions)).body.items;
    expect(entry).toMatchObject({ subject: { kind: 'enquiry', id: call?.enquiryId, title: 'Ada' } });
    const past = await owner.call(api.listBookings, { query: { show: 'past' } });
    expect(past.body.items).toMatchObject([{ id: params.id }]);
  });

  it('reminds both sides a day and an hour before, once each, and of a moved call again', async () => {
    const { app, owner, book, mailed, ahead } = await createCallScene(engine, { noticeHours: 0 });
    await using _ = app;
    const subjects = async () => {
      await runJob(app, 'bookings.remind');
      return (await mailed()).map(({ subject }) => subject.split(':')[0]);
    };
    await book();
    await mailed();
    expect(await subjects()).toEqual([]);
    app.clock.advance(24 * 3_600);
    expect(await subjects()).toEqual(['Reminder', 'Reminder']);
    expect(await subjects()).toEqual([]);
    app.clock.advance(23 * 3_600);
    expect(await subjects()).toEqual(['Reminder', 'Reminder']);
    const [call] = await ahead();
    const params = { id: call?.id ?? '' };
    await owner.call(api.moveBooking, { params, body: { startsAt: '2030-03-11T08:00:00.000Z' } });
    await mailed();
    app.clock.advance(5 * 24 * 3_600 - 23 * 3_600);
    expect(await subjects()).toEqual(['Reminder', 'Reminder']);
    await owner.call(api.cancelBooking, { params, body: {} });
    await mailed();
    app.clock.advance(23 * 3_600);
    expect(await subjects()).toEqual([]);
  });

  it('belongs to no enquiry that is deleted while it is booked', async () => {
    const { app, owner, book, ahead } = await createCallScene(engine);
    await using _ = app;
    const body = { name: 'Ada', email: 'ada@visitor.example', message: 'Do you build shops?' };
    await app.call(api.createEnquiry, { body });
    const [held, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deleting = transaction(app.db, async (trx) => {
      await trx.deleteFrom('enquiries').execute();
      held.resolve();
      await leave.promise;
    });
    await Promise.race([held.promise, deleting]);
    let hasEnded = false;
    const booking = book().finally(() => {
      hasEnded = true;
    });
    await waitForLocks(app.db, 1, () => hasEnded);
    leave.resolve();
    await deleting;
    expect((await booking).status).toBe(201);
    const [call] = await ahead();
    const enquiry = await owner.call(api.getEnquiry, { params: { id: call?.enquiryId ?? '' } });
    expect(enquiry.body.contact).toMatchObject({ source: 'call', email: 'ada@visitor.example' });
  });

  it('deletes a call half a year after it was', async () => {
    const { app, book } = await createCallScene(engine);
    await using _ = app;
    await book();
    const count = async () => (await app.db.selectFrom('bookings').select('id').execute()).length;
    app.clock.advance(182 * 24 * 3_600);
    await runJob(app, 'bookings.remind');
    expect(await count()).toBe(1);
    app.clock.advance(24 * 3_600);
    await runJob(app, 'bookings.remind');
    expect(await count()).toBe(0);
  });

  it('writes hostile words into files as words', async () => {
    const { app, book, mailed, set } = await createCallScene(engine);
    await using _ = app;
    await set({ place: 'Room; 1, \\2 "quoted" BEGIN:VEVENT' });
    const name = 'Eve";CN=x:\u2028BEGIN:VALARM';
    await book({ name, words: 'a\r\nEND:VEVENT\r\nATTENDEE:mailto:x@y.example\r\n;,\\' });
    const [, toOwner] = await mailed();
    const { text, event } = eventIn(toOwner);
    expect(text.match(/^BEGIN:/gm)).toHaveLength(2);
    expect(text.match(/^ATTENDEE/gm)).toHaveLength(2);
    expect(event?.location).toBe('Room; 1, \\2 "quoted" BEGIN:VEVENT');
    expect(String(event?.description)).toContain('END:VEVENT\nATTENDEE:mailto:x@y.example\n;,\\');
    // Lines have 75 bytes at most.
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  });

  it('is part of an account’s own copy, and none of another’s', async () => {
    const { app, book } = await createCallScene(engine);
    await using _ = app;
    await book();
    const ada = await app.signIn({ email: 'ada@visitor.example' });
    const eve = await app.signIn({ email: 'eve@visitor.example' });
    const copyOf = async (user: typeof ada) => JSON.stringify((await user.call(api.exportMyData)).body);
    expect(await copyOf(ada)).toContain('About a shop.');
    expect(await copyOf(eve)).not.toContain('About a shop.');
  });
});
