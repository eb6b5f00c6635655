import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import {
  addMilestone,
  createProjectScene,
  listAll,
  listShown,
  MISSING_ID,
  outcome,
  titles,
} from '../../../test/harness/milestones.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';

describeEachEngine((engine) => {
  it('milestones are added at the end and shown to both sides in order', async () => {
    const { app, ada, owner, project } = await createProjectScene(engine);
    await using _ = app;
    const reply = await owner.call(api.createMilestone, {
      params: project,
      body: { title: '  A first\nlook ', due: '2026-04-01', description: ' Two drafts.\nOne to choose. ' },
    });
    expect(reply.status).toBe(201);
    expect(reply.body.milestone).toEqual({
      _id: reply.body.milestone.id,
      id: expect.any(String),
      title: 'A first look',
      description: 'Two drafts.\nOne to choose.',
      due: '2026-04-01',
      status: 'pending',
      statusAt: '2026-03-02T09:00:00.000Z',
      reason: null,
      byMailLink: false,
      preview: null,
      published: true,
      order: 0,
      revision: 1,
      createdAt: '2026-03-02T09:00:00.000Z',
    });
    expect(await addMilestone(owner, project, { title: 'Build' })).toMatchObject({
      due: null,
      description: '',
      order: 1,
    });
    await addMilestone(owner, project, { title: 'Launch', due: '' });
    const seen = await listShown(ada, project);
    expect(titles(seen)).toEqual(['A first look', 'Build', 'Launch']);
    expect(seen.body.items[0]).toEqual(reply.body.milestone);
    expect((await listAll(owner, project)).body).toEqual(seen.body);
  });

  it('an invalid milestone is refused and not kept', async () => {
    const { app, owner, project } = await createProjectScene(engine);
    await using _ = app;
    const refused = async (body: Record<string, unknown>) => {
      const { status, body: reply } = await owner.call(api.createMilestone, { params: project, body });
      return [status, reply.code, reply.message];
    };
    expect(await refused({ title: '  ' })).toEqual([400, 'validation_failed', 'Enter a title.']);
    expect(await refused({ title: 'a', due: '2026-02-30' })).toEqual([
      400,
      'validation_failed',
      'Enter a day, as 2026-11-21.',
    ]);
    for (const body of [{ title: 'a'.repeat(201) }, { title: 'a', description: 'a'.repeat(5_001) }]) {
      expect(await refused(body)).toEqual([
        400,
        'validation_failed',
        expect.stringMatching(/characters or fewer/),
      ]);
    }
    expect(titles(await listAll(owner, project))).toEqual([]);
  });

  it('concurrently added milestones each get their own position', async () => {
    const { app, owner, project } = await createProjectScene(engine);
    await using _ = app;
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => addMilestone(owner, project, { title: `Step ${i}` })),
    );
    const { body } = await listAll(owner, project);
    expect(body.items.map((each: { order: number }) => each.order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('an update changes the fields that are sent and leaves the rest', async () => {
    const { app, ada, owner, project, on } = await createProjectScene(engine);
    await using _ = app;
    const first = await addMilestone(owner, project, {
      title: 'Design',
      due: '2026-04-01',
      description: 'All of it.',
    });
    const change = async (body: Record<string, unknown>) =>
      (await owner.call(api.updateMilestone, { params: on(first.id), body })).body.milestone;
    expect(await change({ title: 'Look' })).toEqual({ ...first, title: 'Look', revision: 2 });
    expect(await change({ due: null })).toEqual({ ...first, title: 'Look', due: null, revision: 3 });
    expect(await change({ description: '', due: '2026-05-01' })).toMatchObject({
      title: 'Look',
      description: '',
      due: '2026-05-01',
      revision: 4,
    });
    // Repeating a change is no change, even when something else has changed in between.
    expect(await change({ title: 'Look', revision: 1 })).toMatchObject({ revision: 4 });
    expect((await listShown(ada, project)).body.items[0]).toMatchObject({ title: 'Look', revision: 4 });
  });

  it('one of several concurrent edits of a milestone is accepted', async () => {
    const { app, owner, project, on } = await createProjectScene(engine);
    await using _ = app;
    const { id } = await addMilestone(owner, project, { title: 'Design' });
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        owner.call(api.updateMilestone, { params: on(id), body: { title: `Title ${i}`, revision: 1 } }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(5).fill(409)]);
    const won = replies.find((reply) => reply.status === 200)?.body.milestone.title;
    const lost = replies.find((reply) => reply.status === 409)?.body;
    expect(lost).toMatchObject({
      code: 'conflict',
      message: `“${won}” has just changed. Its status is pending. Nothing was done: take another look, then decide.`,
    });
    expect(titles(await listAll(owner, project))).toEqual([won]);
  });

  it('a milestone is deleted once, and only in the revision that was read', async () => {
    const { app, ada, owner, project, on } = await createProjectScene(engine);
    await using _ = app;
    const [first] = [
      await addMilestone(owner, project, { title: 'Design' }),
      await addMilestone(owner, project, { title: 'Build' }),
    ];
    await owner.call(api.updateMilestone, { params: on(first.id), body: { title: 'Look' } });
    const remove = (query: Record<string, unknown>) =>
      owner.call(api.deleteMilestone, { params: on(first.id), query });
    expect(outcome(await remove({ revision: 1 }))).toEqual([409, 'conflict']);
    expect(titles(await listShown(ada, project))).toEqual(['Look', 'Build']);
    expect((await remove({ revision: 2 })).body).toEqual({ deleted: true });
    expect(outcome(await remove({ revision: 2 }))).toEqual([404, 'not_found']);
    expect(outcome(await remove({}))).toEqual([404, 'not_found']);
    expect(titles(await listShown(ada, project))).toEqual(['Build']);
    expect((await addMilestone(owner, project, { title: 'Launch' })).order).toBe(2);
  });

  it('a milestone isn’t found in another project', async () => {
    const { app, ada, owner, project, on } = await createProjectScene(engine);
    await using _ = app;
    const ben = await app.signIn();
    const other = { id: (await ben.call(api.submitOnboarding, { body: { final: sampleBrief } })).body.id };
    const mine = await addMilestone(owner, project, { title: 'Mine' });
    const his = await addMilestone(owner, other, { title: 'His' });
    await owner.call(api.setMilestoneStatus, { params: on(mine.id), body: { status: 'in_review' } });
    await owner.call(api.setMilestoneStatus, {
      params: { ...other, milestoneId: his.id },
      body: { status: 'in_review' },
    });
    const before = await app.db.selectFrom('milestones').selectAll().orderBy('id').execute();
    const crossed = on(his.id);
    const replies = await Promise.all([
      ada.call(api.reviewMilestone, { params: crossed, body: { status: 'approved' } }),
      ada.call(api.reviewMilestone, {
        params: { ...other, milestoneId: his.id },
        body: { status: 'approved' },
      }),
      ben.call(api.reviewMilestone, { params: on(mine.id), body: { status: 'approved' } }),
      ben.call(api.listMilestones, { params: project }),
      owner.call(api.setMilestoneStatus, { params: crossed, body: { status: 'blocked' } }),
      owner.call(api.updateMilestone, { params: crossed, body: { title: 'Taken' } }),
      owner.call(api.deleteMilestone, { params: crossed }),
    ]);
    expect(replies.map(outcome)).toEqual(Array(7).fill([404, 'not_found']));
    expect(
      outcome(await owner.call(api.reorderMilestones, { params: project, body: { order: [his.id] } })),
    ).toEqual([400, 'validation_failed']);
    expect(await app.db.selectFrom('milestones').selectAll().orderBy('id').execute()).toEqual(before);
    expect(outcome(await listAll(owner, { id: MISSING_ID }))).toEqual([404, 'not_found']);
  });

  it('an archived project shows its milestones but refuses every change', async () => {
    const { app, ada, owner, project, on } = await createProjectScene(engine);
    await using _ = app;
    const { id } = await addMilestone(owner, project, { title: 'Design' });
    await owner.call(api.setMilestoneStatus, { params: on(id), body: { status: 'in_review' } });
    await app.db.updateTable('projects').set({ status: 'archived' }).execute();
    const before = (await listShown(ada, project)).body;
    const replies = await Promise.all([
      ada.call(api.reviewMilestone, { params: on(id), body: { status: 'approved' } }),
      owner.call(api.setMilestoneStatus, { params: on(id), body: { status: 'blocked' } }),
      owner.call(api.createMilestone, { params: project, body: { title: 'Build' } }),
      owner.call(api.updateMilestone, { params: on(id), body: { title: 'Look' } }),
      owner.call(api.deleteMilestone, { params: on(id) }),
      owner.call(api.reorderMilestones, { params: project, body: { order: [id] } }),
      owner.call(api.publishMilestones, { params: project }),
    ]);
    expect(replies.map(outcome)).toEqual(Array(7).fill([409, 'project_closed']));
    expect((await listShown(ada, project)).body).toEqual(before);
    expect(titles({ body: before })).toEqual(['Design']);
  });

  it('milestones are deleted with their project', async () => {
    const { app, ada, owner, project } = await createProjectScene(engine);
    await using _ = app;
    await addMilestone(owner, project, { title: 'Design' });
    expect((await ada.call(api.deleteOwnProject, { params: project })).status).toBe(200);
    expect(await app.db.selectFrom('milestones').selectAll().execute()).toEqual([]);
  });
});
