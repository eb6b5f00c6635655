import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { setUpInvoices } from '../../../test/harness/invoices.ts';
import { newId } from '../../platform/ids.ts';

/** What the sample invoice comes to. */
const TOTAL = 9_580;

describeEachEngine((engine) => {
  it('an invoice is part paid, then paid on the day of the last payment, and the client hears of both', async () => {
    const { app, invoices, client, params } = await setUpInvoices(engine);
    await using _ = app;
    const id = await invoices.sent();
    expect((await invoices.pay(id, 4_000, { reference: 'Acme', fee: 25, note: 'For us' })).status).toBe(200);
    expect((await invoices.seen()).items).toMatchObject([
      { state: 'part_paid', paid: 4_000, open: TOTAL - 4_000, paidOn: null },
    ]);
    await invoices.pay(id, TOTAL - 4_000, { on: '2026-03-09', method: 'cash' });
    expect((await invoices.seen()).items).toMatchObject([
      { state: 'paid', paid: TOTAL, open: 0, credit: 0, paidOn: '2026-03-09' },
    ]);
    const { items } = (await client.call(api.listPayments, { params })).body;
    expect(items).toMatchObject([
      { amount: TOTAL - 4_000, method: 'cash' },
      { amount: 4_000, method: 'transfer', reference: 'Acme' },
    ]);
    // What it cost and what the studio noted are its own.
    expect(JSON.stringify(items)).not.toMatch(/For us|"fee"/);
    await app.drainOutbox();
    const mails = app.mails.filter(({ subject }) => /for invoice .* arrived/.test(subject));
    expect(mails.map(({ to }) => to.address)).toEqual([client.email, client.email]);
    expect(mails.map(({ text }) => /It’s paid/.test(text)).sort()).toEqual([false, true]);
  });

  it('a payment that is recorded twice with one key counts once, also at the same time', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    const id = await invoices.sent();
    const key = newId();
    await Promise.all([invoices.pay(id, 1_000, { key }), invoices.pay(id, 1_000, { key })]);
    await invoices.pay(id, 1_000, { key });
    expect((await invoices.newest()).paid).toBe(1_000);
    expect(await invoices.payments()).toHaveLength(1);
  });

  it('payments that arrive at the same time all count', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    const id = await invoices.sent();
    await Promise.all([1_000, 2_000, 3_000].map((amount) => invoices.pay(id, amount)));
    expect(await invoices.newest()).toMatchObject({ paid: 6_000, open: TOTAL - 6_000 });
  });

  it('what is beyond an invoice is a credit, which pays another one in part, and no more than there is', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    const first = await invoices.sent();
    const second = await invoices.sent();
    await invoices.pay(first, TOTAL + 1_000);
    const find = async (id: string) => (await invoices.studio()).items.find((each) => each.id === id);
    expect(await find(first)).toMatchObject({ state: 'paid', open: 0, credit: 1_000 });
    expect((await invoices.payWithCredit(second, first, 1_001)).status).toBe(409);
    const key = newId();
    expect((await invoices.payWithCredit(second, first, 600, key)).status).toBe(200);
    expect((await invoices.payWithCredit(second, first, 600, key)).status).toBe(200);
    expect(await find(first)).toMatchObject({ paid: TOTAL + 400, credit: 400 });
    expect(await find(second)).toMatchObject({ state: 'part_paid', paid: 600, open: TOTAL - 600 });
    // What was moved is no longer there to pay back or to remove.
    const paid = (await invoices.payments()).find(
      ({ invoiceId, method }) => invoiceId === first && method === 'transfer',
    );
    expect((await invoices.removePayment(paid?.id ?? '')).status).toBe(409);
    expect((await invoices.refund(paid?.id ?? '', TOTAL + 401)).status).toBe(409);
    expect((await invoices.refund(paid?.id ?? '', TOTAL + 400)).status).toBe(200);
  });

  it('what was paid with a credit is paid back as money, which can be removed as a mistake', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    const [first, second] = [await invoices.sent(), await invoices.sent()];
    await invoices.pay(first, TOTAL + 1_000);
    await invoices.payWithCredit(second, first, 1_000);
    const moved = (await invoices.payments()).find(({ invoiceId }) => invoiceId === second);
    expect((await invoices.refund(moved?.id ?? '', 400)).status).toBe(200);
    const [refund] = await invoices.payments();
    expect(refund).toMatchObject({ kind: 'refund', method: 'transfer', reference: '', amount: 400 });
    expect((await invoices.removePayment(refund?.id ?? '')).status).toBe(200);
    const { items } = await invoices.studio();
    expect(items.find(({ id }) => id === second)).toMatchObject({ paid: 1_000 });
  });

  it('a refund opens the invoice again, and is at most what was paid', async () => {
    const { app, invoices, client } = await setUpInvoices(engine);
    await using _ = app;
    const id = await invoices.sent();
    await invoices.pay(id, TOTAL);
    const [payment] = await invoices.payments();
    const key = newId();
    expect((await invoices.refund(payment?.id ?? '', 580, key)).status).toBe(200);
    expect((await invoices.refund(payment?.id ?? '', 580, key)).status).toBe(200);
    expect(await invoices.newest()).toMatchObject({ paid: TOTAL - 580, open: 580, paidOn: null });
    expect((await invoices.refund(payment?.id ?? '', TOTAL - 579)).status).toBe(409);
    expect((await invoices.removePayment(payment?.id ?? '')).status).toBe(409);
    const [refund] = await invoices.payments();
    expect((await invoices.refund(refund?.id ?? '', 1)).status).toBe(409);
    await app.drainOutbox();
    const mails = app.mails.filter(({ subject }) => subject.includes('paid back'));
    expect(mails.map(({ to }) => to.address)).toEqual([client.email]);
  });

  it('a payment that was a mistake is removed, stays in the studio’s books, and counts no more', async () => {
    const { app, invoices, client, params } = await setUpInvoices(engine);
    await using _ = app;
    const id = await invoices.sent();
    await invoices.pay(id, TOTAL);
    const [payment] = await invoices.payments();
    const remove = () => invoices.removePayment(payment?.id ?? '');
    const replies = [...(await Promise.all([remove(), remove()])), await remove()];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await invoices.newest()).toMatchObject({ paid: 0, open: TOTAL, state: 'sent' });
    expect(await invoices.payments()).toMatchObject([{ isRemoved: true, note: 'A mistake' }]);
    expect((await client.call(api.listPayments, { params })).body.items).toEqual([]);
  });

  it('nothing is paid for a draft, a void invoice or a credit note', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.create();
    const draft = (await invoices.newest()).id;
    const gone = await invoices.sent();
    await invoices.void(gone);
    const credited = await invoices.sent();
    await invoices.credit(credited, 100);
    const note = (await invoices.newest()).id;
    for (const id of [draft, gone, note]) expect((await invoices.pay(id, 100)).status).toBe(409);
    expect(await invoices.payments()).toEqual([]);
  });

  it('a stranger and another project reach no payment', async () => {
    const { app, invoices, owner, params } = await setUpInvoices(engine);
    await using _ = app;
    const id = await invoices.sent();
    await invoices.pay(id, 100);
    const [payment] = await invoices.payments();
    const stranger = await app.signIn({ email: 'eve@client.example' });
    expect((await stranger.call(api.listPayments, { params })).status).toBe(404);
    const elsewhere = { id: newId(), invoiceId: id, paymentId: payment?.id ?? '' };
    const body = { amount: 1, on: '2026-03-05' };
    expect((await owner.call(api.recordPayment, { params: elsewhere, body })).status).toBe(404);
    expect((await owner.call(api.refundPayment, { params: elsewhere, body })).status).toBe(404);
  });

  it('a payment of a deleted project’s invoice can still be recorded', async () => {
    const { app, invoices, owner, params } = await setUpInvoices(engine);
    await using _ = app;
    const id = await invoices.sent();
    await owner.call(api.deleteProject, { params });
    expect((await invoices.pay(id, TOTAL)).status).toBe(200);
    const { items } = (await owner.call(api.listAllInvoices, { query: { state: 'paid' } })).body;
    expect(items).toMatchObject([{ id, state: 'paid', open: 0 }]);
  });
});
