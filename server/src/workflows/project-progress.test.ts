import { api } from '@atelier/domain/api.ts';
import type { MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import type { ProjectStage } from '@atelier/domain/projects/rules.ts';
import { expect, it } from 'vitest';
import { reachContract, setUpContract } from '../../test/harness/contract.ts';
import { describeEachEngine } from '../../test/harness/database.ts';

describeEachEngine((engine) => {
  it('both sides see a project’s stage move from the proposal to the care', async () => {
    const setting = await setUpContract(engine);
    await using _ = setting.app;
    const { app, client, owner, params } = setting;
    await app.db.deleteFrom('milestones').execute();
    const stages = async () => {
      const [shown, listed, whole, summary, user, board] = [
        (await client.call(api.getPortalProject, { params })).body.project,
        (await client.call(api.listMyProjects, { query: { status: 'submitted' } })).body.items[0],
        (await owner.call(api.getProject, { params })).body.project,
        (await owner.call(api.listProjects)).body.items[0],
        (await owner.call(api.getUser, { params: { id: client.id } })).body.projects[0],
        (await owner.call(api.getBoard)).body.items[0],
      ];
      return [...new Set([shown, listed, whole, summary, user, board].map((project) => project?.stage))];
    };
    const setMilestones = async (...statuses: MilestoneStatus[]) => {
      await app.db.deleteFrom('milestones').execute();
      for (const status of statuses) {
        const body = { title: 'A step' };
        const { milestone } = (await owner.call(api.createMilestone, { params, body })).body;
        await app.db.updateTable('milestones').set({ status }).where('id', '=', milestone.id).execute();
      }
    };
    const setFeatures = (features: readonly string[]) =>
      app.db
        .updateTable('projects')
        .set({ data: JSON.stringify({ features }) })
        .execute();

    const seen: unknown[] = [await stages()];
    await reachContract.sent(setting);
    seen.push(await stages());
    await reachContract.accepted(setting);
    await setMilestones('pending', 'pending');
    seen.push(await stages());
    await setMilestones('approved', 'in_progress');
    seen.push(await stages());
    await setMilestones('approved', 'in_review');
    seen.push(await stages());
    await setMilestones('approved', 'cancelled');
    await setFeatures(['web']);
    seen.push(await stages());
    await setFeatures(['web', 'support']);
    seen.push(await stages());
    const expected: ProjectStage[] = ['proposal', 'contract', 'reserved', 'work', 'review', 'live', 'care'];
    expect(seen).toEqual(expected.map((stage) => [stage]));
  });
});
