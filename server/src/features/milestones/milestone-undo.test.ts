import { api } from '@atelier/domain/api.ts';
import { UNDO_GRACE_SECONDS, UNDO_SECONDS } from '@atelier/domain/milestones/rules.ts';
import { expect, it } from 'vitest';
import { createTestDatabase, describeEachEngine } from '../../../test/harness/database.ts';
import {
  createMilestoneScene,
  type MilestoneScene,
  mailSubjects,
  outcome,
} from '../../../test/harness/milestones.ts';
import { createTestApp } from '../../../test/harness/test-app.ts';

describeEachEngine((engine) => {
  it.each([
    ['pending', 'in_progress'],
    ['blocked', 'pending'],
  ] as const)('a move %s → %s can be undone though it mails nothing', async (from, status) => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    await test.put(from);
    const before = await test.stored();
    test.app.clock.advance(60);
    const { body } = await test.move({ status, reason: 'One moment.' });
    expect(body.undo).toEqual({ revision: 2, seconds: UNDO_SECONDS });
    expect((await test.undo(2)).body.milestone).toMatchObject({ status: from, reason: null, revision: 3 });
    expect((await test.stored()).status_at).toBe(before.status_at);
    test.app.clock.advance(3_600);
    expect(await mailSubjects(test)).toEqual([]);
  });

  it('repeating a move offers the same undo again', async () => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    await test.move({ status: 'blocked', reason: 'No texts.' });
    test.app.clock.advance(4);
    const again = await test.move({ status: 'blocked', reason: 'No texts.' });
    expect(again.body.undo).toEqual({ revision: 2, seconds: UNDO_SECONDS - 4 });
    expect((await test.undo(2)).status).toBe(200);
  });

  it('a move is undone once when several admins press Undo', async () => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    await test.move({ status: 'in_review' });
    const replies = await Promise.all([test.undo(2), test.undo(2, test.second), test.undo(2)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(outcome(await test.undo(2))).toEqual([409, 'conflict']);
    expect(outcome(await test.undo(3))).toEqual([409, 'conflict']);
    const kinds = await test.activity(test.owner);
    expect(kinds.filter((kind) => kind === 'milestone_undone')).toHaveLength(1);
  });

  it.each(['approved', 'needs_changes'] as const)(
    'an undo is refused once the client has answered %s',
    async (status) => {
      const test = await createMilestoneScene(engine);
      await using _ = test.app;
      await test.move({ status: 'in_review' });
      expect((await test.review({ status })).status).toBe(200);
      const refused = await test.undo(2);
      expect([...outcome(refused), (await test.stored()).status]).toEqual([409, 'conflict', status]);
      // A milestone that the client has already answered isn't announced to them.
      test.app.clock.advance(3_600);
      expect(await mailSubjects(test)).toEqual([]);
    },
  );

  it('either the undo or the approval wins when both arrive at once', async () => {
    const test = await createMilestoneScene(engine);
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

  it('a move is either mailed or undone when both are due at once', async () => {
    const test = await createMilestoneScene(engine);
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
      const reply = undone as Awaited<ReturnType<MilestoneScene['undo']>>;
      test.app.clock.advance(60);
      const count = (await test.mails()).length;
      const isMailed = count > mailed;
      mailed = count;
      expect([outcome(reply), (await test.stored()).status]).toEqual(
        isMailed ? [[409, 'undo_too_late'], 'in_review'] : [[200, undefined], 'in_progress'],
      );
    }
  });

  it('an undo is refused once the client has the mail, or a draft’s time is over', async () => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    await test.move({ status: 'in_review' });
    test.app.clock.advance(UNDO_SECONDS);
    expect(await mailSubjects(test)).toHaveLength(1);
    const refused = await test.undo(2);
    expect([...outcome(refused), refused.body.message]).toEqual([
      409,
      'undo_too_late',
      'It’s too late to undo this: “Design” stays in review. You can still move it to another status.',
    ]);
    const draft = await createMilestoneScene(engine, { isDraft: true });
    await using _other = draft.app;
    await draft.move({ status: 'in_progress' });
    draft.app.clock.advance(UNDO_SECONDS + UNDO_GRACE_SECONDS);
    expect((await draft.undo(2)).status).toBe(200);
    await draft.move({ status: 'in_progress' });
    draft.app.clock.advance(UNDO_SECONDS + UNDO_GRACE_SECONDS + 1);
    expect(outcome(await draft.undo(4))).toEqual([409, 'undo_too_late']);
    expect((await draft.stored()).published).toBe(1);
  });

  it('no undo is offered when the clock was set back', async () => {
    const test = await createMilestoneScene(engine, { isDraft: true });
    await using _ = test.app;
    test.app.clock.step(2 * 24 * 3_600);
    await test.move({ status: 'in_progress' });
    test.app.clock.step(-2 * 24 * 3_600);
    expect((await test.move({ status: 'in_progress' })).body).toMatchObject({ undo: null });
    expect(outcome(await test.undo(2))).toEqual([409, 'undo_too_late']);
  });

  it('an undo is refused when the studio has changed something else since', async () => {
    const test = await createMilestoneScene(engine);
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
    expect(await mailSubjects(test)).toEqual([]);
  });

  it('a move can be undone after a restart of the server', async () => {
    await using database = await createTestDatabase(engine);
    // Closing a server removes its database; this one has two servers in turn.
    const lent = { ...database, remove: async () => {} };
    const { app, params, move } = await createMilestoneScene(engine, { database: lent });
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
