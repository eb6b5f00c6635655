import { studio } from '@atelier/content/studio.ts';
import type { Activity } from '@atelier/domain/activity/schema.ts';
import { api } from '@atelier/domain/api.ts';
import type { ProjectEventKind } from '@atelier/domain/project-parts.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { makeSubjects } from '../../../test/samples/all-samples.ts';
import type { EventDraft } from '../../core/projects/project-event.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { ActivityService } from './activity.service.ts';

async function record(
  app: TestApp,
  by: TestUser,
  projectId: string,
  draft: EventDraft = { kind: 'milestone_added' },
) {
  const activity = new ActivityService(app.instance.platform);
  await transaction(app.db, (trx) =>
    activity.record(trx, {
      ...draft,
      projectId,
      by: { accountId: by.id, email: by.email, side: 'studio', address: '203.0.113.9' },
    }),
  );
}

const kinds = (items: Activity[]): ProjectEventKind[] => items.map((item) => item.kind);

describeEachEngine((engine) => {
  it('the activity shows who submitted a project and when, and to the studio also from where', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn({ username: 'ada' }), await app.signInOwner()];
    await ada.call(api.getMe);
    const { projectId: id } = await makeSubjects(app, ada);
    const seen = await ada.call(api.listActivity, { params: { id } });
    expect(seen.body).toEqual({
      items: [
        {
          _id: expect.any(String),
          id: expect.any(String),
          projectId: id,
          kind: 'project_submitted',
          actorRole: 'client',
          actorName: 'ada',
          actorAddress: null,
          subject: null,
          detail: {},
          createdAt: '2026-03-02T09:00:00.000Z',
        },
      ],
      hasOlder: false,
    });
    const [row] = (await owner.call(api.listActivity, { params: { id } })).body.items;
    expect(row).toEqual({ ...seen.body.items[0], actorAddress: '127.0.0.1' });
  });

  it('the activity hides the studio’s own events and people from the client', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    await owner.call(api.getMe);
    const { projectId } = await makeSubjects(app, ada);
    await record(app, owner, projectId, { kind: 'milestone_added', studioOnly: true });
    await record(app, owner, projectId, {
      kind: 'milestone_moved',
      subject: { id: 'm1', title: 'Design' },
      detail: { from: 'pending', to: 'in_review', reason: null, waitedSeconds: 60 },
    });
    const params = { id: projectId };
    const forStudio = (await owner.call(api.listActivity, { params })).body.items;
    const forClient = (await ada.call(api.listActivity, { params })).body.items;
    expect(kinds(forStudio)).toEqual(['milestone_moved', 'milestone_added', 'project_submitted']);
    expect(kinds(forClient)).toEqual(['milestone_moved', 'project_submitted']);
    const view = await owner.call(api.listActivity, { params, query: { as: 'client' } });
    expect(view.body.items).toEqual(forClient);
    expect(forStudio[0]).toMatchObject({ actorName: 'owner', actorAddress: '203.0.113.9' });
    expect(forClient[0]).toMatchObject({
      actorRole: 'owner',
      actorName: studio.name,
      actorAddress: null,
      subject: { id: 'm1', title: 'Design' },
      detail: { from: 'pending', to: 'in_review' },
    });
  });

  it('the activity pages newest first and lists every row once', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const [{ projectId }, { projectId: other }] = [
      await makeSubjects(app, ada),
      await makeSubjects(app, ada),
    ];
    for (let i = 1; i <= 6; i += 1) {
      await record(app, owner, projectId, { kind: 'milestones_published', detail: { count: i } });
      await record(app, owner, other, { kind: 'milestones_published', detail: { count: -i } });
    }
    const params = { id: projectId };
    const first = (await ada.call(api.listActivity, { params, query: { limit: 4 } })).body;
    const before = first.items.at(-1)?.id;
    const rest = (await ada.call(api.listActivity, { params, query: { limit: 4, before } })).body;
    expect([first.hasOlder, rest.hasOlder]).toEqual([true, false]);
    expect([...first.items, ...rest.items].map((item: Activity) => item.detail.count)).toEqual([
      6,
      5,
      4,
      3,
      2,
      1,
      undefined,
    ]);
  });

  it('the activity is missing for strangers and is deleted with its project', async () => {
    await using app = await createTestApp({ engine });
    const [ada, eve] = [await app.signIn(), await app.signIn()];
    const { projectId } = await makeSubjects(app, ada);
    const params = { id: projectId };
    expect((await eve.call(api.listActivity, { params })).status).toBe(404);
    await ada.call(api.deleteOwnProject, { params });
    expect(
      await app.db.selectFrom('project_activity').selectAll().where('project_id', '=', projectId).execute(),
    ).toEqual([]);
  });
});
