import { api } from '@atelier/domain/api.ts';
import {
  type MilestoneStatus,
  milestoneActions,
  UNDO_GRACE_SECONDS,
  UNDO_SECONDS,
} from '@atelier/domain/milestones/rules.ts';
import { expect, it, vi } from 'vitest';
import { createTestDatabase, describeEachEngine, type TestDatabase } from '../../../test/harness/database.ts';
import { sampleBrief } from '../../../test/harness/sample-calls.ts';
import { createTestApp, type TestUser } from '../../../test/harness/test-app.ts';
import type { Engine } from '../../platform/db/database.ts';

/** A project with one milestone, published or a draft, and two admins beside its client. */
async function begin(
  engine: Engine,
  { isDraft = false, database }: { isDraft?: boolean; database?: TestDatabase } = {},
) {
  const app = await createTestApp({ engine, ...(database ? { database } : {}) });
  const [ada, owner, second] = [
    await app.signIn({ email: 'ada@client.example', username: 'ada' }),
    await app.signInOwner(),
    await app.signIn({ email: 'second@studio.example', roles: ['admin'] }),
  ];
  const { body } = await ada.call(api.submitOnboarding, { body: { final: sampleBrief } });
  const project = { id: body.id as string };
  // The plan that it began with.
  await app.db.deleteFrom('milestones').execute();
  const made = await owner.call(api.createMilestone, {
    params: project,
    body: { title: 'Design', due: '2026-04-01', published: !isDraft },
  });
  const params = { ...project, milestoneId: made.body.milestone.id as string };
  await app.drainOutbox();
  const told = app.mails.length;
  return {
    app,
    ada,
    owner,
    second,
    project,
    params,
    before: made.body.milestone,
    move: (body: Record<string, unknown>, by: TestUser = owner) =>
      by.call(api.setMilestoneStatus, { params, body }),
    undo: (revision: number, by: TestUser = owner) =>
      by.call(api.undoMilestoneMove, { params, body: { revision } }),
    review: (body: Record<string, unknown>) => ada.call(api.reviewMilestone, { params, body }),
    put: (status: MilestoneStatus) =>
      app.db.updateTable('milestones').set({ status, revision: 1, reason: null, undo: null }).execute(),
    stored: () => app.db.selectFrom('milestones').selectAll().executeTakeFirstOrThrow(),
    /** What the client was told by mail since the beginning, once everything that is due was delivered. */
    mails: async () => {
      await app.instance.jobs.runDue();
      await app.drainOutbox();
      return app.mails.slice(told).filter(({ to }) => to.address === ada.email);
    },
    activity: async (by: TestUser) =>
      (await by.call(api.listActivity, { params: project })).body.items.map(
        ({ kind }: { kind: string }) => kind,
      ),
  };
}

type Begun = Awaited<ReturnType<typeof begin>>;
const subjects = async ({ mails }: Begun) => (await mails()).map(({ subject }) => subject);
const outcome = (reply: { status: number; body: { code?: string } }) => [reply.status, reply.body.code];

const ANNOUNCED: [MilestoneStatus, MilestoneStatus, string][] = [
  ['pending', 'in_review', '“Design” is ready for your review'],
  ['approved', 'in_review', '“Design” is open for review again'],
  ['in_progress', 'blocked', '“Design” is blocked'],
  ['in_progress', 'cancelled', '“Design” is cancelled'],
];

