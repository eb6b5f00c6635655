import { api } from '@atelier/domain/api.ts';
import type { BoardCard, ProjectSummary } from '@atelier/domain/projects/schema.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/harness/database.ts';
import { sampleBrief } from '../../test/harness/sample-calls.ts';
import { createTown, type Person, type Town } from '../../test/harness/test-users.ts';

/** Submits a brief of this company. @returns the project's id */
async function submit(person: Person, company: string): Promise<string> {
  const final = { ...sampleBrief, company };
  return (await person.call(api.submitOnboarding, { body: { final } })).body.id;
}

async function addMilestone(town: Town, owner: Person, id: string, status: string) {
  const { body } = await owner.call(api.createMilestone, {
    params: { id },
    body: { title: 'A step' },
  });
  await town.db
    .updateTable('milestones')
    .set({ status: status as 'approved' })
    .where('id', '=', body.milestone.id)
    .execute();
}

describeEachEngine((engine) => {
  it('puts what is under way where it stands, and nothing else', async () => {
    await using town = await createTown({ engine });
    const [ada, owner] = [await town.signIn(), await town.signInOwner()];
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
    // What the product suggests is the studio's own until it is published: it tells nothing of where a project stands.
    await town.db.updateTable('milestones').set({ status: 'in_review' }).where('published', '=', 0).execute();
    await town.db
      .updateTable('contracts')
      .set({ status: 'sent' })
      .where('project_id', 'in', [sent, stuck, early])
      .execute();
    await addMilestone(town, owner, stuck, 'blocked');
    await addMilestone(town, owner, early, 'in_review');
    await town.db
      .updateTable('contracts')
      .set({ status: 'accepted' })
      .where('project_id', '=', work)
      .execute();
    await addMilestone(town, owner, review, 'approved');
    await addMilestone(town, owner, review, 'in_review');
    await addMilestone(town, owner, done, 'approved');
    await addMilestone(town, owner, done, 'cancelled');
    await owner.call(api.archiveProject, { params: { id: away } });

    const { body } = await owner.call(api.getBoard);
    const stages = body.items.map(({ company, stage }: BoardCard) => [company, stage]);
    expect(Object.fromEntries(stages)).toEqual({
      Idea: 'draft',
      Fresh: 'submitted',
      Sent: 'contract',
      Stuck: 'contract',
      Early: 'review',
      Work: 'work',
      Review: 'review',
      Done: 'done',
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

  it('is empty where there is nothing', async () => {
    await using town = await createTown({ engine });
    const owner = await town.signInOwner();
    expect((await owner.call(api.getBoard)).body).toEqual({ items: [], isWhole: true });
  });

  it('lists projects in the order that is asked for', async () => {
    await using town = await createTown({ engine });
    const [ada, owner] = [await town.signIn(), await town.signInOwner()];
    const ids = [await submit(ada, 'Zebra'), await submit(ada, 'ábaco'), await submit(ada, 'Mill')];
    await ada.call(api.saveOnboarding, { body: { step: 2, data: { company: 'Bench' } } });
    // The oldest was touched last.
    await town.db
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
