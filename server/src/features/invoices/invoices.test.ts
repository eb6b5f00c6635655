import { createHash } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { setUpInvoices } from '../../../test/harness/invoices.ts';
import { sampleInvoice } from '../../../test/samples/invoices.ts';
import { newId } from '../../platform/ids.ts';

const TOTAL = 9_580;

describeEachEngine((engine) => {
  it('a sent invoice has a number, a due day and a PDF whose hash is kept, and the client gets it', async () => {
    const { app, invoices, actions, client } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.create();
    const draft = await invoices.newest();
    expect(draft).toMatchObject({
      status: 'draft',
      number: null,
      net: 8_850,
      tax: 730,
      total: TOTAL,
      open: 0,
    });
    expect((await invoices.seen()).items).toEqual([]);
    const preview = await invoices.preview(draft.id);
    expect(Buffer.from(preview.body.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');

    expect((await invoices.send(draft.id)).status).toBe(200);
    const sent = await invoices.newest();
    expect(sent).toMatchObject({
      status: 'sent',
      state: 'sent',
      number: '2026-0001',
      issuedOn: '2026-03-02',
      dueOn: '2026-03-16',
      open: TOTAL,
    });
    const [seen] = (await invoices.seen()).items;
    expect(seen).toMatchObject({
      number: '2026-0001',
      state: 'sent',
      open: TOTAL,
      lines: sampleInvoice.lines,
    });
    const file = await actions.download(seen?.url);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(sent.hash);
    await app.drainOutbox();
    const mail = app.mails.find(({ subject }) => subject.startsWith('Invoice 2026-0001'));
    expect(mail?.to.address).toBe(client.email);
    expect(mail?.attachments?.map(({ name }) => name)).toEqual(['Invoice 2026-0001.pdf']);
  });

  it('numbers have no gaps and no doubles when many invoices are sent at once', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    for (let count = 0; count < 5; count += 1) await invoices.create();
    const drafts = (await invoices.studio()).items;
    const replies = await Promise.all(drafts.flatMap(({ id }) => [invoices.send(id), invoices.send(id)]));
    expect(replies.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(200),
      ...Array(5).fill(409),
    ]);
    const numbers = (await invoices.studio()).items.map(({ number }) => number).sort();
    expect(numbers).toEqual(['2026-0001', '2026-0002', '2026-0003', '2026-0004', '2026-0005']);
    // Documents that were made for a number which another invoice took are removed.
    const kept = await app.db.selectFrom('stored_files').select('key').where('drop_at', 'is', null).execute();
    expect(kept).toHaveLength(5);
  });

  it('numbers begin again with each year', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    for (const [moment, number] of [
      ['2026-12-31T23:59:00.000Z', '2026-0001'],
      ['2027-01-01T00:01:00.000Z', '2027-0001'],
      ['2027-01-01T00:02:00.000Z', '2027-0002'],
    ] as const) {
      await invoices.create();
      const { id } = await invoices.newest();
      app.clock.set(moment);
      await invoices.send(id);
      expect((await invoices.newest()).number).toBe(number);
    }
  });

  it('a sent invoice never changes, whatever is called', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.create();
    const { id } = await invoices.newest();
    await invoices.send(id);
    const sent = await invoices.newest();
    for (const reply of [
      await invoices.change(id, { title: 'Other' }),
      await invoices.change(id, { title: 'Other', revision: 2 }),
      await invoices.remove(id, 2),
      await invoices.send(id, 2),
      await invoices.preview(id),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([409, 'conflict']);
    }
    expect({ ...(await invoices.newest()), url: '' }).toEqual({ ...sent, url: '' });
  });

  it('a draft is changed, sent or deleted only as it was read', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.create();
    const { id } = await invoices.newest();
    expect((await invoices.change(id, { title: 'Changed' })).status).toBe(200);
    for (const reply of [
      await invoices.change(id, { title: 'Late' }),
      await invoices.send(id, 1),
      await invoices.remove(id, 1),
    ]) {
      expect(reply.status).toBe(409);
    }
    expect(await invoices.newest()).toMatchObject({ title: 'Changed', revision: 2, status: 'draft' });
    expect((await invoices.remove(id, 2)).body.items).toEqual([]);
  });

  it('an invoice that is made twice with one key is one', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    const key = newId();
    await Promise.all([invoices.create({ key }), invoices.create({ key })]);
    await invoices.create({ key });
    expect((await invoices.studio()).items).toHaveLength(1);
    expect((await app.db.selectFrom('invoices').select('id').execute()).length).toBe(1);
  });

  it('a voided invoice keeps its number, and nothing is left to pay', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.create();
    const { id } = await invoices.newest();
    expect((await invoices.void(id)).status).toBe(409);
    await invoices.send(id);
    expect((await invoices.void(id)).status).toBe(200);
    expect((await invoices.void(id)).status).toBe(409);
    expect((await invoices.seen()).items).toMatchObject([
      { state: 'void', number: '2026-0001', open: 0, reason: 'Sent twice.' },
    ]);
    await invoices.create();
    await invoices.send((await invoices.newest()).id);
    expect((await invoices.newest()).number).toBe('2026-0002');
    await app.drainOutbox();
    expect(app.mails.filter(({ subject }) => subject === 'Invoice 2026-0001 is void')).toHaveLength(1);
  });

  it('credit notes take off what an invoice came to, and not a cent more', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.create();
    const { id } = await invoices.newest();
    await invoices.send(id);
    const key = newId();
    expect((await invoices.credit(id, 1_001, key)).status).toBe(200);
    expect((await invoices.credit(id, 1_001, key)).status).toBe(200);
    const [note, invoice] = (await invoices.seen()).items;
    expect(note).toMatchObject({
      kind: 'credit_note',
      number: '2026-0002',
      state: 'sent',
      net: 1_001,
      tax: 83,
      total: 1_084,
      creditsId: id,
    });
    expect(invoice).toMatchObject({ state: 'part_paid', credited: 1_084, open: TOTAL - 1_084 });
    expect((await invoices.credit(id, 7_850)).status).toBe(409);
    expect((await invoices.credit(id, 7_849)).status).toBe(200);
    expect((await invoices.seen()).items.at(-1)).toMatchObject({ state: 'paid', credited: TOTAL, open: 0 });
    expect((await invoices.credit(id, 1)).status).toBe(409);
    expect((await invoices.void(id)).status).toBe(409);
  });

  it('a credit note of a part never comes to more than the invoice', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    const line = (n: number, unitPrice: number, taxName: string, taxRate: number) => ({
      ...{ id: newId(), title: `Line ${n}`, detail: '', quantity: 100, unitPrice, taxName, taxRate },
    });
    await invoices.create({ lines: [line(1, 10_000, 'No tax', 0), line(2, -5_000, 'Sales tax', 2_000)] });
    const { id, total } = await invoices.newest();
    await invoices.send(id);
    expect(total).toBe(4_000);
    expect((await invoices.credit(id, 4_500)).status).toBe(409);
    expect((await invoices.credit(id, 4_000)).status).toBe(200);
    expect(await invoices.newest()).toMatchObject({ kind: 'credit_note', total: 4_000 });
  });

  it('an invoice is paid on the day on which a credit note takes off the rest', async () => {
    const { app, invoices, owner, params } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.create();
    const { id } = await invoices.newest();
    await invoices.send(id);
    const { net } = await invoices.newest();
    const paid = { params: { ...params, invoiceId: id }, body: { amount: 5_000, on: '2026-03-02' } };
    expect((await owner.call(api.recordPayment, paid)).status).toBe(200);
    app.clock.set('2026-03-09T12:00:00.000Z');
    const seen = async () => (await invoices.seen()).items.find((each) => each.id === id);
    await invoices.credit(id, 1_000);
    expect(await seen()).toMatchObject({ state: 'part_paid', paidOn: null });
    await invoices.credit(id, net - 1_000);
    expect(await seen()).toMatchObject({ state: 'paid', paidOn: '2026-03-09', credit: 5_000 });
  });

  it('an archived project’s invoices can be sent, and a deleted project’s stay', async () => {
    const { app, invoices, owner, params } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.create();
    await invoices.create();
    const [{ id } = { id: '' }] = (await invoices.studio()).items;
    await owner.call(api.archiveProject, { params });
    expect((await invoices.send(id)).status).toBe(200);
    expect((await owner.call(api.deleteProject, { params })).status).toBe(200);
    const { items } = (await owner.call(api.listAllInvoices, { query: { state: 'all' } })).body;
    // The draft went with the project.
    expect(items).toMatchObject([
      { number: '2026-0001', isProjectDeleted: true, client: 'Acme', open: TOTAL },
    ]);
  });

  it('nobody but the client and the studio sees an invoice', async () => {
    const { app, invoices, params } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.create();
    await invoices.send((await invoices.newest()).id);
    const stranger = await app.signIn({ email: 'eve@client.example' });
    expect((await stranger.call(api.listInvoices, { params })).status).toBe(404);
    expect((await stranger.call(api.saveBilling, { params, body: sampleInvoice.billing })).status).toBe(404);
    expect((await stranger.call(api.listAllInvoices, {})).status).toBe(403);
  });

  it('billing details change later invoices alone', async () => {
    const { app, invoices, client, params } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.create();
    await invoices.send((await invoices.newest()).id);
    const billing = { name: 'Acme Holding', address: '2 Sample Street', taxId: '99' };
    const saved = await client.call(api.saveBilling, { params, body: billing });
    expect([saved.status, saved.body.billing]).toEqual([200, billing]);
    expect(await invoices.studio()).toMatchObject({ billing, items: [{ billing: sampleInvoice.billing }] });
    const { items } = (await client.call(api.listActivity, { params })).body;
    expect(items[0]).toMatchObject({ kind: 'billing_saved', actorRole: 'client' });
    // The next project of this client begins with them.
    const other = await client.call(api.listInvoices, { params });
    expect(other.body.billing).toEqual(billing);
  });
});
