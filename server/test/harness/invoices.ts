import { api } from '@atelier/domain/api.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { sampleTerms } from '../samples/contracts.ts';
import { sampleInvoice } from '../samples/invoices.ts';
import { setUpContract } from './contract.ts';
import type { TestServerOptions } from './server.ts';

/** A client with a submitted project, the owner, and what they do with invoices. */
export async function setUpInvoices(engine: Engine, options: Omit<TestServerOptions, 'engine'> = {}) {
  const setting = await setUpContract(engine, {}, options);
  const { owner, client, params, actions } = setting;
  const at = (invoiceId: string) => ({ params: { ...params, invoiceId } });
  const studio = async () => (await owner.call(api.listInvoicesAsStudio, { params })).body;
  const invoices = {
    studio,
    seen: async () => (await client.call(api.listInvoices, { params })).body,
    create: (change: object = {}) =>
      owner.call(api.createInvoice, { params, body: { ...sampleInvoice, ...change } }),
    /** The newest invoice. */
    newest: async () => {
      const [newest] = (await studio()).items;
      if (!newest) throw new Error('There is no invoice');
      return newest;
    },
    send: (id: string, revision = 1) => owner.call(api.sendInvoice, { ...at(id), body: { revision } }),
    change: (id: string, change: object) =>
      owner.call(api.changeInvoice, { ...at(id), body: { ...sampleInvoice, revision: 1, ...change } }),
    remove: (id: string, revision = 1) => owner.call(api.deleteInvoice, { ...at(id), query: { revision } }),
    void: (id: string, reason = 'Sent twice.') =>
      owner.call(api.voidInvoice, { ...at(id), body: { reason } }),
    credit: (id: string, amount: number, key?: string) =>
      owner.call(api.creditInvoice, { ...at(id), body: { amount, reason: 'Less was needed.', key } }),
    /** Makes an invoice and sends it; gives its id. */
    sent: async (change: object = {}) => {
      await invoices.create(change);
      const { id } = await invoices.newest();
      await invoices.send(id);
      return id;
    },
    payments: async () => (await owner.call(api.listPaymentsAsStudio, { params })).body.items,
    pay: (id: string, amount: number, change: object = {}) =>
      owner.call(api.recordPayment, { ...at(id), body: { amount, on: '2026-03-05', ...change } }),
    payWithCredit: (id: string, from: string, amount: number, key?: string) =>
      owner.call(api.payWithCredit, { ...at(id), body: { from, amount, key } }),
    refund: (paymentId: string, amount: number, key?: string) =>
      owner.call(api.refundPayment, {
        params: { ...params, paymentId },
        body: { amount, on: '2026-03-06', key },
      }),
    removePayment: (paymentId: string) =>
      owner.call(api.removePayment, { params: { ...params, paymentId }, body: { note: 'A mistake' } }),
    preview: (id: string) => owner.call(api.previewInvoice, at(id)),
    /** Saves a contract, sends it and has it accepted. */
    accept: async (change: object = {}, acceptance: object = {}) => {
      const terms = { ...sampleTerms, ...change };
      await actions.save({ total: 4_800, source: 'made', link: '', terms });
      await actions.send();
      return actions.accept(acceptance as Record<string, unknown>);
    },
  };
  return { ...setting, invoices };
}