describeEachEngine((engine) => {
  it.each(ANNOUNCED)('commits %s → %s at once and mails the client ten seconds later', async (...row) => {
    const [from, status, subject] = row;
    const test = await begin(engine);
    await using _ = test.app;
    await test.put(from);
    const reply = await test.move({ status, reason: ' The texts\nare missing. ', revision: 1 });
    expect(reply.body.undo).toEqual({ revision: 2, seconds: UNDO_SECONDS });
    const seen = (await test.ada.call(api.listMilestones, { params: test.project })).body.items[0];
    expect(seen).toMatchObject({ status, reason: 'The texts\nare missing.' });
    test.app.clock.advance(UNDO_SECONDS - 1);
    expect(await subjects(test)).toEqual([]);
    test.app.clock.advance(31);
    const [mail, ...others] = await test.mails();
    expect([mail?.subject, mail?.text.includes('The texts\nare missing.'), others]).toEqual([
      subject,
      true,
      [],
    ]);
  });

  it('has the mail leave when the ten seconds are over, before any recurring job looks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const test = await begin(engine);
      await using _ = test.app;
      test.app.instance.start();
      await test.move({ status: 'in_review' });
      test.app.clock.advance(UNDO_SECONDS);
      vi.advanceTimersByTime(UNDO_SECONDS * 1000);
      await test.app.settled();
      const written = test.app.db.selectFrom('mail_outbox').select('subject').orderBy('id', 'desc');
      expect((await written.executeTakeFirst())?.subject).toBe('“Design” is ready for your review');
    } finally {
      vi.useRealTimers();
    }
  });

  it('undoes each move that is announced: everything is as before, and nothing is mailed', async () => {
    for (const [from, status] of ANNOUNCED) {
      const test = await begin(engine);
      await using _ = test.app;
      await test.put(from);
      await test.app.db.updateTable('milestones').set({ reason: 'From before' }).execute();
      const before = await test.stored();
      test.app.clock.advance(60);
      const { body } = await test.move({ status });
      test.app.clock.advance(UNDO_SECONDS);
      const undone = await test.undo(body.undo?.revision ?? 0);
      expect(undone.status).toBe(200);
      const now = test.app.clock.now().toISOString();
      expect(await test.stored()).toEqual({ ...before, revision: 3, updated_at: now });
      expect(undone.body.milestone).toMatchObject({ status: from, reason: 'From before', revision: 3 });
      test.app.clock.advance(3_600);
      expect(await subjects(test)).toEqual([]);
      expect((await test.activity(test.ada)).slice(0, 2)).toEqual(['milestone_undone', 'milestone_moved']);
    }
  });

  it('offers no undo for a move that the client gets no mail of', async () => {
    const test = await begin(engine);
    await using _ = test.app;
    const { body } = await test.move({ status: 'in_progress' });
    expect(body.undo).toBeNull();
    expect(outcome(await test.undo(body.milestone.revision))).toEqual([409, 'conflict']);
  });

  it('offers the same undo again to a press that is repeated', async () => {
    const test = await begin(engine);
    await using _ = test.app;
    await test.move({ status: 'blocked', reason: 'No texts.' });
    test.app.clock.advance(4);
    const again = await test.move({ status: 'blocked', reason: 'No texts.' });
    expect(again.body.undo).toEqual({ revision: 2, seconds: UNDO_SECONDS - 4 });
    expect((await test.undo(2)).status).toBe(200);
  });

  it('undoes once, whoever presses how often', async () => {
    const test = await begin(engine);
    await using _ = test.app;
    await test.move({ status: 'in_review' });
    const replies = await Promise.all([test.undo(2), test.undo(2, test.second), test.undo(2)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(outcome(await test.undo(2))).toEqual([409, 'conflict']);
    expect(outcome(await test.undo(3))).toEqual([409, 'conflict']);
    const kinds = await test.activity(test.owner);
    expect(kinds.filter((kind) => kind === 'milestone_undone')).toHaveLength(1);
  });

  it.each(['approved', 'needs_changes'] as const)('is refused once the client has %s', async (status) => {
    const test = await begin(engine);
    await using _ = test.app;
    await test.move({ status: 'in_review' });
    expect((await test.review({ status })).status).toBe(200);
    const refused = await test.undo(2);
    expect([...outcome(refused), (await test.stored()).status]).toEqual([409, 'conflict', status]);
    // What the client has answered is not announced to them any more.
    test.app.clock.advance(3_600);
    expect(await subjects(test)).toEqual([]);
  });

  it('leaves a milestone that the client approves at the same moment to one of the two', async () => {
    const test = await begin(engine);
    await using _ = test.app;
    for (let round = 0; round < 8; round++) {
      await test.put('in_progress');
      await test.move({ status: 'in_review' });
      const presses = [() => test.undo(2), () => test.review({ status: 'approved', revision: 2 })];
      const order = round % 2 === 0 ? presses : presses.toReversed();
      const replies = await Promise.all(order.map((press) => press()));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = replies.find(({ status }) => status === 200);
      expect(await test.stored()).toMatchObject({ status: won?.body.milestone.status, revision: 3 });
    }
  });

  it('gives either the mail or the undo when both come at the same moment', async () => {
    const test = await begin(engine);
    await using _ = test.app;
    let mailed = 0;
    for (let round = 0; round < 10; round++) {
      await test.put('in_progress');
      await test.move({ status: 'in_review' });
      test.app.clock.advance(UNDO_SECONDS + 1);
      const deliver = () => test.app.instance.jobs.runDue();
      const [undone] =
        round % 2 === 0
          ? await Promise.all([test.undo(2), deliver()])
          : (await Promise.all([deliver(), test.undo(2)])).toReversed();
      const reply = undone as Awaited<ReturnType<Begun['undo']>>;
      test.app.clock.advance(60);
      const count = (await test.mails()).length;
      const isMailed = count > mailed;
      mailed = count;
      expect([outcome(reply), (await test.stored()).status]).toEqual(
        isMailed ? [[409, 'undo_too_late'], 'in_review'] : [[200, undefined], 'in_progress'],
      );
    }
  });

  it('is too late once the client was told, and for a draft when its time is over', async () => {
    const test = await begin(engine);
    await using _ = test.app;
    await test.move({ status: 'in_review' });
    test.app.clock.advance(UNDO_SECONDS);
    expect(await subjects(test)).toHaveLength(1);
    const refused = await test.undo(2);
    expect([...outcome(refused), refused.body.message]).toEqual([
      409,
      'undo_too_late',
      'It’s too late to undo this: “Design” stays in review. You can still move it to another status.',
    ]);
    const draft = await begin(engine, { isDraft: true });
    await using _other = draft.app;
    await draft.move({ status: 'in_progress' });
    draft.app.clock.advance(UNDO_SECONDS + UNDO_GRACE_SECONDS);
    expect((await draft.undo(2)).status).toBe(200);
    await draft.move({ status: 'in_progress' });
    draft.app.clock.advance(UNDO_SECONDS + UNDO_GRACE_SECONDS + 1);
    expect(outcome(await draft.undo(4))).toEqual([409, 'undo_too_late']);
    expect((await draft.stored()).published).toBe(1);
  });

  it('offers no undo any longer once the clock was set back', async () => {
    const test = await begin(engine, { isDraft: true });
    await using _ = test.app;
    test.app.clock.step(2 * 24 * 3_600);
    await test.move({ status: 'in_progress' });
    test.app.clock.step(-2 * 24 * 3_600);
    expect((await test.move({ status: 'in_progress' })).body).toMatchObject({ undo: null });
    expect(outcome(await test.undo(2))).toEqual([409, 'undo_too_late']);
  });

  it('is refused once the studio has changed something else', async () => {
    const test = await begin(engine);
    await using _ = test.app;
    const { params, owner, project } = test;
    await test.move({ status: 'in_review' });
    await owner.call(api.updateMilestone, { params, body: { title: 'The look' } });
    expect(outcome(await test.undo(2))).toEqual([409, 'conflict']);
    expect(outcome(await test.undo(3))).toEqual([409, 'conflict']);
    expect(await test.stored()).toMatchObject({ title: 'The look', status: 'in_review' });
    await test.move({ status: 'blocked' }, test.second);
    expect(outcome(await test.undo(2))).toEqual([409, 'conflict']);
    await owner.call(api.archiveProject, { params: project });
    expect(outcome(await test.undo(4))).toEqual([409, 'project_closed']);
    await owner.call(api.restoreProject, { params: project });
    await owner.call(api.deleteMilestone, { params });
    expect(outcome(await test.undo(4))).toEqual([404, 'not_found']);
    test.app.clock.advance(3_600);
    expect(await subjects(test)).toEqual([]);
  });

  it('tells nothing of a move that another one has replaced, and tells it where that is undone', async () => {
    const test = await begin(engine);
    await using _ = test.app;
    await test.move({ status: 'in_review' });
    await test.move({ status: 'in_progress' });
    test.app.clock.advance(3_600);
    expect(await subjects(test)).toEqual([]);
    await test.move({ status: 'in_review' });
    test.app.clock.advance(UNDO_SECONDS - 1);
    const blocked = await test.move({ status: 'blocked' });
    // The first mail is due, and waits for what becomes of the block.
    test.app.clock.advance(UNDO_SECONDS - 1);
    expect(await subjects(test)).toEqual([]);
    expect((await test.undo(blocked.body.undo?.revision ?? 0)).status).toBe(200);
    test.app.clock.advance(60);
    expect(await subjects(test)).toEqual(['“Design” is ready for your review']);
  });

  it('publishes a draft with each action of the studio but Cancel, and takes both back', async () => {
    for (const { to } of milestoneActions('studio', 'pending')) {
      const test = await begin(engine, { isDraft: true });
      await using _ = test.app;
      const before = await test.stored();
      const shown = async () =>
        (await test.ada.call(api.listMilestones, { params: test.project })).body.items.length;
      const { body } = await test.move({ status: to });
      const isPublished = to !== 'cancelled';
      expect([to, body.milestone.published, await shown()]).toEqual([to, isPublished, isPublished ? 1 : 0]);
      expect(body.undo).toEqual({ revision: 2, seconds: UNDO_SECONDS });
      expect((await test.activity(test.ada))[0]).toBe(isPublished ? 'milestone_moved' : 'project_submitted');
      // Two admins undo what one of them has published.
      const replies = await Promise.all([test.undo(2), test.undo(2, test.second)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await test.stored()).toEqual({ ...before, revision: 3, updated_at: expect.any(String) });
      expect(await shown()).toBe(0);
      // The client's record never speaks of what they are not to see; the studio's has all of it.
      expect((await test.activity(test.ada))[0]).toBe('project_submitted');
      expect(await test.activity(test.owner)).toEqual(
        isPublished ? ['milestone_undone', 'milestone_moved', 'project_submitted'] : ['project_submitted'],
      );
      test.app.clock.advance(3_600);
      expect(await subjects(test)).toEqual([]);
      if (isPublished) expect(outcome(await test.review({ status: 'approved' }))).toEqual([404, 'not_found']);
    }
  });

  it('mails nothing of a draft that is cancelled, and publishes it only when it is reopened', async () => {
    const test = await begin(engine, { isDraft: true });
    await using _ = test.app;
    await test.move({ status: 'cancelled' });
    const published = await test.owner.call(api.publishMilestones, { params: test.project });
    expect(published.body.items).toMatchObject([{ status: 'cancelled', published: false }]);
    test.app.clock.advance(3_600);
    expect(await subjects(test)).toEqual([]);
    const reopened = await test.move({ status: 'pending' });
    expect(reopened.body.milestone).toMatchObject({ status: 'pending', published: true });
  });

  it('survives a restart of the server', async () => {
    await using database = await createTestDatabase(engine);
    // Closing a server removes its database; this one has two, one after the other.
    const lent = { ...database, remove: async () => {} };
    const { app, params, move } = await begin(engine, { database: lent });
    const moved = await move({ status: 'in_review' });
    await app.close();
    await using again = await createTestApp({ engine, database: lent, clock: app.clock });
    const admin = await again.signIn({ roles: ['admin'] });
    const body = { revision: moved.body.undo?.revision ?? 0 };
    const undone = await admin.call(api.undoMilestoneMove, { params, body });
    expect(undone.body.milestone).toMatchObject({ status: 'pending', published: true });
    expect((await admin.call(api.undoMilestoneMove, { params, body })).status).toBe(409);
    again.clock.advance(3_600);
    await again.instance.jobs.runDue();
    await again.drainOutbox();
    expect(again.mails.map(({ subject }) => subject)).not.toContain('“Design” is ready for your review');
  });
});
