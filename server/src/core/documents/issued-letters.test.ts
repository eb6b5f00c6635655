import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { setUpChanges } from '../../../test/harness/change-orders.ts';
import { setUpContract } from '../../../test/harness/contract.ts';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { setUpInvoices } from '../../../test/harness/invoices.ts';

describeAnyEngine((engine) => {
  it('a contract with letters that no document can show isn’t sent, and an uploaded one is', async () => {
    const { app, actions, owner, params } = await setUpContract(engine);
    await using _ = app;
    const { draft } = await actions.draft();
    const clauses = [{ id: crypto.randomUUID(), title: 'العربية', text: 'Terms' }];
    await actions.save({ total: 9_400, source: 'made', link: '', terms: { ...draft.terms, clauses } });
    expect([...(await actions.draft()).missingLetters]).toEqual([...new Set('العربية')]);
    const refused = await owner.call(api.sendContract, {
      params,
      body: { revision: (await actions.draft()).draft.revision },
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'letters_not_supported']);
    expect(refused.body.message).toContain('ا ل ع ر ب ي ة');
    expect((await actions.read()).body).toEqual({ contract: null });
    await actions.save({ total: 9_400, source: 'link', link: 'https://studio.example/contract' });
    await actions.send();
    expect((await actions.read()).body.contract).toMatchObject({ version: 1 });
  });

  it('the record of an acceptance has the name as it was typed, in any letters', async () => {
    const { app, actions } = await setUpContract(engine);
    await using _ = app;
    await actions.save({ total: 9_400, source: 'link', link: 'https://studio.example/contract' });
    await actions.send();
    expect((await actions.accept({ name: '山田太郎' })).status).toBe(200);
    expect((await actions.draft()).acceptance).toMatchObject({ name: '山田太郎' });
  });

  it('a change order with letters that no document can show isn’t sent', async () => {
    const { app, changes } = await setUpChanges(engine);
    await using _ = app;
    await changes.create();
    const id = (await changes.newest())?.id ?? '';
    await changes.save(id, { reason: 'Für שלום' });
    expect(await changes.newest()).toMatchObject({ missingLetters: 'שלום' });
    const refused = await changes.send(id);
    expect([refused.status, refused.body.code]).toEqual([422, 'letters_not_supported']);
  });

  it('a credit note is refused for its reason alone: the rest was sent with the invoice', async () => {
    const { app, invoices, owner, params } = await setUpInvoices(engine);
    await using _ = app;
    const invoiceId = await invoices.sent();
    // Sent before documents refused letters.
    await app.db.updateTable('invoices').set({ title: '請求' }).where('id', '=', invoiceId).execute();
    const credit = (reason: string) =>
      owner.call(api.creditInvoice, { params: { ...params, invoiceId }, body: { amount: 100, reason } });
    expect((await credit('返金')).body.code).toBe('letters_not_supported');
    expect((await credit('Less was needed.')).status).toBe(200);
    expect(await invoices.newest()).toMatchObject({ kind: 'credit_note', number: '2026-0002' });
  });
});
