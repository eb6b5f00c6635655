import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { setUpMailIn } from '../../../test/harness/mail-in.ts';
import { sampleHours } from '../../../test/samples/bookings.ts';
import { formWith } from '../../../test/samples/files.ts';
import type { Engine } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';

/** A visitor's enquiry, and a reply to it. */
async function setUpReply(engine: Engine) {
  const scene = await setUpMailIn(engine);
  const { app, owner, mailed } = scene;
  const visitor = 'ada@visitor.example';
  await app.call(api.createEnquiry, { body: { name: 'Ada', email: visitor, message: 'I need a website.' } });
  const [enquiry] = (await owner.call(api.listEnquiries)).body.items;
  const params = { id: String(enquiry?.id) };
  await owner.call(api.replyToEnquiry, { params, body: { body: 'Gladly. When?', key: newId() } });
  const mail = await mailed(visitor);
  return {
    ...scene,
    params,
    visitor,
    mail,
    to: mail?.replyTo?.address ?? '',
    thread: async () => (await owner.call(api.getEnquiryThread, { params })).body,
    contact: async () => (await owner.call(api.getEnquiry, { params })).body.contact,
  };
}

const withFile = [
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'On Tuesday.',
  '',
  'On Mon, 2 Mar 2026 at 10:00, Studio <hello@studio.example> wrote:',
  '> Gladly. When?',
  '--b',
  'Content-Type: text/plain; name=notes.txt',
  'Content-Disposition: attachment; filename=notes.txt',
  '',
  'My notes',
  '--b--',
  '',
].join('\r\n');

