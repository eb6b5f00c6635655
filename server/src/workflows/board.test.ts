import { api } from '@atelier/domain/api.ts';
import type { BoardCard, ProjectSummary } from '@atelier/domain/projects/schema.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/harness/database.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test/harness/test-app.ts';
import { sampleBrief } from '../../test/samples/projects.ts';

/** Submits a brief of this company. @returns the project's id */
async function submit(user: TestUser, company: string): Promise<string> {
  const final = { ...sampleBrief, company };
  return (await user.call(api.submitOnboarding, { body: { final } })).body.id;
}

async function addMilestone(app: TestApp, owner: TestUser, id: string, status: string) {
  const { body } = await owner.call(api.createMilestone, {
    params: { id },
    body: { title: 'A step' },
  });
  await app.db
    .updateTable('milestones')
    .set({ status: status as 'approved' })
    .where('id', '=', body.milestone.id)
    .execute();
}

describeEachEngine((engine) => {
  it('the board shows each active project in its stage, and nothing else', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const [fresh, sent, stuck, early, work, review, done, away] = [
      await submit(ada, 'Fresh'),
      await submit(ada, 'Sent'),
      await submit(ada, 'Stuck'),
      await submit(ada, 'Early'),
      await submit(ada, 'Work'),
      await submit(ada, 'Review'),
      await submit(ada, 'Done'),
      await submit(ada, 'Away'),
    ];
    await ada.call(api.saveOnboarding, { body: { step: 2, data: { company: 'Idea' } } });
    // A suggested plan is private until it is published, so it doesn't change a project's stage.
    await app.db.updateTable('milestones').set({ status: 'in_review' }).where('published', '=', 0).execute();
    await app.db
      .updateTable('contracts')
      .set({ status: 'sent' })
      .where('project_id', 'in', [sent, stuck, early])
      .execute();
    await addMilestone(app, owner, stuck, 'blocked');
    await addMilestone(app, owner, early, 'in_review');
    await app.db
      .updateTable('contracts')
      .set({ status: 'accepted' })
      .where('project_id', '=', work)
      .execute();
    await addMilestone(app, owner, review, 'approved');
    await addMilestone(app, owner, review, 'in_review');
    await addMilestone(app, owner, done, 'approved');
    await addMilestone(app, owner, done, 'cancelled');
    await owner.call(api.archiveProject, { params: { id: away } });

    const { body } = await owner.call(api.getBoard);
    const stages = body.items.map(({ company, stage }: BoardCard) => [company, stage]);
    expect(Object.fromEntries(stages)).toEqual({
      Idea: 'draft',
      Fresh: 'proposal',
      Sent: 'contract',
      Stuck: 'contract',
      Early: 'review',
      Work: 'reserved',
      Review: 'review',
      Done: 'care',
    });
    expect(body.isWhole).toBe(true);
    expect(body.items.find(({ id }) => id === review)?.milestones).toEqual({
      total: 2,
      approved: 1,
    });
    expect(body.items.find(({ id }) => id === fresh)?.milestones).toEqual({
      total: 0,
      approved: 0,
    });
  });

  it('the studio’s project list shows each project’s progress, value and next date', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const [agreed, away] = [await submit(ada, 'Agreed'), await submit(ada, 'Away')];
    const final = { ...sampleBrief, company: 'Fresh', features: ['web', 'support'] as const };
    const fresh = (await ada.call(api.submitOnboarding, { body: { final } })).body.id as string;
    const plan = async (title: string, due: string, status = 'pending') => {
      const params = { id: agreed };
      const { body } = await owner.call(api.createMilestone, { params, body: { title, due } });
      await app.db
        .updateTable('milestones')
        .set({ status: status as 'approved' })
        .where('id', '=', body.milestone.id)
        .execute();
    };
    await plan('Design', '2026-03-05', 'approved');
    await plan('Build', '2026-04-02', 'in_progress');
    await plan('Launch', '2026-05-02');
    const params = { id: agreed };
    const before = (await owner.call(api.getContractAsStudio, { params })).body.contract;
    const draft = { total: 4_200, source: 'link', link: 'https://sign.example/a' } as const;
    const body = { ...draft, revision: before.draft.revision };
    const saved = (await owner.call(api.saveContract, { params, body })).body.contract;
    await owner.call(api.sendContract, { params, body: { revision: saved.draft.revision } });
    await ada.call(api.acceptContract, { params, body: {} });
    await owner.call(api.archiveProject, { params: { id: away } });

    const { items } = (await owner.call(api.listProjects, { query: { status: 'all' } })).body;
    const rowOf = (id: string) => items.find((item: ProjectSummary) => item.id === id);
    expect(rowOf(agreed)).toMatchObject({
      stage: 'work',
      milestones: { total: 3, approved: 1 },
      value: { low: 4_200, high: 4_200, isEstimate: false },
      nextDue: '2026-04-02',
      isAccepted: true,
    });
    const { estimate } = (await owner.call(api.getProject, { params: { id: fresh } })).body.project;
    expect(rowOf(fresh)).toMatchObject({
      stage: 'proposal',
      milestones: { total: 0, approved: 0 },
      value: { low: estimate?.low, high: estimate?.high, isEstimate: true },
      nextDue: null,
      isAccepted: false,
    });
    expect(rowOf(away)).toMatchObject({ stage: 'proposal' });
  });

  it('the board is empty without projects', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    expect((await owner.call(api.getBoard)).body).toEqual({ items: [], isWhole: true });
  });

  it('the studio’s project list sorts in the requested order', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const ids = [await submit(ada, 'Zebra'), await submit(ada, 'ábaco'), await submit(ada, 'Mill')];
    await ada.call(api.saveOnboarding, { body: { step: 2, data: { company: 'Bench' } } });
    // The oldest one was changed last.
    await app.db
      .updateTable('projects')
      .set({ updated_at: '2099-01-01T00:00:00.000Z' })
      .where('id', '=', ids[0] ?? '')
      .execute();
    const names = async (query: object) =>
      (await owner.call(api.listProjects, { query })).body.items.map((item: ProjectSummary) => item.company);
    expect(await names({ sort: 'company' })).toEqual(['ábaco', 'Bench', 'Mill', 'Zebra']);
    expect(await names({ sort: 'company', status: 'submitted' })).toEqual(['ábaco', 'Mill', 'Zebra']);
    expect(await names({ sort: 'submitted' })).toEqual(['Mill', 'ábaco', 'Zebra', 'Bench']);
    expect(await names({ sort: 'submitted', status: 'submitted', limit: '2', page: '2' })).toEqual(['Zebra']);
    expect((await names({}))[0]).toBe('Zebra');
    expect(await names({ sort: 'company', q: 'zeb' })).toEqual(['Zebra']);
    expect((await owner.call(api.listProjects, { query: { sort: 'id' } })).status).toBe(400);
  });
});
