import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { type DecisionScene, setUpDecisions } from '../../../test/harness/decision-links.ts';
import { waitForLocks } from '../../../test/harness/wait-for-locks.ts';
import { lockProjectFacts } from '../../core/projects/projects.repository.ts';
import { type Db, engineOf } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';

/**
 * The results of the end of Bea's account and of a call, which begins while that end waits for a row that it comes to late. On SQLite
 * they follow each other.
 */
async function duringEnd<Result>({ app, bea }: DecisionScene, call: () => Promise<Result>) {
  const [held, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = transaction(app.db, async (trx) => {
    await trx.updateTable('decision_links').set({ revision: 0 }).where('account_id', '=', bea.id).execute();
    held.resolve();
    await leave.promise;
  });
  await Promise.race([held.promise, holding]);
  const ending = bea.call(api.deleteMyAccount);
  await waitForLocks(app.db, 1, () => false);
  let hasEnded = false;
  const called = call().finally(() => {
    hasEnded = true;
  });
  await waitForLocks(app.db, 2, () => hasEnded);
  leave.resolve();
  await holding;
  return { ended: await ending, reply: await called };
}

/**
 * The statuses of calls on a project that have all begun before the first of them gets its row: each waits for the one before it. On
 * SQLite they follow each other.
 */
async function inTurn(db: Db, projectId: string, calls: readonly (() => Promise<{ status: number }>)[]) {
  if (engineOf(db) !== 'postgres') {
    const statuses: number[] = [];
    for (const call of calls) statuses.push((await call()).status);
    return statuses;
  }
  const [held, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = transaction(db, async (trx) => {
    await lockProjectFacts(trx, projectId);
    held.resolve();
    await leave.promise;
  });
  await Promise.race([held.promise, holding]);
  const replies: Promise<{ status: number }>[] = [];
  for (const call of calls) {
    replies.push(call());
    await waitForLocks(db, replies.length, () => false);
  }
  leave.resolve();
  await holding;
  return (await Promise.all(replies)).map(({ status }) => status);
}

describeEachEngine((engine) => {
  it('what a colleague sends while their account ends is refused, and leaves no name', async () => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    await scene.review(scene.bea);
    const { app, bea, id } = scene;
    const { ended, reply } = await duringEnd(scene, () =>
      bea.call(api.sendMessage, { params: { id }, body: { body: 'One more thing' } }),
    );
    expect(ended.status).toBe(200);
    expect([401, 404]).toContain(reply.status);
    const left = await app.db.selectFrom('messages').selectAll().where('author_id', '=', bea.id).execute();
    expect(left).toEqual([]);
  });

  it('a colleague whose account ends becomes no main contact and gets no role', async () => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    await scene.review(scene.bea);
    const { app, ada, bea, id } = scene;
    const { ended, reply } = await duringEnd(scene, () =>
      ada.call(api.makeContact, { params: { id, personId: bea.id } }),
    );
    expect([ended.status, reply.status]).toEqual([200, 404]);
    const project = await app.db.selectFrom('projects').select('user_id').where('id', '=', id).execute();
    expect(project).toEqual([{ user_id: ada.id }]);
  });

  it('a person joins with what their invitation says once it is their turn', async () => {
    const scene = await setUpDecisions(engine);
    await using _ = scene.app;
    const { app, waits, ada, id } = scene;
    const params = { id };
    const invite = async (name: string) => {
      const person = await waits.client(name);
      const body = { email: person.email, role: 'decides' as const };
      await ada.call(api.inviteColleague, { params, body });
      const [received] = (await person.call(api.listReceivedInvitations)).body.items;
      const invitationId = received?.id ?? '';
      return {
        person,
        invitationId,
        join: () => person.call(api.joinProject, { params: { id: invitationId } }),
      };
    };
    const peopleNow = async () => (await ada.call(api.listPeople, { params })).body.people;

    const dan = await invite('dan');
    const taken = await inTurn(app.db, id, [
      () => ada.call(api.withdrawInvitation, { params: { ...params, invitationId: dan.invitationId } }),
      dan.join,
    ]);
    expect(taken).toEqual([200, 404]);
    expect((await peopleNow()).map(({ name }) => name)).toEqual(['ada', 'bea', 'cy']);

    const eve = await invite('eve');
    const body = { email: eve.person.email, role: 'follows' as const };
    const changed = await inTurn(app.db, id, [
      () => ada.call(api.inviteColleague, { params, body }),
      eve.join,
    ]);
    expect(changed).toEqual([200, 200]);
    expect((await peopleNow()).find(({ name }) => name === 'eve')?.role).toBe('follows');
  });

  it.each<[string, (scene: DecisionScene) => Promise<{ status: number }>]>([
    ['is made that', ({ ada, bea, id }) => ada.call(api.makeContact, { params: { id, personId: bea.id } })],
    ['follows a deleted account', ({ ada }) => ada.call(api.deleteMyAccount)],
  ])(
    'a project has the address of a main contact who %s, also when it changes meanwhile',
    async (_name, makeContact) => {
      const scene = await setUpDecisions(engine);
      await using _ = scene.app;
      const { app, bea, id } = scene;
      app.changeProviderEmail(bea, 'new@client.example');
      const [held, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      // What the change of contact comes to after it has read who that is.
      const holding = transaction(app.db, async (trx) => {
        await trx
          .updateTable('project_members')
          .set({ role: 'decides' })
          .where('account_id', '=', bea.id)
          .execute();
        held.resolve();
        await leave.promise;
      });
      await Promise.race([held.promise, holding]);
      const making = makeContact(scene);
      await waitForLocks(app.db, 1, () => false);
      let hasEnded = false;
      const syncing = bea.call(api.syncEmail).finally(() => {
        hasEnded = true;
      });
      await waitForLocks(app.db, 2, () => hasEnded);
      leave.resolve();
      await holding;
      expect([(await making).status, (await syncing).status]).toEqual([200, 200]);
      const project = await app.db
        .selectFrom('projects')
        .select(['user_id', 'email'])
        .where('id', '=', id)
        .execute();
      expect(project).toEqual([{ user_id: bea.id, email: 'new@client.example' }]);
    },
  );
});
