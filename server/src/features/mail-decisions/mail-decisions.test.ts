import { api } from '@atelier/domain/api.ts';
import { DECISION_LINK_DAYS } from '@atelier/domain/mail-decisions/rules.ts';
import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { type DecisionScene, setUpDecisions } from '../../../test/harness/decision-links.ts';
import { answer, seenBy } from '../../../test/harness/request-scene.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { makeFile } from '../../../test/samples/files.ts';
import { makePlannedPayment } from '../../../test/samples/invoices.ts';

const DAY = 24 * 3_600;
type Ended = DecisionScene & { milestoneId: string; token: string };

/** Everything that ends a review's link, and what a press is answered then. The link is Bea's, who decides. */
const DEATHS: [string, (scene: Ended) => Promise<unknown>, string][] = [
  [
    'it was used for another answer',
    ({ decide, token }) => decide(token, 'needs_changes', 'Bluer.'),
    'link_used',
  ],
  ['its days are over', async ({ app }) => app.clock.advance(DECISION_LINK_DAYS * DAY), 'link_expired'],
  [
    'another person has answered',
    ({ ada, id, milestoneId }) =>
      ada.call(api.reviewMilestone, { params: { id, milestoneId }, body: { status: 'approved' } }),
    'conflict',
  ],
  [
    'the studio has moved it',
    ({ owner, id, milestoneId }) =>
      owner.call(api.setMilestoneStatus, { params: { id, milestoneId }, body: { status: 'in_progress' } }),
    'conflict',
  ],
  [
    'it is in another review',
    async ({ owner, id, milestoneId }) => {
      for (const status of ['in_progress', 'in_review'] as const)
        await owner.call(api.setMilestoneStatus, { params: { id, milestoneId }, body: { status } });
    },
    'conflict',
  ],
  [
    'its words have changed',
    ({ owner, id, milestoneId }) =>
      owner.call(api.updateMilestone, { params: { id, milestoneId }, body: { title: 'Other' } }),
    'conflict',
  ],
  [
    'the milestone is deleted',
    ({ owner, id, milestoneId }) => owner.call(api.deleteMilestone, { params: { id, milestoneId } }),
    'conflict',
  ],
  [
    'the address is another',
    async ({ app, bea }) => app.changeProviderEmail(bea, 'new@client.example'),
    'sign_in_required',
  ],
  [
    'the account’s address has changed',
    async ({ app, bea }) => {
      app.changeProviderEmail(bea, 'new@client.example');
      await bea.call(api.syncEmail);
    },
    'sign_in_required',
  ],
  [
    'its person follows only',
    ({ ada, bea, id }) =>
      ada.call(api.changeColleague, { params: { id, personId: bea.id }, body: { role: 'follows' } }),
    'sign_in_required',
  ],
  [
    'its person was removed',
    ({ ada, bea, id }) => ada.call(api.removeColleague, { params: { id, personId: bea.id } }),
    'sign_in_required',
  ],
  [
    'its person has left',
    ({ bea, id }) => bea.call(api.leaveProject, { params: { id } }),
    'sign_in_required',
  ],
  [
    'the account is disabled',
    ({ app, bea }) =>
      app.db.updateTable('accounts').set({ disabled_at: '2026-03-02' }).where('id', '=', bea.id).execute(),
    'sign_in_required',
  ],
  [
    'its person is an admin',
    ({ app, bea }) =>
      app.db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', bea.id).execute(),
    'sign_in_required',
  ],
  ['the provider has banned it', async ({ app, bea }) => app.ban(bea), 'sign_in_required'],
  ['there is a second factor', async ({ app, bea }) => app.addSecondFactor(bea), 'sign_in_required'],
  [
    'the approval makes a payment due',
    ({ app, id, milestoneId }) => planPayment(app, id, milestoneId),
    'sign_in_required',
  ],
  ['the account is deleted', ({ bea }) => bea.call(api.deleteMyAccount), 'not_found'],
  [
    'the project is archived',
    ({ owner, id }) => owner.call(api.archiveProject, { params: { id } }),
    'conflict',
  ],
  [
    'the project is deleted',
    ({ owner, id }) => owner.call(api.deleteProject, { params: { id }, query: { confirm: id.slice(-6) } }),
    'not_found',
  ],
  [
    'it is long over',
    async ({ app }) => {
      app.clock.advance((KEPT_DAYS.decisionLinks + 1) * DAY);
      await runJob(app, 'mail-decisions.delete-old');
    },
    'not_found',
  ],
];

