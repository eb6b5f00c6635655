import { createHash } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import { MESSAGE_MAX } from '@atelier/domain/messages/rules.ts';
import { expect, it } from 'vitest';
import { line, NOTHING, part, setUpChanges } from '../../../test/harness/change-orders.ts';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { newId } from '../../platform/ids.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const PLAN = [
  ['at the start', 144_000],
  ['in spring', 144_000],
  ['at launch', 192_000],
];

describeEachEngine((engine) => {
  it('a change order is begun only after the contract is accepted', async () => {
    const { app, changes, invoices } = await setUpChanges(engine, { isAccepted: false });
    await using _ = app;
    const early = await changes.create();
    expect([early.status, early.body.code]).toEqual([409, 'conflict']);
    expect(await changes.list()).toEqual([]);
    await invoices.accept();
    expect((await changes.create()).body.items).toMatchObject([{ number: 1, status: 'draft', total: 0 }]);
  });

  it('a second try with the same key makes no second draft', async () => {
    const { app, changes } = await setUpChanges(engine);
    await using _ = app;
    const key = newId();
    await changes.create({ key });
    expect((await changes.create({ key })).body.items).toHaveLength(1);
    expect((await changes.create()).body.items.map(({ number }) => number)).toEqual([2, 1]);
  });

  it('the client sees a change order once it is sent', async () => {
    const { app, changes, client, params, drainMails } = await setUpChanges(engine);
    await using _ = app;
    const [made] = (await changes.create()).body.items;
    const id = made?.id ?? '';
    await changes.save(id);
    expect(await changes.seen()).toEqual([]);
    for (const refused of [await changes.accept(id), await changes.decline(id)])
      expect(refused.status).toBe(404);
    const preview = await changes.preview(id);
    expect(Buffer.from(preview.body.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    await drainMails();
    expect((await changes.send(id)).status).toBe(200);
    const [seen] = await changes.seen();
    expect(seen).toMatchObject({ number: 1, status: 'sent', total: 900, reason: 'You asked for it.' });
    expect(Object.keys(seen ?? {})).not.toEqual(
      expect.arrayContaining(['messageId', 'revision', 'createdAt']),
    );
    const document = await app.inject({ url: new URL(seen?.url ?? '').pathname });
    expect(sha256(document.rawPayload)).toBe(seen?.hash);
    const mails = await drainMails();
    expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      [client.email, 'A change to the contract for Acme · Care'],
    ]);
    const kinds = (await client.call(api.listActivity, { params })).body.items.map(({ kind }) => kind);
    expect(kinds[0]).toBe('change_order_sent');
  });

  it('a draft that changes nothing, or over another revision, is not sent', async () => {
    const { app, changes } = await setUpChanges(engine);
    await using _ = app;
    const [made] = (await changes.create()).body.items;
    const id = made?.id ?? '';
    const empty = await changes.send(id, 1);
    expect([empty.status, empty.body.code]).toEqual([400, 'validation_failed']);
    await changes.save(id);
    for (const stale of [await changes.save(id), await changes.send(id, 1), await changes.remove(id)])
      expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
    expect((await changes.remove(id, 2)).body.items).toEqual([]);
  });

  it('payments have to add up, and to wait for milestones of the project', async () => {
    const { app, changes } = await setUpChanges(engine);
    await using _ = app;
    const [made] = (await changes.create()).body.items;
    const id = made?.id ?? '';
    const terms = (payments: object[]) => ({ terms: { ...NOTHING, lines: [line(500)], payments } });
    expect((await changes.save(id, terms([part(60)]))).status).toBe(400);
    const elsewhere = part(100, { due: 'milestone', milestoneId: newId() });
    expect((await changes.save(id, terms([elsewhere]))).status).toBe(200);
    const refused = await changes.send(id);
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
    expect(await changes.seen()).toEqual([]);
  });

  it('an acceptance is recorded, and extends the total, the payments and the milestones', async () => {
    const { app, changes, client, params, invoices, drainMails } = await setUpChanges(engine);
    await using _ = app;
    expect(await changes.plan()).toEqual(PLAN);
    const before = await changes.milestones();
    const { id, hash, url } = await changes.sent();
    await drainMails();
    const reply = await changes.accept(id, { name: ' Ada  Sample ', ...(hash && { hash }) });
    expect(reply.body.items).toMatchObject([
      {
        status: 'accepted',
        acceptedName: 'Ada Sample',
        hash,
        endedAt: app.clock.now().toISOString(),
        recordUrl: expect.any(String),
      },
    ]);
    const kept = await app.db.selectFrom('change_orders').selectAll().executeTakeFirstOrThrow();
    expect(kept).toMatchObject({
      account_id: client.id,
      account_email: client.email,
      typed_name: 'Ada Sample',
      address: '127.0.0.1',
      user_agent: 'lightMyRequest',
    });
    expect(await changes.total()).toBe(5_700);
    expect((await app.db.selectFrom('contract_acceptances').select('total').execute())[0]?.total).toBe(4_800);
    expect(await changes.plan()).toEqual([
      ...PLAN,
      ['when this change is accepted', 45_000],
      ['with the shop', 45_000],
    ]);
    const drafts = (await invoices.studio()).items.map(({ title, total }) => [title, total]);
    expect(drafts[0]).toEqual(['50% when this change is accepted', 45_000]);
    const after = await changes.milestones();
    expect(before.map(({ due }) => due)).toEqual(['2030-02-27', null]);
    expect(after.map(({ due }) => due)).toEqual(['2030-03-02', null, '2030-04-12']);
    expect(after[2]).toMatchObject({ title: 'Shop', description: 'Ready to sell.' });

    const mails = await drainMails();
    const copies = mails.filter(({ attachments = [] }) => attachments.length > 0);
    expect(copies.map(({ to }) => to.address).sort()).toEqual([client.email, 'owner@studio.example']);
    const document = await app.inject({ url: new URL(url ?? '').pathname });
    const record = await app.inject({ url: new URL(reply.body.items[0]?.recordUrl ?? '').pathname });
    for (const { attachments = [], subject } of copies) {
      expect(subject).toContain('accepted a change order: More pages');
      expect(attachments.map(({ name }) => name)).toEqual([
        'Change order 1 Acme Care.pdf',
        'Record of acceptance Acme Care change order 1.pdf',
      ]);
      expect(attachments[0]?.content.equals(document.rawPayload)).toBe(true);
      expect(attachments[1]?.content.equals(record.rawPayload)).toBe(true);
    }
    // What it moves and adds is in the document: no other mail says so, then or in a digest.
    expect(copies).toHaveLength(mails.length);
    app.clock.advance(86_400);
    expect((await drainMails()).filter(({ to }) => to.address === client.email)).toEqual([]);
    const [listed] = (await client.call(api.listActivity, { params })).body.items.filter(
      ({ kind }) => kind === 'change_order_accepted',
    );
    expect(listed?.detail).toEqual({ number: 1, hash, total: 900, name: 'Ada Sample' });
    expect((await changes.decline(id)).status).toBe(409);
    expect((await changes.withdraw(id)).status).toBe(409);
  });

  it('a payment is due at once when its milestone is approved already', async () => {
    const { app, changes, client, owner, params, invoices } = await setUpChanges(engine);
    await using _ = app;
    const [first] = await changes.milestones();
    const milestoneId = first?.id ?? '';
    const at = { ...params, milestoneId };
    const payments = [part(100, { label: 'with the first step', due: 'milestone', milestoneId })];
    const { id } = await changes.sent({ ...NOTHING, lines: [line(500)], payments });
    await owner.call(api.setMilestoneStatus, { params: at, body: { status: 'in_review' } });
    await client.call(api.reviewMilestone, { params: at, body: { status: 'approved' } });
    await changes.accept(id);
    expect((await invoices.studio()).items[0]).toMatchObject({
      title: '100% with the first step',
      total: 50_000,
    });
  });

  it('less to pay comes off the payments that are planned last', async () => {
    const { app, changes, invoices } = await setUpChanges(engine);
    await using _ = app;
    const { id } = await changes.sent({ ...NOTHING, lines: [line(-2_000, 'Without a shop')] });
    expect((await changes.accept(id)).status).toBe(200);
    expect(await changes.total()).toBe(2_800);
    expect(await changes.plan()).toEqual([
      ['at the start', 144_000],
      ['in spring', 136_000],
      ['at launch', 0],
    ]);
    // What is invoiced stays.
    expect((await invoices.studio()).items).toMatchObject([{ total: 144_000 }]);
  });

  it('nothing is invoiced for a payment of which nothing is left', async () => {
    const { app, changes, client, owner, params, invoices } = await setUpChanges(engine);
    await using _ = app;
    const { id } = await changes.sent({ ...NOTHING, lines: [line(-1_920, 'Without a shop')] });
    await changes.accept(id);
    for (const { id: milestoneId } of await changes.milestones()) {
      const at = { ...params, milestoneId };
      await owner.call(api.setMilestoneStatus, { params: at, body: { status: 'in_review' } });
      await client.call(api.reviewMilestone, { params: at, body: { status: 'approved' } });
    }
    expect((await invoices.studio()).items.map(({ title }) => title)).toEqual(['30% at the start']);
  });

  it('a declined change order changes nothing, and its reason reaches the studio', async () => {
    const { app, changes, drainMails } = await setUpChanges(engine);
    await using _ = app;
    const { id } = await changes.sent();
    await drainMails();
    expect((await changes.decline(id, 'Too much.')).body.items).toMatchObject([
      { status: 'declined', answer: 'Too much.', acceptedName: null, recordUrl: null },
    ]);
    expect((await changes.accept(id)).status).toBe(409);
    expect([await changes.total(), await changes.plan()]).toEqual([4_800, PLAN]);
    const mails = await drainMails();
    expect(mails.map(({ to }) => to.address)).toEqual(['owner@studio.example']);
    expect(mails[0]?.text).toContain('Too much.');
  });

  it('either accepting or withdrawing wins when both arrive at once', async () => {
    const { app, changes } = await setUpChanges(engine);
    await using _ = app;
    for (let round = 0; round < 4; round += 1) {
      const { id } = await changes.sent({ ...NOTHING, lines: [line(100)], payments: [part(100)] });
      const acts = [() => changes.accept(id), () => changes.withdraw(id)];
      const replies = await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { status, recordUrl } = (await changes.newest()) ?? {};
      expect(['accepted', 'withdrawn']).toContain(status);
      expect(recordUrl !== null).toBe(status === 'accepted');
    }
    const accepted = (await changes.list()).filter(({ status }) => status === 'accepted').length;
    expect(await changes.total()).toBe(4_800 + 100 * accepted);
    expect(await changes.plan()).toHaveLength(3 + accepted);
  });

  it('a change order is accepted once, however often it is pressed', async () => {
    const { app, changes, client, params } = await setUpChanges(engine);
    await using _ = app;
    const { id } = await changes.sent();
    const replies = await Promise.all([1, 2, 3].map(() => changes.accept(id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await changes.plan()).toHaveLength(5);
    const { items } = (await client.call(api.listActivity, { params })).body;
    expect(items.filter(({ kind }) => kind === 'change_order_accepted')).toHaveLength(1);
    expect((await changes.milestones()).filter(({ title }) => title === 'Shop')).toHaveLength(1);
  });

  it('another document than the one that was shown is not accepted', async () => {
    const { app, changes } = await setUpChanges(engine);
    await using _ = app;
    const { id } = await changes.sent();
    const stale = await changes.accept(id, { hash: 'a'.repeat(64) });
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
    expect((await changes.accept(id, { name: ' ' })).status).toBe(400);
    expect((await changes.newest())?.status).toBe('sent');
  });

  it('a stranger, another project and a missing one are answered alike', async () => {
    const { app, changes, client, owner, params } = await setUpChanges(engine);
    await using _ = app;
    const { id } = await changes.sent();
    const stranger = await app.signIn({ email: 'eve@client.example' });
    const at = { params: { ...params, changeOrderId: id } };
    const replies = [
      await stranger.call(api.listChangeOrders, { params }),
      await stranger.call(api.acceptChangeOrder, { ...at, body: { name: 'Eve' } }),
      await stranger.call(api.declineChangeOrder, { ...at, body: {} }),
      await client.call(api.acceptChangeOrder, {
        params: { ...params, changeOrderId: newId() },
        body: { name: 'Ada' },
      }),
      await owner.call(api.withdrawChangeOrder, { params: { id: newId(), changeOrderId: id } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await client.call(api.listChangeOrdersAsStudio, { params })).status).toBe(403);
    expect((await changes.newest())?.status).toBe('sent');
  });

  it('a deleted project keeps what was accepted, and nothing else', async () => {
    const { app, changes, owner, params } = await setUpChanges(engine);
    await using _ = app;
    const accepted = await changes.sent();
    await changes.accept(accepted.id);
    await changes.decline((await changes.sent()).id);
    await changes.sent();
    await changes.create();
    const query = { confirm: params.id.slice(-6) };
    expect((await owner.call(api.deleteProject, { params, query })).status).toBe(200);
    const left = await app.db.selectFrom('change_orders').selectAll().execute();
    expect(left.map(({ id, status }) => [id, status])).toEqual([[accepted.id, 'accepted']]);
    for (const key of [left[0]?.document_key, left[0]?.record_key]) {
      const stored = await app.db
        .selectFrom('stored_files')
        .selectAll()
        .where('key', '=', key ?? '')
        .execute();
      expect(stored).toHaveLength(1);
    }
  });

  it('a client’s message becomes the reason, and no other message does', async () => {
    const { app, changes, client, owner, params } = await setUpChanges(engine);
    await using _ = app;
    const body = 'x'.repeat(MESSAGE_MAX);
    await client.call(api.sendMessage, { params, body: { body: 'Could you add a shop?' } });
    await client.call(api.sendMessage, { params, body: { body } });
    await owner.call(api.sendMessageAsStudio, { params, body: { body: 'Yes.' } });
    const { items } = (await owner.call(api.listMessagesAsStudio, { params })).body;
    const [short, long, own] = items.map(({ _id }) => _id);
    expect((await changes.create({ title: 'A shop', messageId: short })).body.items[0]).toMatchObject({
      title: 'A shop',
      reason: 'Could you add a shop?',
      messageId: short,
    });
    // A draft that can be saved, however long the message is.
    const [made] = (await changes.create({ messageId: long })).body.items;
    const { id = '', reason, title } = made ?? {};
    expect((await changes.save(id, { title, reason, terms: NOTHING })).status).toBe(200);
    for (const messageId of [own, newId()]) expect((await changes.create({ messageId })).status).toBe(404);
  });
});