describeAnyEngine((engine) => {
  it('the visitor’s answer comes back to the enquiry, which waits for the studio again', async () => {
    const scene = await setUpReply(engine);
    const { app, owner, params, visitor, to, receive, thread, contact, mailed, list } = scene;
    await using _ = app;
    expect(to).toMatch(/^reply\+[a-z2-7]{32}@studio\.example$/);
    expect((await contact()).status).toBe('read');
    await receive({ from: visitor, to, content: withFile, messageId: '<one@visitor.example>' });
    const { items, answersArriveHere } = await thread();
    expect(answersArriveHere).toBe(true);
    expect(items).toMatchObject([
      { side: 'studio', body: 'Gladly. When?' },
      { side: 'visitor', body: 'On Tuesday.', byMail: 'proven', files: [{ name: 'notes.txt' }] },
    ]);
    expect(await contact()).toMatchObject({ status: 'new', answeredAt: items[1]?.createdAt });
    expect((await owner.call(api.getOverview)).body.waiting.enquiries).toMatchObject({
      total: 1,
      items: [{ name: 'Ada', preview: 'On Tuesday.', since: items[1]?.createdAt }],
    });
    expect(await list()).toMatchObject({ items: [{ state: 'posted', enquiry: { id: params.id } }] });
    const notice = await mailed(owner.email);
    expect(notice).toMatchObject({ subject: 'Ada has answered', replyTo: { address: visitor } });
    expect(notice?.text).toContain('On Tuesday.');

    // The same mail again is the same answer; the next reply belongs to both mails.
    await receive({ from: visitor, to, content: withFile, messageId: '<one@visitor.example>' });
    expect((await thread()).items).toHaveLength(2);
    await owner.call(api.replyToEnquiry, { params, body: { body: 'Good.', key: newId() } });
    expect((await contact()).status).toBe('read');
    const next = await mailed(visitor);
    expect(next?.answers).toEqual([scene.mail?.messageId, '<one@visitor.example>']);
    expect(next?.replyTo?.address).toBe(to);
  });

  it('an answer wakes an archived enquiry', async () => {
    const { app, owner, params, visitor, to, receive, contact } = await setUpReply(engine);
    await using _ = app;
    await owner.call(api.setEnquiryStatus, { params, body: { status: 'archived' } });
    await receive({ from: visitor, to, text: 'Still there?', domain: 'visitor.example' });
    expect((await contact()).status).toBe('new');
    const totals = await Promise.all(
      (['new', 'read', 'archived'] as const).map(
        async (status) => (await owner.call(api.listEnquiries, { query: { status } })).body.total,
      ),
    );
    expect(totals).toEqual([1, 0, 0]);
  });

  it('forged and foreign answers wait in quarantine; one posted by hand says so', async () => {
    const { app, owner, visitor, to, receive, thread, contact, list } = await setUpReply(engine);
    await using _ = app;
    await receive({ from: visitor, to, text: 'Forged', domain: null });
    await receive({ from: 'eve@visitor.example', to, text: 'Another person' });
    await receive({ from: visitor, to, text: 'Away', headers: ['Auto-Submitted: auto-replied'] });
    const { items } = await list();
    expect(items.map(({ text, reason }) => [text, reason])).toEqual([
      ['Away', 'auto_reply'],
      ['Another person', 'other_sender'],
      ['Forged', 'unproven'],
    ]);
    expect((await thread()).items).toHaveLength(1);
    expect((await contact()).status).toBe('read');
    await owner.call(api.postInboundMail, { params: { id: String(items[2]?.id) } });
    expect((await thread()).items[1]).toMatchObject({ body: 'Forged', byMail: 'unproven' });
  });

  it('the address of a deleted enquiry takes nothing', async () => {
    const { app, params, visitor, to, receive, list } = await setUpReply(engine);
    await using _ = app;
    await app.db.deleteFrom('enquiries').where('id', '=', params.id).execute();
    await receive({ from: visitor, to, text: 'Hello?' });
    expect((await list()).items).toMatchObject([{ state: 'quarantined', reason: 'no_access' }]);
  });

  it('an address that mails come back from is shown in the thread', async () => {
    const { app, visitor, thread } = await setUpReply(engine);
    await using _ = app;
    expect((await thread()).bounced).toBeNull();
    const mark = { id: newId(), email: visitor, subject: 'Re', report: '550 No such user' };
    await app.db
      .insertInto('bounced_addresses')
      .values({ ...mark, bounced_at: '2026-03-02T10:00:00.000Z' })
      .execute();
    expect((await thread()).bounced).toEqual({
      report: '550 No such user',
      bouncedAt: '2026-03-02T10:00:00.000Z',
    });
  });

  it('a deleted enquiry takes its answers, files, emails and notes along, and leaves other enquiries', async () => {
    const scene = await setUpReply(engine);
    const { app, owner, params, visitor, to, receive, list } = scene;
    await using _ = app;
    const other = { name: 'Eve', email: 'eve@visitor.example', message: 'I need a shop.' };
    await app.call(api.createEnquiry, { body: other });
    await receive({ from: visitor, to, content: withFile, messageId: '<one@visitor.example>' });
    await receive({ from: visitor, to, text: 'Forged', domain: null });
    await owner.call(api.addNote, { params, body: { body: 'Call her.' } });
    await owner.call(api.uploadReplyFile, { params, body: formWith('offer.txt', 'An offer') });

    expect((await owner.call(api.deleteEnquiry, { params })).status).toBe(200);
    expect((await owner.call(api.getEnquiry, { params })).status).toBe(404);
    expect((await owner.call(api.deleteEnquiry, { params })).status).toBe(404);
    expect((await owner.call(api.listEnquiries)).body).toMatchObject({ total: 1, items: [{ name: 'Eve' }] });
    expect((await owner.call(api.listEnquiries, { query: { q: 'website' } })).body.total).toBe(0);
    expect((await list()).items).toEqual([]);
    const left = await Promise.all(
      (['enquiry_messages', 'enquiry_files', 'notes', 'reply_addresses', 'inbound_mails'] as const).map(
        (table) => app.db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(left).toEqual([[], [], [], [], []]);
    // Their bytes wait for the job that deletes them.
    const kept = await app.db
      .selectFrom('stored_files')
      .select('name')
      .where('drop_at', 'is', null)
      .execute();
    expect(kept).toEqual([]);

    // What is written to the address afterwards reaches nobody.
    await receive({ from: visitor, to, text: 'Hello?', messageId: '<two@visitor.example>' });
    expect((await owner.call(api.listEnquiries)).body.total).toBe(1);
  });

  it('a booked call outlives the enquiry that it made', async () => {
    const { app, owner } = await setUpMailIn(engine);
    await using _ = app;
    await owner.call(api.setCallSettings, { body: sampleHours });
    const [startsAt = ''] = (await app.call(api.listOfferedTimes)).body.times;
    const body = { name: 'Ada', email: 'ada@visitor.example', words: '', zone: 'UTC', startsAt };
    expect((await app.call(api.createBooking, { body })).status).toBe(201);
    const [asked] = (await owner.call(api.listBookings, { query: { show: 'unconfirmed' } })).body.items;
    await owner.call(api.confirmBooking, { params: { id: String(asked?.id) } });
    const [enquiry] = (await owner.call(api.listEnquiries)).body.items;
    await owner.call(api.deleteEnquiry, { params: { id: String(enquiry?.id) } });
    const { body: calls } = await owner.call(api.listBookings);
    expect(calls.items).toMatchObject([{ name: 'Ada', enquiryId: null }]);
  });
});
