import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/harness/database.ts';
import { setUpInvoices } from '../../test/harness/invoices.ts';
import { sampleTerms } from '../../test/samples/contracts.ts';
import { newId } from '../platform/ids.ts';

/** What the sample invoice comes to. */
const TOTAL = 9_580;

describeEachEngine((engine) => {
  it('the figures say what is outstanding, overdue, expected and paid', async () => {
    const { app, invoices, owner } = await setUpInvoices(engine);
    await using _ = app;
    const money = async () => (await owner.call(api.getMoney, {})).body;
    expect(await money()).toMatchObject({
      outstanding: { amount: 0, count: 0 },
      overdue: { amount: 0, count: 0 },
      daysToPay: { average: null, count: 0 },
      clients: [],
      years: [],
    });
    const parts = sampleTerms.plan.parts.map((part) =>
      part.due === 'date' ? { ...part, date: '2026-05-01' } : part,
    );
    // A draft of 1,440, 1,440 planned in May, and 1,920 without a date.
    await invoices.accept({ plan: { kind: 'custom', parts } });
    const [first, second, third] = [await invoices.sent(), await invoices.sent(), await invoices.sent()];
    await invoices.pay(first, TOTAL, { on: '2026-03-12', fee: 25 });
    await invoices.pay(second, 1_000, { on: '2026-03-12' });
    await invoices.credit(third, 8_850);
    const seen = await money();
    expect(seen).toMatchObject({
      outstanding: { amount: TOTAL - 1_000, count: 1 },
      overdue: { amount: 0, count: 0 },
      drafts: { amount: 144_000, count: 1 },
      undated: 192_000,
      daysToPay: { average: 10, count: 1 },
      years: [2026],
    });
    expect(seen.expected).toHaveLength(12);
    expect(seen.expected.filter(({ invoiced, planned }) => invoiced > 0 || planned > 0)).toEqual([
      { month: '2026-03', invoiced: TOTAL - 1_000, planned: 0 },
      { month: '2026-05', invoiced: 0, planned: 144_000 },
    ]);
    expect(seen.paid.map(({ month }) => month)).toEqual([
      ...['2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09'],
      ...['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03'],
    ]);
    expect(seen.paid.at(-1)).toEqual({ month: '2026-03', amount: TOTAL + 1_000, fees: 25 });
    expect(seen.clients).toMatchObject([
      { client: 'Acme', invoiced: 2 * TOTAL, paid: TOTAL + 1_000, open: TOTAL - 1_000, count: 3 },
    ]);
    // What is overdue is expected now.
    app.clock.set('2026-04-02T09:00:00.000Z');
    const later = await money();
    expect(later.overdue).toEqual({ amount: TOTAL - 1_000, count: 1 });
    expect(later.expected[0]).toEqual({ month: '2026-04', invoiced: TOTAL - 1_000, planned: 0 });
  });

  it('the bookkeeper gets a row for each line, with its tax, and credit notes as negative', async () => {
    const { app, invoices, owner } = await setUpInvoices(engine);
    await using _ = app;
    const id = await invoices.sent();
    await invoices.credit(id, 1_001);
    const file = await app.inject({
      url: '/api/admin/money/lines?year=2026',
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(file.headers['content-disposition']).toContain('invoices-2026.csv');
    expect(file.payload.split('\r\n').slice(1, 3)).toEqual([
      '2026-0001,Invoice,sent,2026-03-02,2026-03-16,,Acme,,Acme · Care,Hosting,88.5,Sales tax,8.25,7.3,95.8',
      '2026-0002,Credit note,sent,2026-03-02,,,Acme,,Acme · Care,Hosting in spring,-10.01,Sales tax,8.25,-0.83,-10.84',
    ]);
    const abroad = await app.inject({
      url: '/api/admin/money/lines?year=2026&separator=semicolon',
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(abroad.payload.split('\r\n').slice(1, 3)).toEqual([
      '2026-0001;Invoice;sent;2026-03-02;2026-03-16;;Acme;;Acme · Care;Hosting;"88,5";Sales tax;"8,25";"7,3";"95,8"',
      '2026-0002;Credit note;sent;2026-03-02;;;Acme;;Acme · Care;Hosting in spring;"-10,01";Sales tax;"8,25";"-0,83";"-10,84"',
    ]);
    const none = await app.inject({
      url: '/api/admin/money/lines?year=2025',
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(none.payload.trim().split('\r\n')).toHaveLength(1);
  });

  it('the bookkeeper gets a year’s numbers of another prefix, page by page, and nothing owed for void ones', async () => {
    const { app, invoices, owner } = await setUpInvoices(engine);
    await using _ = app;
    const first = await invoices.sent();
    await invoices.void(first);
    await invoices.sent();
    // As before the studio chose another prefix.
    await app.db.updateTable('invoices').set({ number: 'OLD-2026-0001' }).where('id', '=', first).execute();
    const row = await app.db
      .selectFrom('invoices')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    for (let n = 0; n < 450; n += 1) {
      const number = `OLD-2026-${String(1_000 + n)}`;
      await app.db
        .insertInto('invoices')
        .values({ ...row, id: newId(), number, source_key: number, status: 'sent' })
        .execute();
    }
    const file = await app.inject({
      url: '/api/admin/money/lines?year=2026',
      headers: { authorization: `Bearer ${owner.token}` },
    });
    const lines = file.payload.trim().split('\r\n').slice(1);
    const numbers = lines.map((line) => line.split(',')[0]);
    expect([numbers.length, new Set(numbers).size]).toEqual([452, 452]);
    const voided = lines.find((line) => line.startsWith('OLD-2026-0001,'));
    expect(voided).toMatch(/,Invoice,void,.*,Hosting,0,Sales tax,8\.25,0,0$/);
  });

  it('a year’s documents come as one file, as they were sent', async () => {
    const { app, invoices, owner } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.sent();
    await invoices.sent();
    const file = await app.inject({
      url: '/api/admin/money/documents?year=2026',
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(file.headers['content-type']).toBe('application/zip');
    const bytes = file.rawPayload;
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    for (const name of ['Invoice 2026-0001.pdf', 'Invoice 2026-0002.pdf'])
      expect(bytes.includes(name)).toBe(true);
    expect(bytes.toString('latin1').match(/%%EOF/g)).toHaveLength(2);
  });

  it('only the studio sees the figures', async () => {
    const { app, client } = await setUpInvoices(engine);
    await using _ = app;
    expect((await client.call(api.getMoney, {})).status).toBe(403);
  });
});
