import { api } from '@atelier/domain/api.ts';
import {
  canMoveMilestone,
  MILESTONE_STATUSES,
  type MilestoneStatus,
  milestoneRefusal,
} from '@atelier/domain/milestones/rules.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { outcome } from '../../../test/harness/milestones.ts';
import { createTestApp } from '../../../test/harness/test-app.ts';
import { makeSubjects } from '../../../test/samples/all-samples.ts';
import type { ProjectEvent } from '../../core/projects/project-event.ts';
import type { Engine } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { MilestoneReason } from './milestone-changes.ts';
import { findMilestone, updateMilestone } from './milestones.repository.ts';
import { MilestonesService } from './milestones.service.ts';

/** A project with one milestone in review, and the users of both sides. */
async function begin(engine: Engine) {
  const app = await createTestApp({ engine });
  const [ada, owner] = [await app.signIn(), await app.signInOwner()];
  const { projectId, milestoneId } = await makeSubjects(app, ada);
  const params = { id: projectId, milestoneId };
  return {
    app,
    ada,
    owner,
    params,
    asClient: (body: Record<string, unknown>) => ada.call(api.reviewMilestone, { params, body }),
    asStudio: (body: Record<string, unknown>) => owner.call(api.setMilestoneStatus, { params, body }),
    stored: () =>
      app.db
        .selectFrom('milestones')
        .selectAll()
        .where('id', '=', params.milestoneId)
        .executeTakeFirstOrThrow(),
    put: (status: MilestoneStatus) =>
      app.db.updateTable('milestones').set({ status, revision: 1, reason: null, undo: null }).execute(),
  };
}

