import { api, type EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { expect, it } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { describeEachEngine } from './harness/database.ts';
import { findUndocumented } from './harness/documented-replies.ts';
import { createTestApp, type TestApp } from './harness/test-app.ts';
import { dumpTables, findChanged, listTables } from './harness/whole-database.ts';
import { makeSubjects, type Subjects, sampleCalls } from './samples/all-samples.ts';
import { contractSamples } from './samples/contracts.ts';
import { newRow } from './samples/noun-samples.ts';

const changing = (Object.entries(api) as [EndpointName, Endpoint][]).filter(
  ([, { access, method }]) => access !== 'public' && access !== 'admin' && method !== 'GET',
);
/** They ask for what is the case already. */
const REPEATABLE: readonly EndpointName[] = ['endMySession', 'deleteMyAccount'];

/** The studio has to keep a project with an acceptance, when its client's account is deleted. */
async function keepForStudio({ db }: TestApp, { projectId, clientId }: Subjects): Promise<void> {
  await db
    .insertInto('contract_acceptances')
    .values({
      ...newRow(contractSamples.rows.contract_acceptances),
      id: newId(),
      project_id: projectId,
      account_id: clientId,
    })
    .execute();
}

describeEachEngine((engine) => {
  it('a call changes nothing when the account of its caller is deleted meanwhile', async () => {
    await using app = await createTestApp({ engine });
    // What was uploaded for nothing is deleted later.
    const tables = (await listTables(app.db)).filter((name) => name !== 'stored_files');
    const wrong: string[] = [];
    for (const [name, endpoint] of changing) {
      const client = await app.signIn();
      const subjects = await makeSubjects(app, client);
      await keepForStudio(app, subjects);
      let before = await dumpTables(app.db, tables);
      app.meanwhile(async () => {
        expect((await client.call(api.deleteMyAccount)).status).toBe(200);
        await app.whenIdle();
        before = await dumpTables(app.db, tables);
      });
      const reply = await client.call(endpoint, sampleCalls[name](subjects));
      await app.whenIdle();
      const changed = findChanged(before, await dumpTables(app.db, tables));
      const refusals = endpoint.access === 'signed-in' ? [401] : [401, 404];
      const expected = REPEATABLE.includes(name) ? [200] : refusals;
      if (!expected.includes(reply.status)) wrong.push(`${name}: ${reply.status}`);
      wrong.push(...findUndocumented(name, reply), ...changed.map((table) => `${name} changes ${table}`));
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['getMe', api.getMe, undefined],
    ['updateProfile', api.updateProfile, { username: 'ada' }],
    ['syncEmail', api.syncEmail, undefined],
    ['exportMyData', api.exportMyData, undefined],
  ] as const)(
    '%s is unauthenticated when the account is deleted meanwhile',
    async (_name, endpoint, body) => {
      await using app = await createTestApp({ engine });
      const ada = await app.signIn();
      await ada.call(api.getMe);
      app.meanwhile(() => ada.call(api.deleteMyAccount));
      const reply = await ada.call(endpoint, { body });
      expect([reply.status, reply.body]).toMatchObject([401, { code: 'unauthenticated' }]);
    },
  );
});
