import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { setUpChanges } from '../../test/harness/change-orders.ts';
import { describeEachEngine } from '../../test/harness/database.ts';
import { bringColleague, openWaits } from '../../test/harness/reminders.ts';
import { createTestApp } from '../../test/harness/test-app.ts';
import { waitingOf } from '../../test/harness/waiting.ts';

describeEachEngine((engine) => {
  it('everything that waits for a client is listed, an overdue invoice first and messages last', async () => {
    const { app, changes, invoices, owner, client, params } = await setUpChanges(engine);
    await using _ = app;
    const today = app.clock.now().toISOString().slice(0, 10);
    await client.call(api.markMessagesRead, {
      params,
      body: { upTo: 'ffffffff-ffff-7fff-bfff-ffffffffffff' },
    });
    await owner.call(api.sendMessageAsStudio, { params, body: { body: 'A question.' } });
    const request = { items: [{ key: crypto.randomUUID(), title: 'The logo' }] };
    expect((await owner.call(api.sendRequests, { params, body: request })).status).toBe(200);
    const late = await invoices.sent({ dueOn: today });
    await invoices.sent({ dueOn: '2031-01-31' });
    const order = await changes.sent();
    const [first] = await changes.milestones();
    const at = { params: { ...params, milestoneId: first?.id ?? '' } };
    await owner.call(api.setMilestoneStatus, { ...at, body: { status: 'in_review' } });
    const of = async () => (await waitingOf(client, params.id)).flatMap(({ waiting }) => waiting);
    expect(await of()).toEqual([
      ['change_order', 1],
      ['review', 1],
      ['invoice', 2],
      ['request', 1],
      // The studio’s own, and that of the move to review.
      ['message', 1],
    ]);
    app.clock.advance(24 * 3_600);
    expect((await of()).slice(0, 1)).toEqual([['overdue_invoice', 1]]);
    const { items } = (await client.call(api.listWaiting, { query: { projects: params.id } })).body;
    expect(items[0]?.groups.slice(0, 2)).toMatchObject([
      { kind: 'overdue_invoice', items: [{ id: late, at: today, amount: expect.any(Number) }] },
      { kind: 'change_order', items: [{ id: order.id, number: '1', title: 'More pages' }] },
    ]);
    await invoices.pay(late, 1_000_000);
    await changes.decline(order.id);
    expect((await of()).map(([kind]) => kind)).toEqual(['review', 'invoice', 'request', 'message']);
  });

  it('what is owed for an archived project goes on waiting, and nothing else in it', async () => {
    await using app = await createTestApp({ engine });
    const waits = await openWaits(app);
    const ada = await waits.client('ada');
    const id = await waits.project(ada, 'UTC');
    await waits.contract(id);
    await waits.review(id, 'Design');
    await waits.message(id);
    await waits.invoice(id, '2031-01-31');
    await waits.owner.call(api.archiveProject, { params: { id } });
    expect(await waitingOf(ada, id)).toEqual([{ projectId: id, waiting: [['invoice', 1]] }]);
  });

  it('each reader gets what they can do in their own projects, and the studio what its client gets', async () => {
    await using app = await createTestApp({ engine });
    const waits = await openWaits(app);
    const [ada, bea, eve] = [await waits.client('ada'), await waits.client('bea'), await waits.client('eve')];
    const [one, two] = [await waits.project(ada, 'UTC'), await waits.project(eve, 'UTC')];
    await bringColleague(ada, one, bea, 'follows');
    await waits.contract(one);
    await waits.invoice(one, '2031-01-31');
    await waits.message(one);
    await waits.review(two, 'Design');
    const whole = [
      ['contract', 1],
      ['invoice', 1],
      ['message', 1],
    ];
    expect(await waitingOf(ada, one, two)).toEqual([{ projectId: one, waiting: whole }]);
    expect(await waitingOf(bea, one, two)).toEqual([{ projectId: one, waiting: [['message', 1]] }]);
    expect(await waitingOf(eve, one, two)).toEqual([{ projectId: two, waiting: [['review', 1]] }]);
    expect(await waitingOf(waits.owner, one, two)).toEqual([]);
    expect(await waitingOf(ada)).toEqual([]);
    const asClient = { query: { projects: one, as: 'client' as const } };
    const seen = (await waits.owner.call(api.listWaiting, asClient)).body.items;
    expect(seen).toEqual((await ada.call(api.listWaiting, { query: { projects: one } })).body.items);
    expect((await eve.call(api.listWaiting, asClient)).body.items).toEqual([]);
  });
});