describeAnyEngine((engine) => {
  it.each(['client', 'studio'] as const)(
    'the %s can make exactly the milestone moves of the table',
    async (actor) => {
      const { app, asClient, asStudio, put, stored } = await begin(engine);
      await using _ = app;
      const move = actor === 'client' ? asClient : asStudio;
      let refused = 0;
      for (const from of MILESTONE_STATUSES) {
        for (const to of MILESTONE_STATUSES) {
          const where = `${from} → ${to}`;
          await put(from);
          const before = await stored();
          app.clock.advance(1);
          const reply = await move({ status: to });
          if (from === to) {
            expect([where, reply.status, await stored()]).toEqual([where, 200, before]);
          } else if (canMoveMilestone(actor, from, to)) {
            expect([where, reply.status]).toEqual([where, 200]);
            const now = app.clock.now().toISOString();
            expect(await stored(), where).toEqual({
              ...before,
              status: to,
              status_at: now,
              updated_at: now,
              revision: 2,
              move_id: expect.any(String),
              undo: actor === 'studio' ? expect.any(String) : null,
            });
            expect(reply.body.milestone, where).toMatchObject({ status: to, statusAt: now, revision: 2 });
          } else {
            const sentence = milestoneRefusal(actor, from, to);
            expect([where, ...outcome(reply), reply.body.message]).toEqual([
              where,
              409,
              'invalid_transition',
              sentence,
            ]);
            expect(await stored(), where).toEqual(before);
            refused += 1;
          }
        }
      }
      expect(refused).toBe(actor === 'client' ? 40 : 14);
    },
  );

  it('one of two simultaneous moves of a milestone wins, and the other is refused', async () => {
    const { app, asClient, asStudio, put, stored } = await begin(engine);
    await using _ = app;
    for (let round = 0; round < 8; round++) {
      await put('in_review');
      const presses = [
        () => asClient({ status: 'approved', revision: 1 }),
        () => asStudio({ status: 'cancelled', revision: 1 }),
        () => asClient({ status: 'needs_changes', reason: 'A larger logo.', revision: 1 }),
      ];
      const order = round % 2 === 0 ? presses : presses.toReversed();
      const replies = await Promise.all(order.map((press) => press()));
      const won = replies.filter((reply) => reply.status === 200);
      const lost = replies.filter((reply) => reply.status === 409);
      expect([won.length, lost.length]).toEqual([1, 2]);
      const after = await stored();
      expect(won[0]?.body.milestone).toMatchObject({ status: after.status, revision: 2 });
      for (const reply of lost) {
        expect(reply.body.code).toBe('conflict');
        expect(reply.body.message).toMatch(
          /^“A first look” has just changed\. Its status is (approved|cancelled|needs changes)\. Nothing was done/,
        );
      }
    }
  });

  it('an approval of a milestone that has changed since is refused with its new state', async () => {
    const { app, asClient, stored, owner, params } = await begin(engine);
    await using _ = app;
    await owner.call(api.updateMilestone, { params, body: { title: 'A second look' } });
    const stale = await asClient({ status: 'approved', revision: 1 });
    expect([...outcome(stale), stale.body.message]).toEqual([
      409,
      'conflict',
      '“A second look” has just changed. Its status is in review. Nothing was done: take another look, then decide.',
    ]);
    expect((await stored()).status).toBe('in_review');
    expect((await asClient({ status: 'approved', revision: 2 })).status).toBe(200);
    // Pressing again, on any page, succeeds because the goal is reached.
    expect((await asClient({ status: 'approved', revision: 1 })).status).toBe(200);
    expect((await stored()).revision).toBe(3);
  });

  it('a reason stays until the milestone moves on, and a second one is refused, not dropped', async () => {
    const { app, ada, params, asClient, asStudio } = await begin(engine);
    await using _ = app;
    const asked = { status: 'needs_changes', reason: ' A larger logo.\n\u0000And green. ' };
    const reply = await asClient(asked);
    expect(reply.body.milestone.reason).toBe('A larger logo.\nAnd green.');
    const { body } = await ada.call(api.listMilestones, { params });
    expect(body.items[0]).toEqual(reply.body.milestone);
    // A repeat after a lost reply gets the same reply.
    expect((await asClient(asked)).body).toEqual(reply.body);
    const second = await asClient({ status: 'needs_changes', reason: 'And blue.' });
    expect([...outcome(second), second.body.message]).toEqual([
      409,
      'invalid_transition',
      'This milestone is already marked “needs changes”, so what you wrote wasn’t added. Send it as a message instead.',
    ]);
    expect((await asStudio({ status: 'in_progress' })).body.milestone.reason).toBeNull();
  });

  it('a milestone’s move records who moved it and from where', async () => {
    const { app, ada, params, asClient } = await begin(engine);
    await using _ = app;
    await asClient({ status: 'needs_changes', reason: 'A larger logo.' });
    const { body } = await ada.call(api.listActivity, { params });
    expect(body.items[0]).toMatchObject({
      kind: 'milestone_moved',
      actorRole: 'client',
      subject: { id: params.milestoneId, title: 'A first look' },
      detail: {
        from: 'in_review',
        to: 'needs_changes',
        reason: 'A larger logo.',
        waitedSeconds: Math.round(app.clock.now().getTime() / 1000),
      },
    });
    const thread = await ada.call(api.listMessages, { params });
    expect(thread.body.items).toHaveLength(2);
    expect(thread.body.items[1]).toMatchObject({
      authorRole: 'client',
      body: expect.stringContaining('A larger logo.'),
    });
  });

  it('a milestone is never changed when it differs from what was read', async () => {
    const { app, params, stored, put } = await begin(engine);
    await using _ = app;
    const seen = await stored();
    const write = () =>
      transaction(app.db, (trx) => updateMilestone(trx, seen, { status: 'approved', reason: null }));
    await put('cancelled');
    expect(await write()).toBeUndefined();
    await put('in_review');
    await app.db.updateTable('milestones').set({ revision: 2 }).execute();
    expect(await write()).toBeUndefined();
    await put('in_review');
    expect(await write()).toMatchObject({ status: 'approved', revision: 2 });
    expect(await findMilestone(app.db, params.id, params.milestoneId)).toEqual(await stored());
  });

  it('each milestone change records an event, and a refused one records none', async () => {
    const { app, ada, owner, params } = await begin(engine);
    await using _ = app;
    const events: ProjectEvent[] = [];
    const reasons: MilestoneReason[] = [];
    const service = new MilestonesService({
      db: app.db,
      clock: app.clock,
      recordEvent: async (_trx, event) => void events.push(event),
      listDeliverableIds: async () => [],
      milestoneApproved: async () => {},
      findHold: async () => undefined,
      reasonGiven: async (_trx, reason) => void reasons.push(reason),
      moveUndone: async () => 0,
    });
    const { id, milestoneId } = params;
    const client = { accountId: ada.id, email: ada.email, side: 'client', address: '203.0.113.9' } as const;
    const studio = {
      accountId: owner.id,
      email: owner.email,
      side: 'studio',
      address: '203.0.113.7',
    } as const;
    const look = { id: milestoneId, title: 'A first look' };
    const draft = { title: 'A draft', published: false };

    await service.setStatus({ ...params, by: client }, { status: 'needs_changes', reason: 'A larger logo.' });
    expect(events.splice(0)).toEqual([
      {
        projectId: id,
        id: expect.any(String),
        kind: 'milestone_moved',
        by: client,
        subject: look,
        detail: {
          from: 'in_review',
          to: 'needs_changes',
          reason: 'A larger logo.',
          waitedSeconds: Math.round(app.clock.now().getTime() / 1000),
        },
      },
    ]);
    expect(reasons.splice(0)).toEqual([
      {
        projectId: id,
        by: client,
        milestone: expect.objectContaining({ ...look, status: 'needs_changes' }),
        reason: 'A larger logo.',
      },
    ]);
    await service.setStatus({ ...params, by: client }, { status: 'needs_changes' });
    await service.update({ ...params, by: studio }, { title: 'A first look' });
    await service.create({ id, by: studio }, draft);
    const drafted = await service.create({ id, by: studio }, { ...draft, title: 'Another' });
    await service.update({ id, milestoneId: drafted.id, by: studio }, { title: 'Other words' });
    await service.delete({ id, milestoneId: drafted.id, by: studio }, undefined);
    const [first, second] = await service.listAll(id);
    await service.reorder({ id, by: studio }, { order: [second?.id ?? '', first?.id ?? ''] });
    await expect(service.setStatus({ ...params, by: client }, { status: 'approved' })).rejects.toMatchObject({
      code: 'invalid_transition',
    });
    expect([events, reasons]).toEqual([[], []]);

    await service.publish({ id, by: studio });
    await service.publish({ id, by: studio });
    await service.update({ ...params, by: studio }, { title: 'A look', due: '2026-04-01' });
    const added = await service.create({ id, by: studio }, { title: 'Launch' });
    const ids = (await service.listAll(id)).map((row) => row.id);
    await service.reorder({ id, by: studio }, { order: ids });
    await service.reorder({ id, by: studio }, { order: ids.toReversed() });
    await service.setStatus({ ...params, by: studio }, { status: 'blocked', reason: 'No texts yet.' });
    await service.delete({ id, milestoneId: added.id, by: studio }, 1);
    const recorded = events.map(({ kind, by, subject, detail }) => [
      kind,
      by.side,
      subject?.title,
      detail ?? {},
    ]);
    expect(recorded).toEqual([
      ['milestones_published', 'studio', undefined, { count: 1 }],
      ['milestone_changed', 'studio', 'A look', { changed: 'title due' }],
      ['milestone_added', 'studio', 'Launch', {}],
      ['milestones_reordered', 'studio', undefined, {}],
      [
        'milestone_moved',
        'studio',
        'A look',
        { from: 'needs_changes', to: 'blocked', reason: 'No texts yet.', waitedSeconds: 0 },
      ],
      ['milestone_deleted', 'studio', 'Launch', {}],
    ]);
    expect(reasons).toEqual([]);
  });
});
