import { api } from '@atelier/domain/api.ts';
import { UNDO_SECONDS } from '@atelier/domain/milestones/rules.ts';
import { GATHER_SECONDS } from '../../src/features/notifications/portal-notifications.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { bringColleague, openWaits } from './reminders.ts';
import { runJob } from './run-job.ts';
import { createTestApp, type TestUser } from './test-app.ts';

/** A project with its contact, a colleague who decides and one who follows, and the links of their mails. */
export async function setUpDecisions(engine: Engine) {
  const app = await createTestApp({ engine });
  const waits = await openWaits(app);
  const [ada, bea, cy] = [await waits.client('ada'), await waits.client('bea'), await waits.client('cy')];
  const id = await waits.project(ada, 'UTC');
  await bringColleague(ada, id, bea, 'decides');
  await bringColleague(ada, id, cy, 'follows');
  /** The newest mail to a person with a subject. */
  const mailTo = async ({ email }: TestUser, subject: string) => {
    await app.drainOutbox();
    const mail = app.mails.findLast((each) => each.to.address === email && each.subject.includes(subject));
    if (!mail) throw new Error(`No mail to ${email}: ${subject}`);
    return mail;
  };
  const scene = {
    ...{ app, waits, ada, bea, cy, id, mailTo },
    owner: waits.owner,
    /** Writes the mails that are due some minutes later. */
    deliver: async () => {
      app.clock.advance(UNDO_SECONDS + GATHER_SECONDS);
      await runJob(app, 'notifications.deliver');
      await app.drainOutbox();
    },
    /** The secrets of a mail's links, in its order. */
    tokensTo: async (person: TestUser, subject: string) =>
      [...(await mailTo(person, subject)).text.matchAll(/\/decide#([\w-]{43})$/gm)].map(
        ([, token = '']) => token,
      ),
    /** Sends a milestone for review and reads its mail. */
    review: async (person: TestUser = ada) => {
      const milestoneId = await waits.review(id, 'Design');
      await scene.deliver();
      const [token = ''] = await scene.tokensTo(person, 'ready for your review');
      return { milestoneId, token };
    },
    /** Asks for something and reads its mail. */
    request: async (person: TestUser = ada) => {
      const request = await waits.request(id, 'The logo', null);
      await scene.deliver();
      const [token = ''] = await scene.tokensTo(person, 'The logo');
      return { request, token };
    },
    find: (token: string) => app.call(api.findDecision, { body: { token } }),
    decide: (token: string, answer: string, words = '') =>
      app.call(api.decide, { body: { token, answer, words } }),
    milestone: async (milestoneId: string) => {
      const { items } = (await waits.owner.call(api.listMilestonesAsStudio, { params: { id } })).body;
      const found = items.find((each) => each.id === milestoneId);
      if (!found) throw new Error('No milestone');
      return found;
    },
    /** What both sides read of the last event. */
    lastEvents: async (kind: string) => {
      const { items } = (await waits.owner.call(api.listActivity, { params: { id }, query: {} })).body;
      return items.filter((each) => each.kind === kind && each.actorRole === 'client');
    },
  };
  return scene;
}

export type DecisionScene = Awaited<ReturnType<typeof setUpDecisions>>;
