import { api } from '@atelier/domain/api.ts';
import { MAX_REQUEST_BATCH, MAX_REQUESTS } from '@atelier/domain/requests/rules.ts';
import type { ClientRequest } from '@atelier/domain/requests/schema.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createFileScene, type FileScene } from '../../../test/harness/files.ts';
import {
  answer,
  ask,
  follow,
  seenBy,
  seenByStudio,
  submitOther,
} from '../../../test/harness/request-scene.ts';
import type { TestApp } from '../../../test/harness/test-app.ts';
import { waitingOf } from '../../../test/harness/waiting.ts';
import { makeMilestone } from '../../../test/samples/milestones.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import { newId } from '../../platform/ids.ts';
import { GATHER_SECONDS } from '../notifications/portal-notifications.ts';

const askAgain = ({ owner, projectId }: FileScene, { id, revision }: ClientRequest, reason = 'Larger.') =>
  owner.call(api.askAgain, { params: { id: projectId, requestId: id }, body: { reason, revision } });

const accept = ({ owner, projectId }: FileScene, { id, revision }: ClientRequest) =>
  owner.call(api.acceptAnswer, { params: { id: projectId, requestId: id }, body: { revision } });

const withdraw = ({ owner, projectId }: FileScene, { id, revision }: ClientRequest) =>
  owner.call(api.withdrawRequest, { params: { id: projectId, requestId: id }, body: { revision } });

const change = ({ owner, projectId }: FileScene, { id, revision }: ClientRequest, more: object = {}) =>
  owner.call(api.changeRequest, {
    params: { id: projectId, requestId: id },
    body: { title: 'Logo', instructions: '', due: null, milestoneId: null, revision, ...more },
  });

const mailsSeen = new WeakMap<TestApp, number>();

/** Has the mails leave that wait, and returns those that left since the last call. */
async function deliverMails({ app }: FileScene) {
  app.clock.advance(GATHER_SECONDS);
  await app.instance.jobs.runDue();
  await app.drainOutbox();
  const seen = app.mails.slice(mailsSeen.get(app) ?? 0);
  mailsSeen.set(app, app.mails.length);
  return seen;
}

const statusOf = async (scene: FileScene) => (await seenByStudio(scene)).items.map(({ status }) => status);

