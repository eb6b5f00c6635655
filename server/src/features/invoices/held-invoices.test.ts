import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { setUpInvoices } from '../../../test/harness/invoices.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { createDocuments } from '../../document-thread.ts';

const JAPANESE = { name: '株式会社', address: '1 Sample Street', taxId: '' };

/** Invoices in a product whose documents can be set to be over their limits. */
async function setUp(engine: Parameters<typeof setUpInvoices>[0]) {
  const [made, tooLong] = [createDocuments(), createDocuments({ ms: 1, isOneAtATime: true })];
  let isTooLong = false;
  const setting = await setUpInvoices(engine, {
    documents: { ...made, invoice: (content) => (isTooLong ? tooLong : made).invoice(content) },
  });
  const { app, owner } = setting;
  const health = async () => {
    app.clock.advance(60);
    const { findings } = (await owner.call(api.getHealth, { query: { refresh: 'true' } })).body;
    return findings.find(({ id }) => id === 'invoices');
  };
  const setTooLong = (value: boolean) => {
    isTooLong = value;
  };
  return { ...setting, health, setTooLong };
}

describeEachEngine((engine) => {
  it('an invoice whose document is over its limits says so, stays a draft and uses no number up', async () => {
    const { app, invoices, setTooLong } = await setUp(engine);
    await using _ = app;
    await invoices.create();
    const draft = await invoices.newest();
    setTooLong(true);
    for (const reply of [await invoices.preview(draft.id), await invoices.send(draft.id)]) {
      expect([reply.status, reply.body.code]).toEqual([422, 'document_over_limits']);
      expect(reply.body.message).toBe(
        'The document is too long to be made. Shorten its texts, then try again.',
      );
    }
    expect(await invoices.newest()).toEqual(draft);
    setTooLong(false);
    expect((await invoices.send(draft.id)).status).toBe(200);
    expect(await invoices.newest()).toMatchObject({ number: '2026-0001' });
  });

  it.each([
    ['with letters that no document can show', JAPANESE, 'letters_not_supported', '株 式 会 社'],
    [
      'in Arabic, which runs from right to left',
      { ...JAPANESE, name: 'شركة' },
      'letters_not_supported',
      'ش ر ك ة',
    ],
  ])('an invoice %s isn’t sent and uses no number up', async (_what, billing, code, letters) => {
    const { app, invoices } = await setUp(engine);
    await using _ = app;
    await invoices.create({ billing });
    const draft = await invoices.newest();
    const refused = await invoices.send(draft.id);
    expect([refused.status, refused.body.code]).toEqual([422, code]);
    expect(refused.body.message).toContain(letters);
    expect((await invoices.preview(draft.id)).status).toBe(200);
    await invoices.change(draft.id, {});
    await invoices.send(draft.id, 2);
    expect(await invoices.newest()).toMatchObject({ number: '2026-0001' });
  });

  it('an invoice that can’t send itself waits for the owner, whom Health tells, and holds up no other', async () => {
    const { app, owner, invoices, params, health, setTooLong } = await setUp(engine);
    await using _ = app;
    await owner.call(api.changeInvoiceSettings, { params, body: { sendsItself: true } });
    await invoices.accept();
    const draft = await invoices.newest();
    expect(await health()).toMatchObject({ level: 'ok' });
    setTooLong(true);
    await runJob(app, 'invoices.send');
    const heldBack = 'The document is too long to be made. Shorten its texts, then try again.';
    expect(await invoices.newest()).toEqual({ ...draft, heldBack });
    expect(await health()).toMatchObject({ level: 'problem', sentence: 'One invoice couldn’t send itself.' });
    setTooLong(false);
    await runJob(app, 'invoices.send');
    expect(await invoices.newest()).toMatchObject({ status: 'draft' });
    await invoices.send(draft.id, draft.revision);
    expect(await invoices.newest()).toMatchObject({ status: 'sent', number: '2026-0001' });
    expect(await health()).toMatchObject({ level: 'ok' });
  });
});