async function planPayment(app: DecisionScene['app'], id: string, milestoneId: string) {
  const plannedId = await makePlannedPayment(app.db, id);
  await app.db
    .updateTable('planned_payments')
    .set({ milestone_id: milestoneId, due: 'milestone', amount: 1_000, dismissed_at: null, due_date: null })
    .where('id', '=', plannedId)
    .execute();
}

describeEachEngine((engine) => {
  it.each(DEATHS)('a link decides nothing once %s', async (_name, end, code) => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    const { milestoneId, token } = await scene.review(scene.bea);
    expect((await scene.find(token)).body.state).toBe('open');
    const reply = await end({ ...scene, milestoneId, token });
    expect((reply as { status?: number } | undefined)?.status ?? 200).toBeLessThan(300);
    const before = await scene.lastEvents('milestone_moved').catch(() => []);
    expect((await scene.decide(token, 'approve')).body.code).toBe(code);
    const found = await scene.find(token);
    expect([found.status, found.body.state, found.body.thing ?? null]).toEqual(
      code === 'not_found' ? [404, undefined, null] : [200, expect.not.stringMatching('open'), null],
    );
    expect(await scene.lastEvents('milestone_moved').catch(() => [])).toEqual(before);
  });

  it('a link shows the milestone, approves it once, and the record says how', async () => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    const { milestoneId, token } = await scene.review();
    const found = await scene.find(token);
    expect(found.body).toMatchObject({
      state: 'open',
      thing: { kind: 'review', name: 'ada', title: 'Design', text: '', due: null, fileNames: [] },
      answered: null,
    });
    expect(found.body.path).toBe(`/client-portal/${scene.id}?tab=milestones#milestone-${milestoneId}`);
    expect((await scene.milestone(milestoneId)).status).toBe('in_review');

    const presses = await Promise.all([1, 2, 3].map(() => scene.decide(token, 'approve', 'Lovely.')));
    expect(presses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await scene.milestone(milestoneId)).toMatchObject({
      status: 'approved',
      reason: 'Lovely.',
      byMailLink: true,
    });
    expect(await scene.lastEvents('milestone_moved')).toMatchObject([
      { actorName: 'ada', detail: { to: 'approved', reason: 'Lovely.', byMailLink: 1 } },
    ]);
    expect((await scene.find(token)).body).toMatchObject({
      state: 'used',
      thing: null,
      answered: { answer: 'approve' },
    });
    await scene.deliver();
    expect((await scene.mailTo(scene.owner, 'is approved')).text).toContain('ada approved “Design”');
    // The portal's own answers say nothing of a link.
    const other = await scene.waits.review(scene.id, 'Texts');
    const params = { id: scene.id, milestoneId: other };
    await scene.ada.call(api.reviewMilestone, { params, body: { status: 'approved' } });
    expect((await scene.milestone(other)).byMailLink).toBe(false);
    expect((await scene.lastEvents('milestone_moved'))[0]?.detail.byMailLink).toBeUndefined();
  });

  it('a link asks for changes, with a reason that becomes a message', async () => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    const { milestoneId, token } = await scene.review();
    const empty = await scene.decide(token, 'needs_changes', '  ');
    expect([empty.status, empty.body.issues?.[0]?.message]).toEqual([400, 'Write what should change.']);
    expect((await scene.decide(token, 'done')).body.code).toBe('validation_failed');
    expect((await scene.decide(token, 'needs_changes', 'Bluer.')).status).toBe(200);
    expect(await scene.milestone(milestoneId)).toMatchObject({ status: 'needs_changes', reason: 'Bluer.' });
    const { items } = (await scene.owner.call(api.listMessages, { params: { id: scene.id }, query: {} }))
      .body;
    expect(items.at(-1)).toMatchObject({ body: expect.stringContaining('Bluer.'), authorName: 'ada' });
    expect((await scene.decide(token, 'done')).body.code).toBe('validation_failed');
    // Other words by the same link would be lost silently.
    expect((await scene.decide(token, 'needs_changes', 'Greener.')).body.code).toBe('link_used');
  });

  it('a request is done by a link of anyone on the client’s side, also when it is asked again', async () => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    const { request, token } = await scene.request(scene.cy);
    expect((await scene.find(token)).body).toMatchObject({
      state: 'open',
      path: `/client-portal/${scene.id}?tab=overview#request-${request.id}`,
      thing: { kind: 'request', name: 'cy', title: expect.stringContaining('logo') },
    });
    expect((await scene.decide(token, 'approve')).body.code).toBe('validation_failed');
    expect((await scene.decide(token, 'done')).status).toBe(200);
    const seen = (await seenBy(scene.ada, scene.id)).items[0];
    expect(seen).toMatchObject({ status: 'answered', answers: [{ body: '', byMailLink: true }] });
    expect((await scene.lastEvents('request_answered'))[0]?.detail.byMailLink).toBe(1);

    await scene.waits.requestAgain(scene.id, { id: request.id, revision: 2 });
    await scene.deliver();
    const [again = ''] = await scene.tokensTo(scene.ada, 'something is still missing');
    expect((await scene.find(again)).body.thing).toMatchObject({ note: 'Larger.' });
    const current = (await seenBy(scene.ada, scene.id)).items[0];
    if (!current) throw new Error('No request');
    expect((await answer(scene.bea, scene.id, current)).status).toBe(200);
    expect((await scene.decide(again, 'done')).body.code).toBe('conflict');
  });

  it('a secret with a letter changed, a made-up one and a GET are answered alike, and change nothing', async () => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    const { milestoneId, token } = await scene.review();
    for (let at = 0; at < token.length; at += 1) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect((await scene.decide(changed, 'approve')).body.code).toBe('not_found');
    }
    expect((await scene.find('x'.repeat(43))).body.code).toBe('not_found');
    expect((await scene.find('short')).status).toBe(400);
    for (const method of ['GET', 'HEAD', 'PUT'] as const) {
      for (const url of ['/api/decisions', '/api/decisions/find', `/api/decisions?token=${token}`])
        expect((await scene.app.inject({ method, url })).statusCode).toBe(405);
    }
    expect((await scene.milestone(milestoneId)).status).toBe('in_review');
    expect((await scene.find(token)).body.state).toBe('open');
  });

  it('stores no secret of a link', async () => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    const { token } = await scene.review();
    const rows = await scene.app.db.selectFrom('decision_links').selectAll().execute();
    expect(rows.map(({ email }) => email).sort()).toEqual(['ada@client.example', 'bea@client.example']);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('security: a link answers the versions of files that its mail was about, and no others', async () => {
    const scene = await setUpDecisions(engine);
    const { app, owner, id } = scene;
    await using _ = app;
    const { milestoneId } = await scene.review();
    const fileId = await makeFile(app.db, id, 'studio');
    const params = { id, milestoneId };
    await owner.call(api.setMilestoneStatus, { params, body: { status: 'in_progress' } });
    const preview = { link: '', fileIds: [fileId] };
    await owner.call(api.setMilestoneStatus, { params, body: { status: 'in_review', preview } });
    await scene.deliver();
    const [token = ''] = await scene.tokensTo(scene.ada, 'ready for your review');
    expect((await scene.find(token)).body.state).toBe('open');
    const next = await makeFile(app.db, id, 'studio');
    const replaced = app.db.updateTable('project_files').set({ file_id: fileId, version: 2 });
    await replaced.where('id', '=', next).execute();
    expect((await scene.find(token)).body).toMatchObject({ state: 'changed', thing: null });
    expect((await scene.decide(token, 'approve')).body.code).toBe('conflict');
    expect((await scene.milestone(milestoneId)).status).toBe('in_review');
  });
});
