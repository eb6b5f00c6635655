import { api } from '@atelier/domain/api.ts';
import type { MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { sampleBrief } from '../samples/projects.ts';
import type { TestDatabase } from './database.ts';
import { createTestApp, type TestUser } from './test-app.ts';

export const MISSING_ID = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';

/** A project without milestones, and both of its sides. */
export async function createProjectScene(engine: Engine) {
  const app = await createTestApp({ engine });
  const [ada, owner] = [await app.signIn(), await app.signInOwner()];
  const submitted = await ada.call(api.submitOnboarding, { body: { final: sampleBrief } });
  const project = { id: submitted.body.id as string };
  // The plan that it began with.
  await app.db.deleteFrom('milestones').execute();
  return { app, ada, owner, project, on: (milestoneId: string) => ({ ...project, milestoneId }) };
}

export const titles = (reply: { body: { items: { title: string }[] } }) =>
  reply.body.items.map(({ title }) => title);

export const addMilestone = async (owner: TestUser, project: { id: string }, body: Record<string, unknown>) =>
  (await owner.call(api.createMilestone, { params: project, body })).body.milestone;

/** The milestones that the client is shown. */
export const listShown = (user: TestUser, project: { id: string }) =>
  user.call(api.listMilestones, { params: project });

/** The studio’s list, drafts included. */
export const listAll = (owner: TestUser, project: { id: string }) =>
  owner.call(api.listMilestonesAsStudio, { params: project });

/** A project with one milestone, published or a draft, and two admins beside its client. */
export async function createMilestoneScene(
  engine: Engine,
  { isDraft = false, database }: { isDraft?: boolean; database?: TestDatabase } = {},
) {
  const app = await createTestApp({ engine, ...(database ? { database } : {}) });
  const [ada, owner, second] = [
    await app.signIn({ email: 'ada@client.example', username: 'ada' }),
    await app.signInOwner(),
    await app.signIn({ email: 'second@studio.example', roles: ['admin'] }),
  ];
  const { body } = await ada.call(api.submitOnboarding, { body: { final: sampleBrief } });
  const project = { id: body.id as string };
  // The plan that it began with.
  await app.db.deleteFrom('milestones').execute();
  const made = await owner.call(api.createMilestone, {
    params: project,
    body: { title: 'Design', due: '2026-04-01', published: !isDraft },
  });
  const params = { ...project, milestoneId: made.body.milestone.id as string };
  await app.drainOutbox();
  const mailsBefore = app.mails.length;
  return {
    app,
    ada,
    owner,
    second,
    project,
    params,
    before: made.body.milestone,
    move: (body: Record<string, unknown>, by: TestUser = owner) =>
      by.call(api.setMilestoneStatus, { params, body }),
    undo: (revision: number, by: TestUser = owner) =>
      by.call(api.undoMilestoneMove, { params, body: { revision } }),
    review: (body: Record<string, unknown>) => ada.call(api.reviewMilestone, { params, body }),
    put: (status: MilestoneStatus) =>
      app.db.updateTable('milestones').set({ status, revision: 1, reason: null, undo: null }).execute(),
    stored: () => app.db.selectFrom('milestones').selectAll().executeTakeFirstOrThrow(),
    /** The mails that the client has had, once everything due is delivered. */
    mails: async () => {
      await app.instance.jobs.runDue();
      await app.drainOutbox();
      return app.mails.slice(mailsBefore).filter(({ to }) => to.address === ada.email);
    },
    activity: async (by: TestUser) =>
      (await by.call(api.listActivity, { params: project })).body.items.map(
        ({ kind }: { kind: string }) => kind,
      ),
  };
}

export type MilestoneScene = Awaited<ReturnType<typeof createMilestoneScene>>;

/** The subjects of the mails that the client got. */
export const mailSubjects = async ({ mails }: MilestoneScene) =>
  (await mails()).map(({ subject }) => subject);

/** A reply as its status and the code of its error. */
export const outcome = (reply: { status: number; body: { code?: string } }) => [
  reply.status,
  reply.body.code,
];
