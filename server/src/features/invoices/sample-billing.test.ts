import { billing } from '@atelier/content/billing.ts';
import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { setUpInvoices } from '../../../test/harness/invoices.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { findSampleValues } from './sample-billing.ts';

describe('findSampleValues', () => {
  const own = {
    legalName: 'Muster Studio GmbH',
    address: ['11 Sample Street North', 'Springfield'],
    registrations: [{ name: 'Tax ID', value: '12-3456789' }],
    transfer: [{ name: 'Account number', value: '100000000001' }],
  };

  it('names every value that the sample came with, once', () => {
    expect(findSampleValues(billing)).toEqual([
      billing.legalName,
      '1 Sample Street',
      'Sample City',
      '00-0000000',
      'Sample Bank',
      '000000000',
    ]);
  });

  it('finds nothing in a studio’s own values', () => {
    expect(findSampleValues(own)).toEqual([]);
  });

  it.each(['1000000000', '12 34 5000000000', 'DE89000000000'])(
    'takes the account number %s for a studio’s own, though it ends like the sample’s',
    (value) => {
      expect(findSampleValues({ ...own, transfer: [{ name: 'Account number', value }] })).toEqual([]);
    },
  );

  it('takes a street that ends like the sample’s for a studio’s own', () => {
    expect(findSampleValues({ ...own, address: ['11 Sample Street'] })).toEqual([]);
  });
});

describeAnyEngine((engine) => {
  it('an invoice isn’t sent with the sample’s bank details where others can reach the server', async () => {
    const { app, owner, params, invoices } = await setUpInvoices(engine, {
      env: { PUBLIC_URL: 'https://studio.example' },
    });
    await using _ = app;
    await invoices.create();
    const draft = await invoices.newest();
    const refused = await invoices.send(draft.id);
    expect([refused.status, refused.body.code]).toEqual([422, 'sample_billing']);
    expect(refused.body.message).toContain('“Sample Bank”');
    expect(await invoices.newest()).toEqual(draft);
    await owner.call(api.changeInvoiceSettings, { params, body: { sendsItself: true } });
    await invoices.accept();
    await runJob(app, 'invoices.send');
    expect((await invoices.newest()).heldBack).toContain('“Sample Bank”');
    const { findings } = (await owner.call(api.getHealth, { query: { refresh: 'true' } })).body;
    expect(findings.find(({ id }) => id === 'invoices')).toMatchObject({ level: 'problem' });
    expect((await invoices.seen()).items).toEqual([]);
  });
});
