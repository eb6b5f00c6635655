import { api } from '@atelier/domain/api.ts';
import { MAX_REPLY_FILES, UNSENT_REPLY_FILE_HOURS } from '@atelier/domain/enquiries/rules.ts';
import { afterEach, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { closeStreams, openStream } from '../../../test/harness/live-client.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { formWith } from '../../../test/samples/files.ts';
import { newId } from '../../platform/ids.ts';

const MB = 1024 * 1024;

/** An enquiry in the inbox, and its owner. */
async function receive(app: TestApp) {
  await app.call(api.createEnquiry, {
    body: { name: 'Ada Sample', email: 'Ada@visitor.example', message: 'I need a website.' },
  });
  const owner = await app.signInOwner();
  const [enquiry] = (await owner.call(api.listEnquiries)).body.items;
  const params = { id: String(enquiry?.id) };
  return { owner, params, mailed: () => app.mails.filter(({ to }) => to.address === 'ada@visitor.example') };
}

const upload = (
  by: TestUser,
  params: { id: string },
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
) => by.call(api.uploadReplyFile, { params, body: formWith(name, content) });

afterEach(closeStreams);

describeAnyEngine((engine) => {
  it('a reply is mailed with its files, kept in the thread, and makes a new enquiry read', async () => {
    await using app = await createTestApp({ engine });
    const { owner, params, mailed } = await receive(app);
    const first = (await upload(owner, params, 'offer.txt', 'An offer')).body.file;
    const second = (await upload(owner, params, 'b.svg', '<svg/>')).body.file;
    expect((await owner.call(api.getEnquiryThread, { params })).body).toMatchObject({
      items: [],
      unsent: [{ name: 'offer.txt' }, { name: 'b.svg' }],
      answersArriveHere: false,
      bounced: null,
      project: null,
    });
    const body = 'Gladly, Ada.\n\n<b>Tuesday</b>?';
    const reply = { body, key: newId(), files: [second.id, first.id] };
    const sent = await owner.call(api.replyToEnquiry, { params, body: reply });
    expect([sent.status, sent.body.contact.status]).toEqual([200, 'read']);
    expect(sent.body.contact.repliedAt).toBe('2026-03-02T09:00:00.000Z');
    expect(sent.body.thread.unsent).toEqual([]);
    expect(sent.body.thread.items).toMatchObject([
      { side: 'studio', body, byMail: null, files: [{ name: 'b.svg' }, { name: 'offer.txt' }] },
    ]);
    expect((await owner.call(api.listEnquiries, { query: { status: 'new' } })).body.total).toBe(0);
    expect((await owner.call(api.listEnquiries, { query: { status: 'read' } })).body.total).toBe(1);

    await app.drainOutbox();
    expect(mailed()).toHaveLength(1);
    const [mail] = mailed();
    expect(mail).toMatchObject({
      to: { address: 'ada@visitor.example' },
      // Without answers by mail they go to the studio's mailbox.
      replyTo: { address: 'owner@studio.example' },
      subject: 'Re: Your inquiry — Ada Sample',
    });
    expect(mail?.answers).toBeUndefined();
    expect(mail?.text).toContain('\n\nGladly, Ada.\n\n<b>Tuesday</b>?');
    expect(mail?.html).toContain('&lt;b&gt;Tuesday&lt;/b&gt;?');
    expect(mail?.attachments?.map(({ name, content }) => [name, content.toString()])).toEqual([
      ['b.svg', '<svg/>'],
      ['offer.txt', 'An offer'],
    ]);
    // What was sent isn't kept twice.
    expect(await app.db.selectFrom('mail_attachments').selectAll().execute()).toEqual([]);

    // The next one says which mail it follows.
    await owner.call(api.replyToEnquiry, { params, body: { body: 'And?', key: newId() } });
    await app.drainOutbox();
    expect(mailed()[1]?.answers).toEqual([mail?.messageId]);
  });

  it('the same key is one reply, also twice at once, and refuses another text', async () => {
    await using app = await createTestApp({ engine });
    const { owner, params, mailed } = await receive(app);
    const { file } = (await upload(owner, params, 'a.txt', 'A')).body;
    const body = { body: 'Gladly.', key: newId(), files: [file.id] };
    const replies = await Promise.all([1, 2, 3].map(() => owner.call(api.replyToEnquiry, { params, body })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await owner.call(api.replyToEnquiry, { params, body })).body.thread.items).toHaveLength(1);
    const other = await owner.call(api.replyToEnquiry, { params, body: { ...body, body: 'No.' } });
    expect([other.status, other.body.code]).toEqual([409, 'other_key']);
    await app.drainOutbox();
    expect(mailed()).toHaveLength(1);
  });

  it('a reply reaches the studio’s other open pages', async () => {
    await using app = await createTestApp({ engine });
    const { owner, params } = await receive(app);
    const page = await openStream(await app.listen(), owner);
    await owner.call(api.replyToEnquiry, { params, body: { body: 'Gladly.', key: newId() } });
    expect((await page.next()).kind).toBe('enquiry_received');
  });

  it('an archived enquiry stays archived when it is replied to', async () => {
    await using app = await createTestApp({ engine });
    const { owner, params } = await receive(app);
    await owner.call(api.setEnquiryStatus, { params, body: { status: 'archived' } });
    const sent = await owner.call(api.replyToEnquiry, { params, body: { body: 'Late.', key: newId() } });
    expect(sent.body.contact.status).toBe('archived');
  });

  it('files have limits, wait a day, and can be removed before', async () => {
    await using app = await createTestApp({ engine });
    const { owner, params } = await receive(app);
    expect((await upload(owner, params, 'empty.txt', '')).body.code).toBe('file_empty');
    expect((await upload(owner, params, 'a.exe', 'MZ')).body.code).toBe('file_type_refused');
    expect((await upload(owner, params, 'large.bin', new Uint8Array(8 * MB + 1))).status).toBe(413);
    const five = (await upload(owner, params, 'five.bin', new Uint8Array(5 * MB))).body.file;
    // Together they are one email.
    expect((await upload(owner, params, 'four.bin', new Uint8Array(4 * MB))).body.code).toBe(
      'quota_exceeded',
    );
    const removed = await owner.call(api.deleteReplyFile, { params: { ...params, replyFileId: five.id } });
    expect(removed.body).toEqual({ deleted: true });
    for (let n = 0; n < MAX_REPLY_FILES; n += 1) await upload(owner, params, `${n}.txt`, `${n}`);
    expect((await upload(owner, params, 'more.txt', 'more')).body.code).toBe('quota_exceeded');
    const gone = { body: 'With it.', key: newId(), files: [five.id] };
    expect((await owner.call(api.replyToEnquiry, { params, body: gone })).body.code).toBe('gone');
    app.clock.advance(UNSENT_REPLY_FILE_HOURS * 3600 + 1);
    await runJob(app, 'enquiries.delete-unsent-files');
    expect((await owner.call(api.getEnquiryThread, { params })).body.unsent).toEqual([]);
    const kept = await app.db.selectFrom('stored_files').select('key').where('drop_at', 'is', null).execute();
    expect(kept).toEqual([]);
  });

  it('only admins read and reply; nothing is stored where no mail can go', async () => {
    await using app = await createTestApp({ engine });
    const { owner, params } = await receive(app);
    const client = await app.signIn();
    const body = { body: 'Hello', key: newId() };
    expect((await client.call(api.replyToEnquiry, { params, body })).status).toBe(403);
    expect((await client.call(api.getEnquiryThread, { params })).status).toBe(403);
    expect((await upload(client, params, 'a.txt', 'A')).status).toBe(403);
    const missing = { id: newId() };
    expect((await owner.call(api.replyToEnquiry, { params: missing, body })).status).toBe(404);
    expect((await owner.call(api.getEnquiryThread, { params: missing })).status).toBe(404);
    expect((await upload(owner, missing, 'a.txt', 'A')).status).toBe(404);
    // As versions before the one rule for addresses stored it.
    await app.db.updateTable('enquiries').set({ email: 'ä"b@exämple.example' }).execute();
    const refused = await owner.call(api.replyToEnquiry, { params, body });
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
    expect(await app.db.selectFrom('enquiry_messages').selectAll().execute()).toEqual([]);
  });

  it('a deleted enquiry takes its thread along', async () => {
    await using app = await createTestApp({ engine });
    const { owner, params } = await receive(app);
    const { file } = (await upload(owner, params, 'a.txt', 'A')).body;
    const body = { body: 'Gladly.', key: newId(), files: [file.id] };
    await owner.call(api.replyToEnquiry, { params, body });
    await app.db.deleteFrom('enquiries').where('id', '=', params.id).execute();
    expect(await app.db.selectFrom('enquiry_messages').selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom('enquiry_files').selectAll().execute()).toEqual([]);
  });
});
