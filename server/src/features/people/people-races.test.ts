import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { type DecisionScene, setUpDecisions } from '../../../test/harness/decision-links.ts';
import { waitForLocks } from '../../../test/harness/wait-for-locks.ts';
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
});
