import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { bring, writeMail } from '../../../test/harness/mail-domains.ts';
import { setUpMailIn } from '../../../test/harness/mail-in.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { createTestApp } from '../../../test/harness/test-app.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';

describeEachEngine((engine) => {
  it('a client’s answer by mail becomes their message, without what it quotes', async () => {
    const { app, client, owner, receive, replyAddress, messages, list, projectId } =
      await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    const [local = ''] = to.split('@');
    expect(to).toBe(to.toLowerCase());
    expect(local.length).toBeLessThanOrEqual(64);
    const answer = await receive({
      from: client.email,
      to,
      text: 'Yes, please.\r\n\r\nOn Tue, 3 Mar 2026 at 10:00, Studio <hello@studio.example> wrote:\r\n> Is that all right?',
    });
    expect(answer).toMatch(/^250/);
    const last = (await messages()).at(-1);
    expect(last).toMatchObject({ body: 'Yes, please.', authorRole: 'client', byMail: 'proven' });
    expect((await messages(owner)).at(-1)).toMatchObject({ authorEmail: client.email, byMail: 'proven' });
    expect(await list()).toMatchObject({
      isOn: true,
      quarantined: 0,
      items: [
        {
          state: 'posted',
          reason: null,
          fromAddress: client.email,
          project: { id: projectId },
          canPost: false,
        },
      ],
    });
  });

  it('the studio’s answer by mail becomes its message, if an admin’s address sent it', async () => {
    const { app, owner, client, receive, replyAddress, messages, list } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('studio');
    await receive({ from: owner.email, to, text: 'Gladly.' });
    expect((await messages()).at(-1)).toMatchObject({
      body: 'Gladly.',
      authorRole: 'owner',
      byMail: 'proven',
    });
    await receive({ from: client.email, to, text: 'As the studio.' });
    expect((await list('quarantined')).items).toMatchObject([{ reason: 'other_sender' }]);
    expect((await messages()).at(-1)?.body).toBe('Gladly.');
  });

  it('no mail carries an address for answers of a studio whose admins need a second factor', async () => {
    const { app, client, owner, mailed, params } = await setUpMailIn(engine, { AUTH_ADMIN_MFA: 'required' });
    await using _ = app;
    await client.call(api.sendMessage, { params, body: { body: 'Hello' } });
    expect((await mailed(owner.email))?.replyTo).toBeUndefined();
  });

  it('an address of before such a studio asked for second factors takes no answer of its', async () => {
    const { app, client, owner, receive, replyAddress, messages, list } = await setUpMailIn(engine, {
      AUTH_ADMIN_MFA: 'required',
    });
    await using _ = app;
    const to = await replyAddress('client');
    await receive({ from: client.email, to, text: 'A client’s' });
    const studioSide = { side: 'studio' as const, account_id: '', email: owner.email };
    await app.db.updateTable('reply_addresses').set(studioSide).execute();
    await receive({ from: owner.email, to, text: 'In the studio’s name' });
    expect((await messages()).at(-1)?.body).toBe('A client’s');
    expect((await list('quarantined')).items).toMatchObject([{ reason: 'no_access', canPost: false }]);
  });

  it('mails carry no such address, and the list says so, while answers by mail are off', async () => {
    await using app = await createTestApp({ engine });
    const [client, owner] = [await app.signIn(), await app.signInOwner()];
    const { id } = (await client.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
    await owner.call(api.sendMessageAsStudio, { params: { id }, body: { body: 'Hello' } });
    app.clock.advance(200);
    await runJob(app, 'notifications.deliver');
    await app.drainOutbox();
    const mail = app.mails.findLast(({ to }) => to.address === client.email);
    expect(mail?.replyTo).toBeUndefined();
    expect(mail?.text).not.toContain('reply to this email');
    expect((await owner.call(api.listInboundMails, {})).body).toMatchObject({ isOn: false, items: [] });
    expect(app.instance.mailListener).toBeUndefined();
  });

  it('what isn’t proven, or comes from elsewhere, goes into quarantine and is never posted', async () => {
    const { app, client, receive, replyAddress, messages, list, owner } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    const before = (await messages()).length;
    await receive({ from: client.email, to, domain: null, text: 'Forged' });
    await receive({ from: client.email, to, domain: 'other.example', text: 'Signed by another' });
    await receive({ from: 'eve@client.example', to, text: 'Another person' });
    await receive({ from: 'eve@other.example', to, text: 'A stranger' });
    const { items, quarantined } = await list('quarantined');
    expect(items.map(({ reason, text }) => [text, reason])).toEqual([
      ['A stranger', 'other_sender'],
      ['Another person', 'other_sender'],
      ['Signed by another', 'unproven'],
      ['Forged', 'unproven'],
    ]);
    expect([quarantined, (await messages()).length]).toEqual([4, before]);
    await app.drainOutbox();
    expect(
      app.mails.filter(({ to, subject }) => to.address === owner.email && subject.includes('quarantine')),
    ).toHaveLength(1);
  });

  it('an answer at another person’s address is theirs alone', async () => {
    const { app, client, receive, replyAddress, list, messages } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    const other = await app.signIn();
    await other.call(api.submitOnboarding, { body: { final: sampleBrief } });
    await receive({ from: other.email, to, text: 'From the other' });
    expect((await list()).items).toMatchObject([{ state: 'quarantined', reason: 'other_sender' }]);
    expect((await messages(client)).map(({ body }) => body)).not.toContain('From the other');
  });

  it('an address counts for its person’s address and access of now', async () => {
    const { app, client, owner, params, receive, replyAddress, list, messages } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    app.changeProviderEmail(client, 'new@client.example');
    await receive({ from: client.email, to, text: 'From the old address' });
    await receive({ from: 'new@client.example', to, text: 'From the new address' });
    expect((await messages()).at(-1)?.body).toBe('From the new address');
    expect((await list('quarantined')).items).toMatchObject([{ reason: 'other_sender' }]);
    await owner.call(api.archiveProject, { params });
    await receive({ from: 'new@client.example', to, text: 'To an archived one' });
    await owner.call(api.disableUser, { params: { id: client.id } });
    await receive({ from: 'new@client.example', to, text: 'By a disabled one' });
    expect((await list('quarantined')).items.slice(0, 2).map(({ reason }) => reason)).toEqual([
      'no_access',
      'project_closed',
    ]);
    await owner.call(api.deleteProject, { params });
    await receive({ from: 'new@client.example', to, text: 'To a deleted one' });
    expect((await list()).items).toMatchObject([{ state: 'quarantined', reason: 'unknown_address' }]);
  });

  it('automatic mails, loops and copies are discarded and listed, empty ones wait', async () => {
    const { app, client, receive, replyAddress, list, messages } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    const from = client.email;
    await receive({ from, to, headers: ['Auto-Submitted: auto-replied'] });
    await receive({ from, to, headers: ['List-Id: <news.client.example>'] });
    await receive({ from, to, headers: ['X-Loop: reply@studio.example'] });
    await receive({ from, to, messageId: '<1@localhost>' });
    await receive({ from, to, text: '> only a quote' });
    await receive({ from, to, messageId: '<same@client.example>', text: 'Once' });
    await receive({ from, to, messageId: '<same@client.example>', text: 'Once' });
    expect((await list()).items.map(({ reason }) => reason)).toEqual([
      'duplicate',
      null,
      'empty',
      'loop',
      'loop',
      'list',
      'auto_reply',
    ]);
    expect((await messages()).filter(({ body }) => body === 'Once')).toHaveLength(1);
  });

  it('a second text under a known Message-ID is posted: only a copy is a duplicate', async () => {
    const { app, client, receive, replyAddress, list, messages } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    const mail = { from: client.email, to, messageId: '<same@client.example>' };
    for (const text of ['First', 'Second', 'First']) await receive({ ...mail, text });
    expect((await list()).items.map(({ reason }) => reason)).toEqual(['duplicate', null, null]);
    expect((await messages()).slice(-2).map(({ body }) => body)).toEqual(['First', 'Second']);
  });

  it.each(['decides', 'follows'] as const)(
    'a colleague who %s answers by mail as themselves, until they are removed',
    async (role) => {
      const { app, client, receive, mailTo, list, messages, owner, params } = await setUpMailIn(engine);
      await using _ = app;
      const colleague = await app.signIn({ username: 'bea_sample' });
      await client.call(api.inviteColleague, { params, body: { email: colleague.email, role } });
      const [invitation] = (await colleague.call(api.listReceivedInvitations)).body.items;
      await colleague.call(api.joinProject, { params: { id: invitation?.id ?? '' } });
      await owner.call(api.sendMessageAsStudio, { params, body: { body: 'Hello, both' } });
      const to = await mailTo(colleague.email);
      expect(to).not.toBe(await mailTo(client.email));

      await receive({ from: colleague.email, to, text: 'From me' });
      expect((await messages(owner)).at(-1)).toMatchObject({
        body: 'From me',
        authorEmail: colleague.email,
        authorRole: 'client',
        byMail: 'proven',
      });
      await receive({ from: client.email, to, text: 'By the contact, at the address of a colleague' });
      const { people } = (await client.call(api.listPeople, { params })).body;
      const member = people.find(({ email }) => email === colleague.email);
      await client.call(api.removeColleague, { params: { ...params, personId: member?.accountId ?? '' } });
      await receive({ from: colleague.email, to, text: 'After the end' });
      expect((await list('quarantined')).items.map(({ reason }) => reason)).toEqual([
        'no_access',
        'other_sender',
      ]);
      expect((await messages(owner)).at(-1)?.body).toBe('From me');
    },
  );

  it('attachments become files of the message, and it says what it lacks', async () => {
    const { app, client, receive, replyAddress, messages } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const part = (name: string, type: string, text: string, encoding = '7bit') =>
      `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${text}\r\n`;
    await receive({
      from: client.email,
      to,
      content: [
        'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHere they are.\r\n',
        part('logo.png', 'image/png', png, 'base64'),
        part('../../evil.exe', 'application/octet-stream', 'MZ'),
        part('notes.txt', 'text/plain', 'Notes'),
        part('a.txt', 'text/plain', 'a'),
        part('b.txt', 'text/plain', 'b'),
        part('c.txt', 'text/plain', 'c'),
        '--b--',
      ].join(''),
    });
    const last = (await messages()).at(-1);
    expect(last?.files.map(({ name }) => name)).toEqual(['logo.png', 'notes.txt', 'a.txt', 'b.txt']);
    expect(last?.body).toMatch(/^Here they are\.\n\n\[Not attached: c\.txt/);
    expect(last?.body).toContain('evil.exe');
  });

  it('the owner looks at a whole mail, posts it by hand once, or deletes it', async () => {
    const { app, client, owner, receive, replyAddress, list, messages } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    await receive({ from: client.email, to, domain: null, text: 'Really me' });
    await receive({ from: client.email, to, domain: null, text: 'Spam' });
    const [spam, mine] = (await list('quarantined')).items;
    const at = (id = '') => ({ params: { id } });
    const source = (await owner.call(api.getMailSource, at(mine?.id))).body;
    expect(source).toEqual({ source: expect.stringContaining('Really me'), isCut: false });
    for (let time = 0; time < 2; time += 1)
      expect((await owner.call(api.postInboundMail, at(mine?.id))).body.mail.state).toBe('posted');
    expect((await messages()).filter(({ body }) => body === 'Really me')).toMatchObject([
      { authorRole: 'client', byMail: 'unproven' },
    ]);
    expect((await owner.call(api.deleteInboundMail, at(spam?.id))).status).toBe(200);
    expect((await owner.call(api.deleteInboundMail, at(spam?.id))).status).toBe(404);
    expect((await owner.call(api.postInboundMail, at(spam?.id))).status).toBe(404);
    expect((await list()).items.map(({ text }) => text)).toEqual(['Really me']);
  });

  it('posts a mail once when two admins post it by hand, at once or one after a lost reply', async () => {
    const { app, owner, receive, replyAddress, list, messages } = await setUpMailIn(engine);
    await using _ = app;
    const other = await app.signIn({ username: 'other_admin' });
    await other.call(api.getMe);
    await owner.call(api.changeUser, { params: { id: other.id }, body: { role: 'admin' } });
    const to = await replyAddress('studio');
    await receive({ from: owner.email, to, domain: null, text: 'From my phone' });
    const [mail] = (await list('quarantined')).items;
    const post = (by: typeof owner) => by.call(api.postInboundMail, { params: { id: mail?.id ?? '' } });
    expect((await Promise.all([post(owner), post(other)])).map(({ status }) => status)).toEqual([200, 200]);
    // As it is where the process ends before the mail counts as posted.
    await app.db.updateTable('inbound_mails').set({ state: 'quarantined' }).execute();
    for (const by of [other, owner])
      expect((await post(by)).body).toMatchObject({ mail: { state: 'posted' } });
    expect((await messages()).filter(({ body }) => body === 'From my phone')).toHaveLength(1);
    // Who began to post it is no admin any more.
    await app.db
      .updateTable('inbound_mails')
      .set({ state: 'quarantined', lease_owner: other.email })
      .execute();
    await app.db.updateTable('accounts').set({ role: 'client' }).where('id', '=', other.id).execute();
    expect((await post(owner)).body).toMatchObject({ mail: { state: 'posted' } });
  });

  it('whole mails are deleted after the days that are set, their messages stay', async () => {
    const { app, client, receive, replyAddress, list, messages } = await setUpMailIn(engine, {
      MAIL_IN_KEEP_DAYS: '3',
    });
    await using _ = app;
    await receive({ from: client.email, to: await replyAddress('client'), text: 'Stays' });
    app.clock.advance(3 * 24 * 3600 - 60);
    await runJob(app, 'mail-in.delete-old');
    expect((await list()).items).toHaveLength(1);
    app.clock.advance(120);
    await runJob(app, 'mail-in.delete-old');
    expect((await list()).items).toEqual([]);
    expect((await messages()).at(-1)?.body).toBe('Stays');
    await app.instance.platform.storage.sweep();
    expect(
      await app.db.selectFrom('stored_files').select('key').where('name', '=', 'mail.eml').execute(),
    ).toEqual([]);
  });

  it('an account’s own copy has its mails, and its end deletes them', async () => {
    const { app, client, owner, receive, replyAddress, list } = await setUpMailIn(engine);
    await using _ = app;
    await receive({ from: client.email, to: await replyAddress('client'), text: 'Mine' });
    const copy = JSON.stringify((await client.call(api.exportMyData, {})).body);
    expect(copy).toContain('"mailsReceived"');
    expect(copy).toContain('Mine');
    await client.call(api.deleteMyAccount, { body: { confirmation: client.email } });
    expect((await list()).items).toEqual([]);
    expect(
      await app.db.selectFrom('reply_addresses').select('id').where('account_id', '=', client.id).execute(),
    ).toEqual([]);
    expect(owner.id).not.toBe(client.id);
  });

  it('the copy of an account without a confirmed address has no mail that names no sender', async () => {
    const { app, client, owner, port, replyAddress, list } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    const raw = writeMail({ from: client.email, to, text: 'From nobody' }).replace(/^From: .*\r\n/, '');
    await bring(port, raw, { from: client.email, to });
    await app.whenIdle();
    const [mail] = (await list('quarantined')).items;
    expect(mail?.fromAddress).toBe('');
    expect((await owner.call(api.postInboundMail, { params: { id: mail?.id ?? '' } })).status).toBe(200);
    const stranger = await app.signIn({ isConfirmed: false });
    expect(JSON.stringify((await stranger.call(api.exportMyData, {})).body)).not.toContain('From nobody');
  });
});

describeEachEngine((engine) => {
  it('the listener takes mails for its own addresses alone, one recipient each, of a size', async () => {
    const { app, client, port, replyAddress, list } = await setUpMailIn(engine, { MAIL_IN_MAX_MB: '1' });
    await using _ = app;
    const to = await replyAddress('client');
    const raw = (address: string) => writeMail({ from: client.email, to: address });
    for (const stranger of [
      'reply@studio.example',
      'ada@other.example',
      to.replace('+', '+a'),
      to.replace(/.@/, (end) => (end === 'a@' ? 'b@' : 'a@')),
    ])
      expect(await bring(port, raw(stranger), { from: client.email, to: stranger }), stranger).toMatch(
        /^550/,
      );
    const many = Array.from({ length: 1_000 }, () => to);
    expect(await bring(port, raw(to), { from: client.email, to: many })).toMatch(/^250/);
    const large = writeMail({ from: client.email, to, text: 'x'.repeat(2 * 1024 * 1024) });
    expect(await bring(port, large, { from: client.email, to })).toMatch(/^552/);
    await app.whenIdle();
    expect((await list()).items).toHaveLength(1);
    expect(await bring(port, raw(to.toUpperCase()), { from: client.email, to: to.toUpperCase() })).toMatch(
      /^250/,
    );
  });

  it('an address takes so much a day, and the rest later', async () => {
    const { app, client, port, replyAddress } = await setUpMailIn(engine, {
      MAIL_IN_MAX_MB: '1',
      RATE_LIMIT_SCALE: '1',
    });
    await using _ = app;
    const to = await replyAddress('client');
    const large = writeMail({ from: client.email, to, text: 'x'.repeat(900 * 1024) });
    const answers = [];
    for (let time = 0; time < 10; time += 1)
      answers.push(await bring(port, large, { from: client.email, to }));
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual([...Array(9).fill('250'), '452']);
    const small = writeMail({ from: client.email, to, text: 'Short' });
    expect(await bring(port, small, { from: client.email, to })).toMatch(/^250/);
    app.clock.advance(24 * 3600);
    expect(await bring(port, large, { from: client.email, to })).toMatch(/^250/);
    await app.whenIdle();
  });

  it('a mail that can’t be stored is not acknowledged', async () => {
    const { app, client, port, replyAddress, list } = await setUpMailIn(engine);
    await using _ = app;
    const to = await replyAddress('client');
    app.reachReserve();
    expect(await bring(port, writeMail({ from: client.email, to }), { from: client.email, to })).toMatch(
      /^452/,
    );
    await app.whenIdle();
    expect((await list()).items).toEqual([]);
  });
});