describeEachEngine((engine) => {
  it('a request is asked, answered, asked again, answered with “done” and accepted', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId } = scene;
    await deliverMails(scene);
    const sent = await ask(scene, { instructions: 'An SVG.', due: '2030-01-31' });
    expect(sent).toMatchObject({ status: 'open', due: '2030-01-31', revision: 1, answers: [] });
    expect(await seenBy(client, projectId)).toMatchObject({
      items: [{ id: sent.id, instructions: 'An SVG.' }],
      unsent: [],
      maxFileBytes: expect.any(Number),
    });
    const waiting = () => waitingOf(client, projectId);
    expect(await waiting()).toEqual([{ projectId, waiting: [['request', 1]] }]);

    const first = await answer(client, projectId, sent, { body: ' Here.\r\nIt is. ' });
    expect(first.body.items).toMatchObject([
      { status: 'answered', revision: 2, answers: [{ body: 'Here.\nIt is.', reason: null }] },
    ]);
    expect(await waiting()).toEqual([]);
    const overview = async () => (await owner.call(api.getOverview)).body.waiting.requests;
    expect(await overview()).toMatchObject([{ projectId, requestId: sent.id, title: sent.title }]);

    const [seen] = (await seenByStudio(scene)).items as [ClientRequest];
    expect((await askAgain(scene, seen)).body.items).toMatchObject([
      { status: 'open', revision: 3, answers: [{ reason: 'Larger.' }] },
    ]);
    expect(await overview()).toEqual([]);
    await answer(client, projectId, { ...sent, revision: 3 });
    const [again] = (await seenByStudio(scene)).items as [ClientRequest];
    expect(again.answers.map(({ body }) => body)).toEqual(['Here.\nIt is.', '']);
    expect((await accept(scene, again)).body.items).toMatchObject([{ status: 'accepted' }]);
    expect(await statusOf(scene)).toEqual(['accepted']);

    const activity = (await owner.call(api.listActivity, { params: { id: projectId } })).body.items;
    expect(activity.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['request_accepted', 'request_answered', 'request_asked_again', 'request_answered', 'request_sent'],
      'project_submitted',
    ]);
  });

  it('one mail lists the requests of a batch, and another the answers', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId, app } = scene;
    const bea = await app.signIn();
    await follow(scene, bea);
    await deliverMails(scene);
    const items = ['Logo', 'Texts'].map((title) => ({ key: newId(), title, due: '2030-01-31' }));
    await owner.call(api.sendRequests, { params: { id: projectId }, body: { items } });
    const asked = await deliverMails(scene);
    expect(asked.map(({ to }) => to.address).sort()).toEqual([client.email, bea.email].sort());
    expect(asked[0]?.subject).toBe('For Acme · Care, please send 2 things');
    expect(asked[0]?.text).toMatch(/never send a password[\s\S]*Logo[\s\S]*by January 31, 2030[\s\S]*Texts/);

    for (const request of (await seenBy(client, projectId)).items) {
      await answer(bea, projectId, request, { body: request.title === 'Logo' ? 'Attached.' : '' });
    }
    const answered = await deliverMails(scene);
    expect(answered.map(({ to, subject }) => [to.address, subject])).toEqual([
      [owner.email, '2 answers to your requests for Acme · Care'],
    ]);
    expect(answered[0]?.text).toMatch(/Logo[\s\S]*Attached\.[\s\S]*Texts[\s\S]*Done/);

    const [first] = (await seenByStudio(scene)).items as [ClientRequest];
    await askAgain(scene, first, 'The dark one, too.');
    const again = await deliverMails(scene);
    expect(again.map(({ to }) => to.address).sort()).toEqual([client.email, bea.email].sort());
    expect(again[0]?.text).toContain('The dark one, too.');
    // Nobody is mailed about what needs nothing from them.
    const [open] = (await seenByStudio(scene)).items as [ClientRequest];
    await withdraw(scene, open);
    expect(await deliverMails(scene)).toEqual([]);
  });

  it('a mail that hasn’t left asks for what is open, in its words of now', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId } = scene;
    await deliverMails(scene);
    const items = ['Lgoo', 'Texts', 'Pictures', 'Access'].map((title) => ({
      ...{ key: newId(), title, due: '2030-01-31' },
    }));
    const sent = await owner.call(api.sendRequests, { params: { id: projectId }, body: { items } });
    const named = (title: string) => sent.body.items.find((each) => each.title === title) as ClientRequest;
    await change(scene, named('Lgoo'), { title: 'Logo', due: '2030-02-14' });
    await withdraw(scene, named('Texts'));
    await accept(scene, named('Pictures'));
    expect((await answer(client, projectId, named('Access'))).status).toBe(200);
    const mails = (await deliverMails(scene)).filter(({ to }) => to.address === client.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['For Acme · Care, please send: Logo']);
    expect(mails[0]?.text).toContain('by February 14, 2030');

    const only = await ask(scene);
    await withdraw(scene, only);
    expect((await deliverMails(scene)).filter(({ to }) => to.address === client.email)).toEqual([]);
  });

  it('suggests what the brief needs, until it was asked for', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner } = scene;
    const final = { ...sampleBrief, features: ['ecom', 'host'], goals: 'A shop' };
    const projectId = (await client.call(api.submitOnboarding, { body: { final } })).body.id;
    const shop = { ...scene, projectId };
    const { suggestions } = await seenByStudio(shop);
    const templates = suggestions.map(({ template }) => template);
    expect(templates).toEqual(['legal', 'products', 'stripe', 'dns']);
    const stripe = suggestions.find(({ template }) => template === 'stripe');
    const plan = (await owner.call(api.listMilestonesAsStudio, { params: { id: projectId } })).body.items;
    const milestone = plan.find(({ id }: { id: string }) => id === stripe?.milestoneId);
    expect(milestone).toMatchObject({ title: 'Shop' });
    expect(stripe?.due).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((stripe?.due ?? '') < (milestone?.due ?? '')).toBe(true);
    const items = suggestions.map((each) => ({ ...each, key: newId() }));
    const send = () => owner.call(api.sendRequests, { params: { id: projectId }, body: { items } });
    const sent = await send();
    expect(sent.body.suggestions).toEqual([]);
    expect(sent.body.items).toHaveLength(4);
    // The same click again, and another admin's.
    expect((await send()).body.items).toHaveLength(4);
    const others = items.map((each) => ({ ...each, key: newId() }));
    const twice = await owner.call(api.sendRequests, { params: { id: projectId }, body: { items: others } });
    expect(twice.body.items).toHaveLength(4);
    // A withdrawn one can be asked for again.
    const [first] = sent.body.items as [ClientRequest];
    const { suggestions: left } = (await withdraw(shop, first)).body;
    expect(left).toHaveLength(1);
    // The client reads no draft of the plan.
    const seen = await seenBy(client, projectId);
    expect(seen.items).toHaveLength(3);
    expect(seen.items.every(({ milestoneId }) => milestoneId === null)).toBe(true);
    await owner.call(api.publishMilestones, { params: { id: projectId } });
    expect((await seenBy(client, projectId)).items.some(({ milestoneId }) => milestoneId !== null)).toBe(
      true,
    );
  });

  it('the second of two answers at once is refused with who was faster, and fits as an addition', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, projectId, app } = scene;
    const bea = await app.signIn();
    await follow(scene, bea);
    const sent = await ask(scene);
    const both = await Promise.all([
      answer(client, projectId, sent, { body: 'Ada’s' }),
      answer(bea, projectId, sent, { body: 'Bea’s' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body.message).toMatch(/ has answered this meanwhile\./);
    const [now] = (await seenBy(bea, projectId)).items as [ClientRequest];
    expect((await answer(bea, projectId, now)).body.code).toBe('validation_failed');
    const added = await answer(bea, projectId, now, { body: 'Also' });
    expect(added.body.items[0]).toMatchObject({ status: 'answered', answers: [{}, { body: 'Also' }] });
  });

  it('an answer sent again with its key is one answer, and no key works for two people', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, projectId, app } = scene;
    const bea = await app.signIn();
    await follow(scene, bea);
    const sent = await ask(scene);
    const key = newId();
    for (let time = 0; time < 2; time++) {
      const reply = await answer(client, projectId, sent, { body: 'Here', key });
      expect([reply.status, reply.body.items[0]?.answers.length]).toEqual([200, 1]);
    }
    expect((await answer(client, projectId, sent, { body: 'Other words', key })).status).toBe(409);
    const stolen = await answer(bea, projectId, { ...sent, revision: 2 }, { body: 'Mine', key });
    expect(stolen.status).toBe(409);
  });

  it('the studio decides only about what it has seen, and what ended stays so', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, projectId } = scene;
    const sent = await ask(scene);
    expect((await askAgain(scene, sent)).status).toBe(409);
    await answer(client, projectId, sent, { body: 'Here' });
    // It still shows the request as it was before the answer.
    for (const act of [accept, withdraw, change, askAgain]) {
      expect((await act(scene, sent)).body.code).toBe('conflict');
    }
    const [now] = (await seenByStudio(scene)).items as [ClientRequest];
    expect((await change(scene, now, { title: 'The logo' })).body.items[0]?.title).toBe('The logo');
    expect((await withdraw(scene, { ...now, revision: 3 })).status).toBe(200);
    expect((await seenBy(client, projectId)).items).toEqual([]);
    const late = await answer(client, projectId, { ...now, revision: 4 }, { body: 'More' });
    expect([late.status, late.body.message]).toEqual([
      409,
      'The studio has withdrawn this request: it’s no longer needed.',
    ]);
    for (const act of [accept, withdraw, change, askAgain]) {
      expect((await act(scene, { ...now, revision: 4 })).status).toBe(409);
    }
    // One that came by another way is accepted without an answer; there is nothing to ask again after.
    const other = await ask(scene);
    expect((await accept(scene, other)).status).toBe(200);
    expect((await askAgain(scene, { ...other, revision: 2 })).status).toBe(409);
    expect((await answer(client, projectId, { ...other, revision: 2 })).status).toBe(409);
  });

  it('strangers, other projects’ ids and removed colleagues reach nothing', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId, app } = scene;
    const [bea, eve] = [await app.signIn(), await app.signIn()];
    await follow(scene, bea);
    const sent = await ask(scene);
    const params = { id: projectId, requestId: sent.id };
    const otherId = await submitOther(scene);
    expect((await eve.call(api.listRequests, { params: { id: projectId } })).status).toBe(404);
    expect((await answer(eve, projectId, sent)).status).toBe(404);
    expect((await answer(client, otherId, sent)).status).toBe(404);
    // The studio answers for nobody, and no client asks.
    expect((await answer(owner, projectId, sent)).status).toBe(403);
    const items = [{ key: newId(), title: 'x' }];
    for (const by of [bea, client]) {
      expect((await by.call(api.sendRequests, { params, body: { items } })).status).toBe(403);
      expect((await by.call(api.acceptAnswer, { params, body: { revision: 1 } })).status).toBe(403);
    }
    const foreign = await withdraw({ ...scene, projectId: otherId }, sent);
    expect(foreign.status).toBe(404);
    const milestoneId = await makeMilestone(app.db, otherId);
    expect((await change(scene, sent, { milestoneId })).body.code).toBe('not_found');
    const bad = { items: [{ key: newId(), title: 'x', milestoneId }] };
    expect((await owner.call(api.sendRequests, { params: { id: projectId }, body: bad })).status).toBe(404);

    await client.call(api.removeColleague, { params: { id: projectId, personId: bea.id } });
    expect((await answer(bea, projectId, sent)).status).toBe(404);
    expect(await waitingOf(bea, projectId)).toEqual([]);
  });

  it('an archived project’s requests can be read and not changed, and wait for nobody', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId } = scene;
    const [open, answered] = [await ask(scene), await ask(scene, { due: '2020-01-01' })];
    await answer(client, projectId, answered, { body: 'Here' });
    await owner.call(api.archiveProject, { params: { id: projectId } });
    expect((await answer(client, projectId, open)).body.code).toBe('project_closed');
    expect((await accept(scene, { ...answered, revision: 2 })).body.code).toBe('project_closed');
    const items = [{ key: newId(), title: 'x' }];
    const late = await owner.call(api.sendRequests, { params: { id: projectId }, body: { items } });
    expect(late.body.code).toBe('project_closed');
    const read = await seenByStudio(scene);
    expect([read.items.length, read.suggestions]).toEqual([2, []]);
    expect((await seenBy(client, projectId)).items).toHaveLength(2);
    expect((await owner.call(api.getOverview)).body.waiting.requests).toEqual([]);
    expect(await waitingOf(client, projectId)).toEqual([]);
  });

  it('a deleted milestone and a deleted account leave the requests, without their names', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId, app } = scene;
    const bea = await app.signIn();
    await follow(scene, bea);
    const milestoneId = await makeMilestone(app.db, projectId);
    const sent = await ask(scene, { milestoneId });
    expect((await seenBy(client, projectId)).items[0]?.milestoneId).toBe(milestoneId);
    await answer(bea, projectId, sent, { body: 'From Bea' });
    const { requests } = (await bea.call(api.exportMyData)).body;
    expect(requests).toMatchObject([{ projectId, answers: [{ body: 'From Bea' }] }]);
    expect((await client.call(api.exportMyData)).body.requests).toHaveLength(1);

    await owner.call(api.deleteMilestone, { params: { id: projectId, milestoneId } });
    expect((await seenByStudio(scene)).items[0]?.milestoneId).toBeNull();
    expect((await bea.call(api.deleteMyAccount)).status).toBe(200);
    const [{ answers }] = (await seenByStudio(scene)).items as [ClientRequest];
    expect(answers).toMatchObject([{ body: 'From Bea', authorName: 'Deleted account' }]);
  });

  it('refuses what is too much', async () => {
    const scene = await createFileScene(engine);
    await using _ = scene.app;
    const { client, owner, projectId } = scene;
    const send = (items: object[]) =>
      owner.call(api.sendRequests, { params: { id: projectId }, body: { items } });
    const many = (count: number) =>
      Array.from({ length: count }, (_each, n) => ({ key: newId(), title: `Thing ${n}` }));
    for (const items of [[], many(MAX_REQUEST_BATCH + 1), [{ key: newId(), title: ' ' }], [{ title: 'x' }]]) {
      expect((await send(items)).status).toBe(400);
    }
    for (let sent = 0; sent + MAX_REQUEST_BATCH <= MAX_REQUESTS; sent += MAX_REQUEST_BATCH) {
      expect((await send(many(MAX_REQUEST_BATCH))).status).toBe(200);
    }
    expect((await send(many(MAX_REQUEST_BATCH))).body.code).toBe('limit_reached');
    const [first] = (await seenBy(client, projectId)).items as [ClientRequest];
    const long = await answer(client, projectId, first, { body: 'x'.repeat(10_001) });
    expect(long.status).toBe(400);
  });
});
