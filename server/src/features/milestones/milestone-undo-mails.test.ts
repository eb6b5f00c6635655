import { api } from '@atelier/domain/api.ts';
import { type MilestoneStatus, milestoneActions, UNDO_SECONDS } from '@atelier/domain/milestones/rules.ts';
import { expect, it, vi } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createMilestoneScene, mailSubjects, outcome } from '../../../test/harness/milestones.ts';

const ANNOUNCED: [MilestoneStatus, MilestoneStatus, string][] = [
  ['pending', 'in_review', '“Design” is ready for your review'],
  ['approved', 'in_review', '“Design” is open for review again'],
  ['in_progress', 'blocked', '“Design” is blocked'],
  ['in_progress', 'cancelled', '“Design” is cancelled'],
];

describeAnyEngine((engine) => {
  it.each(ANNOUNCED)(
    'a move %s → %s takes effect at once and mails the client ten seconds later',
    async (...row) => {
      const [from, status, subject] = row;
      const test = await createMilestoneScene(engine);
      await using _ = test.app;
      await test.put(from);
      const reply = await test.move({ status, reason: ' The texts\nare missing. ', revision: 1 });
      expect(reply.body.undo).toEqual({ revision: 2, seconds: UNDO_SECONDS });
      const seen = (await test.ada.call(api.listMilestones, { params: test.project })).body.items[0];
      expect(seen).toMatchObject({ status, reason: 'The texts\nare missing.' });
      test.app.clock.advance(UNDO_SECONDS - 1);
      expect(await mailSubjects(test)).toEqual([]);
      test.app.clock.advance(31);
      const [mail, ...others] = await test.mails();
      expect([mail?.subject, mail?.text.includes('The texts\nare missing.'), others]).toEqual([
        subject,
        true,
        [],
      ]);
    },
  );

  it('a move’s mail is written after ten seconds, before any recurring job runs', async () => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    test.app.instance.start();
    // The jobs run once at the start, and are done before the clock moves: one that is under way could take the mail from the
    // timer, and what it waits for would time out.
    await test.app.instance.jobs.stop();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await test.move({ status: 'in_review' });
      test.app.clock.advance(UNDO_SECONDS);
      vi.advanceTimersByTime(UNDO_SECONDS * 1000);
      await test.app.whenIdle();
      const written = test.app.db.selectFrom('mail_outbox').select('subject').orderBy('id', 'desc');
      expect((await written.executeTakeFirst())?.subject).toBe('“Design” is ready for your review');
    } finally {
      vi.useRealTimers();
    }
  });

  it('undoing a move restores everything and mails nothing', async () => {
    for (const [from, status] of ANNOUNCED) {
      const test = await createMilestoneScene(engine);
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
      expect(await mailSubjects(test)).toEqual([]);
      expect((await test.activity(test.ada)).slice(0, 2)).toEqual(['milestone_undone', 'milestone_moved']);
    }
  });

  it('a replaced move is mailed only when its replacement is undone', async () => {
    const test = await createMilestoneScene(engine);
    await using _ = test.app;
    await test.move({ status: 'in_review' });
    await test.move({ status: 'in_progress' });
    test.app.clock.advance(3_600);
    expect(await mailSubjects(test)).toEqual([]);
    await test.move({ status: 'in_review' });
    test.app.clock.advance(UNDO_SECONDS - 1);
    const blocked = await test.move({ status: 'blocked' });
    // The first mail is due, and waits until the block is final or undone.
    test.app.clock.advance(UNDO_SECONDS - 1);
    expect(await mailSubjects(test)).toEqual([]);
    expect((await test.undo(blocked.body.undo?.revision ?? 0)).status).toBe(200);
    test.app.clock.advance(60);
    expect(await mailSubjects(test)).toEqual(['“Design” is ready for your review']);
  });

  it('every studio action but Cancel publishes a draft, and undoing it unpublishes the draft', async () => {
    for (const { to } of milestoneActions('studio', 'pending')) {
      const test = await createMilestoneScene(engine, { isDraft: true });
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
      // The client's activity never mentions what is hidden from them; the studio's has all of it.
      expect((await test.activity(test.ada))[0]).toBe('project_submitted');
      expect(await test.activity(test.owner)).toEqual(
        isPublished ? ['milestone_undone', 'milestone_moved', 'project_submitted'] : ['project_submitted'],
      );
      test.app.clock.advance(3_600);
      expect(await mailSubjects(test)).toEqual([]);
      if (isPublished) expect(outcome(await test.review({ status: 'approved' }))).toEqual([404, 'not_found']);
    }
  });

  it('a cancelled draft mails nothing and is published only when it is reopened', async () => {
    const test = await createMilestoneScene(engine, { isDraft: true });
    await using _ = test.app;
    await test.move({ status: 'cancelled' });
    const published = await test.owner.call(api.publishMilestones, { params: test.project });
    expect(published.body.items).toMatchObject([{ status: 'cancelled', published: false }]);
    test.app.clock.advance(3_600);
    expect(await mailSubjects(test)).toEqual([]);
    const reopened = await test.move({ status: 'pending' });
    expect(reopened.body.milestone).toMatchObject({ status: 'pending', published: true });
  });
});
