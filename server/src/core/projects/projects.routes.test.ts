import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';

async function submit(client: TestUser, company: string): Promise<string> {
  return (await client.call(api.submitOnboarding, { body: { final: { ...sampleBrief, company } } })).body.id;
}

async function addMilestone(owner: TestUser, id: string, status: string, published = true) {
  const params = { id };
  const added = await owner.call(api.createMilestone, { params, body: { title: 'Design', published } });
  const milestoneId = added.body.milestone.id as string;
  const body = { status };
  expect((await owner.call(api.setMilestoneStatus, { params: { id, milestoneId }, body })).status).toBe(
    published ? 200 : 409,
  );
}

async function sendContract(owner: TestUser, id: string) {
  const params = { id };
  const { draft } = (await owner.call(api.getContractAsStudio, { params })).body.contract;
  const body = { total: 9_400, source: 'link', link: 'https://sign.example/a', revision: draft.revision };
  const saved = (await owner.call(api.saveContract, { params, body })).body.contract;
  const sent = await owner.call(api.sendContract, { params, body: { revision: saved.draft.revision } });
  expect(sent.status).toBe(200);
}

describeEachEngine((engine) => {
  it('the waiting list has what waits for a client, in their own open projects only', async () => {
    await using app = await createTestApp({ engine });
    const [ada, ben, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    const [one, two, bens] = [await submit(ada, 'One'), await submit(ada, 'Two'), await submit(ben, 'Three')];
    const waiting = async (person: TestUser, ...ids: string[]) =>
      (await person.call(api.listWaiting, { query: { projects: ids.join() } })).body.items;
    expect(await waiting(ada, one, two, bens)).toEqual([]);

    for (const status of ['in_review', 'in_review', 'blocked']) await addMilestone(owner, one, status);
    await sendContract(owner, one);
    await sendContract(owner, two);
    await addMilestone(owner, bens, 'in_review');
    const all = await waiting(ada, one, two, bens);
    expect(all).toHaveLength(2);
    expect(all).toContainEqual({ projectId: one, reviews: 2, contract: true, requests: 0 });
    expect(all).toContainEqual({ projectId: two, reviews: 0, contract: true, requests: 0 });
    expect(await waiting(ben, one, two, bens)).toEqual([
      { projectId: bens, reviews: 1, contract: false, requests: 0 },
    ]);
    expect(await waiting(owner, one, two, bens)).toEqual([]);
    expect(await waiting(ada)).toEqual([]);

    const body = { message: 'In three parts, please.' };
    await ada.call(api.requestContractChange, { params: { id: two }, body });
    expect(await waiting(ada, two)).toEqual([]);
    await owner.call(api.archiveProject, { params: { id: one } });
    expect(await waiting(ada, one)).toEqual([]);
  });
});
