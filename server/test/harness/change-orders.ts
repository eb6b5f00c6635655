import { api } from '@atelier/domain/api.ts';
import type { StudioChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import { expect } from 'vitest';
import type { Engine } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { setUpInvoices } from './invoices.ts';

export const line = (price: number, title = 'Two more pages') => ({ id: newId(), title, detail: '', price });
export const part = (percent: number, change: object = {}) => ({
  id: newId(),
  label: 'when this change is accepted',
  percent,
  due: 'acceptance',
  milestoneId: null,
  date: null,
  ...change,
});
export const NOTHING = { lines: [], payments: [], days: 0, milestones: [] };
/** $900 more, half of it now and half with a milestone that it adds, and three days. */
export function moreTerms() {
  const milestone = { id: newId(), title: 'Shop', description: 'Ready to sell.', due: '2030-04-12' };
  return {
    lines: [line(1_000), line(-100, 'Discount')],
    payments: [part(50), part(50, { label: 'with the shop', due: 'milestone', milestoneId: milestone.id })],
    days: 3,
    milestones: [milestone],
  };
}

/** A client whose contract of $4,800 is accepted and whose plan has a date, and what both sides do with change orders. */
export async function setUpChanges(engine: Engine, { isAccepted = true } = {}) {
  const setting = await setUpInvoices(engine);
  const { owner, client, params, invoices, app } = setting;
  const [first] = (await owner.call(api.listMilestonesAsStudio, { params })).body.items;
  await owner.call(api.updateMilestone, {
    params: { ...params, milestoneId: first?.id ?? '' },
    body: { due: '2030-02-27' },
  });
  await owner.call(api.publishMilestones, { params });
  if (isAccepted) await invoices.accept();
  const at = (changeOrderId: string) => ({ params: { ...params, changeOrderId } });
  const changes = {
    create: (body: object = {}) =>
      owner.call(api.createChangeOrder, { params, body: { title: 'More pages', ...body } }),
    list: async () => (await owner.call(api.listChangeOrdersAsStudio, { params })).body.items,
    seen: async () => (await client.call(api.listChangeOrders, { params })).body.items,
    save: (id: string, body: object = {}) =>
      owner.call(api.saveChangeOrder, {
        ...at(id),
        body: { title: 'More pages', reason: 'You asked for it.', terms: moreTerms(), revision: 1, ...body },
      }),
    send: (id: string, revision = 2) => owner.call(api.sendChangeOrder, { ...at(id), body: { revision } }),
    withdraw: (id: string) => owner.call(api.withdrawChangeOrder, at(id)),
    remove: (id: string, revision = 1) =>
      owner.call(api.deleteChangeOrder, { ...at(id), query: { revision } }),
    preview: (id: string) => owner.call(api.previewChangeOrder, at(id)),
    accept: (id: string, body: object = {}) =>
      client.call(api.acceptChangeOrder, { ...at(id), body: { name: 'Ada Sample', ...body } }),
    decline: (id: string, reason = '') =>
      client.call(api.declineChangeOrder, { ...at(id), body: { reason } }),
    /** Writes one and sends it. */
    sent: async (terms: object = moreTerms()): Promise<StudioChangeOrder> => {
      const [made] = (await changes.create()).body.items;
      expect((await changes.save(made?.id ?? '', { terms })).status).toBe(200);
      const [sent] = (await changes.send(made?.id ?? '')).body.items;
      if (sent?.status !== 'sent') throw new Error('It was not sent');
      return sent;
    },
    newest: async () => (await changes.list())[0],
    plan: async () => (await invoices.seen()).plan.map(({ label, amount }) => [label, amount]),
    milestones: async () => (await client.call(api.listMilestones, { params })).body.items,
    total: async () => (await setting.actions.read()).body.contract?.totalWithChanges,
  };
  let read = 0;
  /** The mails since the last time. */
  const drainMails = async () => {
    await app.drainOutbox();
    const mails = app.mails.slice(read);
    read = app.mails.length;
    return mails;
  };
  return { ...setting, changes, drainMails };
}
