import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { reachContract, setUpContract } from '../../test/harness/contract.ts';
import { describeEachEngine } from '../../test/harness/database.ts';
import { formWith } from '../../test/samples/files.ts';
import { sampleBrief } from '../../test/samples/projects.ts';
import { up as migrate } from '../migrations/0272-projects-updated-by-events.ts';
import { isoNow } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';

type Setting = Awaited<ReturnType<typeof setUp>>;

/** A project of a client, one submitted after it, and the draft of another client. */
async function setUp(engine: Parameters<typeof setUpContract>[0]) {
  const setting = await setUpContract(engine);
  const { app, client, owner } = setting;
  app.clock.advance(60);
  await client.call(api.submitOnboarding, { body: { final: { ...sampleBrief, company: 'Later' } } });
  const ben = await app.signIn();
  const draft = (await ben.call(api.saveOnboarding, { body: { step: 2, data: { company: 'Draft' } } })).body;
  app.clock.advance(60);
  return {
    ...setting,
    draft,
    updated: async (id: string) =>
      (await owner.call(api.getProject, { params: { id } })).body.project.updatedAt as string,
    /** The first of the studio's list, and of its board. */
    first: async () => [
      (await owner.call(api.listProjects)).body.items[0]?.id,
      (await owner.call(api.getBoard)).body.items.find(({ stage }) => stage !== 'draft')?.id,
    ],
  };
}

/** What people do in a project, on either side. */
const ACTS: Record<string, (setting: Setting) => Promise<unknown>> = {
  'the client writes': ({ client, params }) =>
    client.call(api.sendMessage, { params, body: { body: 'When do we start?' } }),
  'the studio writes': ({ owner, params }) =>
    owner.call(api.sendMessageAsStudio, { params, body: { body: 'On Monday.' } }),
  'the client adds a file': ({ client, params }) =>
    client.call(api.sendFile, { params, body: formWith('brief.txt', 'Bread') }),
  'the studio publishes a milestone': ({ owner, params }) =>
    owner.call(api.createMilestone, { params, body: { title: 'Design', published: true } }),
  'the studio sends a contract': (setting) => reachContract.sent(setting),
  'a colleague is invited': ({ client, params }) =>
    client.call(api.inviteColleague, { params, body: { email: 'bob@client.example', role: 'follows' } }),
};

describe('when a project was last changed', () => {
  describeEachEngine((engine) => {
    it.each(Object.keys(ACTS))('is when %s, and puts it at the head of the lists', async (act) => {
      const setting = await setUp(engine);
      await using app = setting.app;
      const { params, draft, updated, first } = setting;
      expect(await first()).not.toContain(params.id);
      const before = await updated(draft.id);
      await ACTS[act]?.(setting);
      expect(await updated(params.id)).toBe(isoNow(app.clock));
      expect(await first()).toEqual([params.id, params.id]);
      expect(await updated(draft.id)).toBe(before);
    });

    it('says nothing of what is hidden from the client', async () => {
      const setting = await setUp(engine);
      await using app = setting.app;
      const { params, owner, updated } = setting;
      const { milestone } = (
        await owner.call(api.createMilestone, { params, body: { title: 'Design', published: false } })
      ).body;
      const target = { ...params, milestoneId: milestone.id };
      const sent = { status: 'in_review', revision: milestone.revision } as const;
      const { undo } = (await owner.call(api.setMilestoneStatus, { params: target, body: sent })).body;
      const before = await updated(params.id);
      app.clock.advance(2);
      const { revision } = undo ?? expect.unreachable('a move can be undone');
      const undone = await owner.call(api.undoMilestoneMove, { params: target, body: { revision } });
      expect(undone.status).toBe(200);
      expect(await updated(params.id)).toBe(before);
    });

    it('is set from the events of submitted projects by the migration', async () => {
      const setting = await setUp(engine);
      await using app = setting.app;
      const { params, draft, updated } = setting;
      await ACTS['the client writes']?.(setting);
      const sentAt = isoNow(app.clock);
      const old = '2020-01-01T00:00:00.000Z';
      await app.db.updateTable('projects').set({ updated_at: old }).execute();
      // Of a later moment, and hidden from the client.
      const hidden = { id: newId(), studio_only: 1, created_at: '2099-01-01T00:00:00.000Z' };
      const [event] = await app.db
        .selectFrom('project_activity')
        .selectAll()
        .where('project_id', '=', params.id)
        .execute();
      await app.db
        .insertInto('project_activity')
        .values({ ...(event ?? expect.unreachable('the message is an event')), ...hidden })
        .execute();
      await migrate({ db: app.db } as unknown as Parameters<typeof migrate>[0]);
      expect([await updated(params.id), await updated(draft.id)]).toEqual([sentAt, old]);
    });
  });
});
