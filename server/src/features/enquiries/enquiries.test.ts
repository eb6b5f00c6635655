import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp } from '../../../test/harness/test-app.ts';

const enquiry = { name: 'Ada', email: 'ada@visitor.example', phone: '+44 1', message: 'I need a website.' };

const send = (app: TestApp, change: Record<string, unknown> = {}) =>
  app.call(api.createEnquiry, { body: { ...enquiry, ...change } });

describeEachEngine((engine) => {
  it('an enquiry is stored with its source', async () => {
    await using app = await createTestApp({ engine });
    const reply = await app.inject({
      method: 'POST',
      url: '/api/contact/create',
      remoteAddress: '203.0.113.9',
      headers: {
        'user-agent': `Browser ${'x'.repeat(2_000)}`,
        referer: 'https://search.example/?q=studio',
        'x-forwarded-for': '198.51.100.1',
      },
      payload: {
        ...enquiry,
        source: 'contact-lite',
        botfield: '',
        status: 'archived',
        meta: { ip: '1.1.1.1' },
      },
    });
    expect([reply.statusCode, reply.json()]).toEqual([201, { ok: true }]);

    const owner = await app.signInOwner();
    const { body } = await owner.call(api.listEnquiries);
    expect(body).toMatchObject({ total: 1, page: 1, pages: 1 });
    expect(body.items[0]).toEqual({
      _id: body.items[0]?.id,
      id: expect.any(String),
      ...enquiry,
      subject: '',
      source: 'contact-lite',
      status: 'new',
      createdAt: '2026-03-02T09:00:00.000Z',
      updatedAt: '2026-03-02T09:00:00.000Z',
      invitedAt: null,
      repliedAt: null,
      answeredAt: null,
      meta: {
        ip: '203.0.113.9',
        userAgent: expect.stringMatching(/^Browser x+$/),
        referer: 'https://search.example/?q=studio',
      },
    });
    expect(body.items[0]?.meta.userAgent?.length).toBeLessThanOrEqual(500);
  });

  it('an enquiry keeps its message as typed, trimmed, and its subject in a separate field', async () => {
    await using app = await createTestApp({ engine });
    const message = '  About: tea.\n\n  Two   spaces stay. ';
    await send(app, { subject: '  An online\nshop ', message });
    await send(app, { name: 'Ben' });
    const owner = await app.signInOwner();
    const [ben, ada] = (await owner.call(api.listEnquiries)).body.items;
    expect(ada).toMatchObject({ subject: 'An online shop', message: message.trim() });
    expect(ben).toMatchObject({ name: 'Ben', subject: '', message: enquiry.message });

    const found = await owner.call(api.listEnquiries, { query: { q: 'online shop' } });
    expect(found.body.items.map((item: { id: string }) => item.id)).toEqual([ada?.id]);
    const { body: file } = await owner.call(api.exportEnquiries);
    expect(file).toContain(`ada@visitor.example,'+44 1,An online shop,"About: tea.`);
    await app.drainOutbox();
    const facts = app.mails.map((mail) => mail.text.includes('Subject: An online shop'));
    expect(facts).toEqual([true, false]);
  });

  it('an enquiry with a subject longer than any offered is refused', async () => {
    await using app = await createTestApp({ engine });
    const reply = await send(app, { subject: 'x'.repeat(121) });
    expect([reply.status, reply.body.issues]).toEqual([
      400,
      [{ path: 'subject', message: 'Use 120 characters or fewer.' }],
    ]);
  });

  it('an enquiry is mailed to the owner, with the visitor as the reply address', async () => {
    await using app = await createTestApp({ engine });
    await send(app, {
      name: 'Ada <b>Sample</b>\r\nBcc: all@example.com',
      message: 'Hello <script>alert(1)</script>\nand goodbye',
    });
    await app.drainOutbox();
    expect(app.mails).toHaveLength(1);
    const mail = app.mails[0];
    expect(mail).toMatchObject({
      to: { address: 'owner@studio.example' },
      replyTo: { address: 'ada@visitor.example' },
      subject: 'New enquiry from Ada <b>Sample</b> Bcc: all@example.com',
    });
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.html).not.toContain('<b>Sample');
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br>and goodbye');
    expect(mail?.text).toContain('Hello <script>alert(1)</script>\nand goodbye');
    const { id } = await app.db.selectFrom('enquiries').select('id').executeTakeFirstOrThrow();
    expect(mail?.text).toContain(`http://localhost:4000/admin/contact?enquiry=${id}`);
    expect(mail?.text).toContain('Reply to this email to write to Ada');
  });

  it('security: a text that looks like a template stays as it is in a mail', async () => {
    await using app = await createTestApp({ engine });
    const text = `{{7*7}} ${'$'}{7*7} #{7*7} %7B7*7%7D $& $1 [[7*7]] {% x %} {studioName}`;
    await send(app, { name: text, message: `${text} and ten letters more` });
    await app.drainOutbox();
    const mail = app.mails[0];
    expect(mail?.subject).toBe(`New enquiry from ${text}`);
    expect(mail?.text).toContain(`${text} and ten letters more`);
    expect(mail?.html).toContain(`${text.replace('&', '&amp;')} and ten letters more`);
  });

  it('an enquiry is mailed to the admins without an owner, and kept when there are none', async () => {
    await using app = await createTestApp({ engine, env: { OWNER_EMAIL: '' } });
    await send(app);
    const admin = await app.signIn({ email: 'boss@studio.example' });
    await admin.call(api.getMe);
    await app.db.updateTable('accounts').set({ role: 'admin' }).execute();
    await send(app);
    await app.drainOutbox();
    expect(app.mails.map((mail) => mail.to.address)).toEqual(['boss@studio.example']);
    expect((await admin.call(api.listEnquiries)).body.total).toBe(2);
  });

  it('a bot’s enquiry gets the same reply but is neither kept nor mailed', async () => {
    await using app = await createTestApp({ engine });
    const [person, robot] = [await send(app), await send(app, { botfield: 'https://spam.example' })];
    expect([robot.status, robot.body]).toEqual([person.status, person.body]);
    await app.drainOutbox();
    expect(app.mails).toHaveLength(1);
    const owner = await app.signInOwner();
    expect((await owner.call(api.listEnquiries)).body.total).toBe(1);
  });

  it('an invalid enquiry is refused with the form’s own messages and not kept', async () => {
    await using app = await createTestApp({ engine });
    const reply = await send(app, { name: ' ', email: 'x', message: 'short' });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      error: 'Please enter your name.',
      message: 'Please enter your name.',
      code: 'validation_failed',
      issues: [
        { path: 'name', message: 'Please enter your name.' },
        { path: 'email', message: 'Enter a valid email.', detail: 'There is no @.' },
        { path: 'message', message: 'Add a little more detail.' },
      ],
    });
    const owner = await app.signInOwner();
    expect((await owner.call(api.listEnquiries)).body.items).toEqual([]);
  });

  it('the inbox sorts newest first, filters by status, searches and pages', async () => {
    await using app = await createTestApp({ engine });
    for (const name of ['Ada', 'Ben', 'Éva', '100% Zoe']) {
      await send(app, {
        name,
        email: `${name.length}@visitor.example`,
        message: `A note by ${name} for you`,
      });
    }
    const owner = await app.signInOwner();
    const list = async (query: Record<string, unknown>) => {
      const { body } = await owner.call(api.listEnquiries, { query });
      return [body.items.map((item: { name: string }) => item.name), body.total, body.pages];
    };
    expect(await list({})).toEqual([['100% Zoe', 'Éva', 'Ben', 'Ada'], 4, 1]);
    expect(await list({ limit: 3, page: 2 })).toEqual([['Ada'], 4, 2]);
    expect(await list({ page: 9 })).toEqual([[], 4, 1]);
    expect(await list({ q: 'eva' })).toEqual([['Éva'], 1, 1]);
    expect(await list({ q: '00%' })).toEqual([['100% Zoe'], 1, 1]);
    expect(await list({ q: '00_' })).toEqual([[], 0, 1]);
    expect(await list({ q: 'note by ben' })).toEqual([['Ben'], 1, 1]);
    expect(await list({ q: '8@visitor' })).toEqual([['100% Zoe'], 1, 1]);

    const { body } = await owner.call(api.listEnquiries, { query: { q: 'Ben' } });
    await owner.call(api.setEnquiryStatus, {
      params: { id: body.items[0]?.id ?? '' },
      body: { status: 'archived' },
    });
    expect(await list({ status: 'new' })).toEqual([['100% Zoe', 'Éva', 'Ada'], 3, 1]);
    expect(await list({ status: 'archived' })).toEqual([['Ben'], 1, 1]);
    expect(await list({ status: 'archived', q: 'ada' })).toEqual([[], 0, 1]);
    expect(await list({ status: 'all' })).toEqual([['100% Zoe', 'Éva', 'Ben', 'Ada'], 4, 1]);
    expect(await list({ status: '' })).toEqual([['100% Zoe', 'Éva', 'Ben', 'Ada'], 4, 1]);
  });

  it('an enquiry’s status changes, and setting it again changes nothing', async () => {
    await using app = await createTestApp({ engine });
    await send(app);
    const owner = await app.signInOwner();
    const [{ id = '' } = {}] = (await owner.call(api.listEnquiries)).body.items;
    const set = (status: string) => owner.call(api.setEnquiryStatus, { params: { id }, body: { status } });
    app.clock.advance(60);
    const read = await set('read');
    expect(read.body.contact).toMatchObject({ id, status: 'read', updatedAt: '2026-03-02T09:01:00.000Z' });
    app.clock.advance(60);
    expect((await set('read')).body).toEqual(read.body);
    expect((await set('spam')).status).toBe(400);
    const missing = { id: '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f' };
    const reply = await owner.call(api.setEnquiryStatus, { params: missing, body: { status: 'read' } });
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });

  it('enquiries are limited per address', async () => {
    await using app = await createTestApp({ engine, env: { RATE_LIMIT_SCALE: '1' } });
    const replies = [];
    for (let i = 0; i < 11; i++) replies.push((await send(app)).status);
    expect(replies).toEqual([...Array(10).fill(201), 429]);
  });

  it('security: further fields of an enquiry get around no limit', async () => {
    await using app = await createTestApp({ engine, env: { RATE_LIMIT_SCALE: '1' } });
    const replies = [];
    for (let i = 0; i < 11; i++) {
      const further = { x: i, ip: `198.51.100.${i}`, address: i, meta: { ip: i }, limit: null, __v: i };
      replies.push((await send(app, further)).status);
    }
    expect(replies).toEqual([...Array(10).fill(201), 429]);
  });

  it('the inbox shows one enquiry, and marks many at once, skipping deleted ones', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    for (const name of ['One', 'Two', 'Three']) {
      await app.call(api.createEnquiry, { body: { name, email: 'a@b.example', message: 'Ten letters' } });
    }
    const [three, two] = (await owner.call(api.listEnquiries)).body.items;
    expect((await owner.call(api.getEnquiry, { params: { id: two?.id ?? '' } })).body.contact).toEqual(two);
    const gone = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';
    expect((await owner.call(api.getEnquiry, { params: { id: gone } })).status).toBe(404);
    const marked = await owner.call(api.setEnquiryStatuses, {
      body: { ids: [three?.id, gone, two?.id, two?.id], status: 'archived' },
    });
    expect(marked.body.items.map((item: { name: string }) => item.name)).toEqual(['Two', 'Three']);
    const counts = async (status: string) =>
      (await owner.call(api.listEnquiries, { query: { status } })).body.total;
    expect([await counts('new'), await counts('archived')]).toEqual([1, 2]);
    const none = await owner.call(api.setEnquiryStatuses, { body: { ids: [], status: 'read' } });
    expect(none.status).toBe(400);
  });

  it('the studio invites an enquiry’s sender to start a project, in its own words', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    const sent = { name: 'Ada <b>', email: 'ada@visitor.example', message: 'Can you help?' };
    await app.call(api.createEnquiry, { body: sent });
    await app.drainOutbox();
    const [enquiry] = (await owner.call(api.listEnquiries)).body.items;
    const invited = await owner.call(api.inviteEnquirer, {
      params: { id: enquiry?.id ?? '' },
      body: { note: 'Happy to.\n\nSee you <soon>.' },
    });
    expect(invited.body.contact).toMatchObject({
      status: 'read',
      invitedAt: app.clock.now().toISOString(),
    });
    await app.drainOutbox();
    const mail = app.mails.at(-1);
    expect(mail?.to.address).toBe(sent.email);
    expect(mail?.text).toContain('See you <soon>.');
    expect(mail?.html).not.toContain('<soon>');
    expect(mail?.text).toContain('/start');
    const counts = (await owner.call(api.listEnquiries, { query: { status: 'new' } })).body.total;
    expect(counts).toBe(0);
  });
});
