import { api, type EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from './harness/database.ts';
import { createTestApp, type TestUser } from './harness/test-app.ts';
import { dumpTables, findChanged, listTables } from './harness/whole-database.ts';
import { makeSubjects, type Subjects, sampleCalls } from './samples/all-samples.ts';
import type { SampleCall } from './samples/noun-samples.ts';

const stated = (Object.entries(api) as [EndpointName, Endpoint][]).filter(
  ([, { needsRecentSignIn }]) => needsRecentSignIn,
);

/** The sample's call, with what its endpoint's rule names in its body. */
function callFor(name: EndpointName, endpoint: Endpoint, subjects: Subjects): SampleCall {
  const call = sampleCalls[name](subjects);
  const rule = endpoint.needsRecentSignIn;
  if (typeof rule !== 'object') return call;
  const named = Object.fromEntries(Object.entries(rule).map(([member, values]) => [member, values[0]]));
  return { ...call, body: { ...(call.body as object), ...named } };
}

it('is asked for by what outlives the session that did it', () => {
  expect(stated.map(([name]) => name).sort()).toEqual([
    'changeColleague',
    'changeUser',
    'deleteMyAccount',
    'deleteOwnProject',
    'deleteProject',
    'disableUser',
    'enableUser',
    'inviteColleague',
    'makeContact',
    'removeColleague',
    'removeSecondFactor',
    'renewCalendarFeed',
    'setBusyCalendar',
    'undoContactChange',
  ]);
});

describeAnyEngine((engine) => {
  it('a session that began long ago changes nothing where a recent sign-in is needed', async () => {
    await using app = await createTestApp({ engine });
    const tables = await listTables(app.db);
    const owner = await app.signIn({ email: 'owner@studio.example', began: 'long ago' });
    const wrong: string[] = [];
    for (const [name, endpoint] of stated) {
      const client = await app.signIn({ began: 'long ago' });
      const subjects = await makeSubjects(app, client);
      const caller: TestUser = endpoint.access === 'admin' ? owner : client;
      await caller.call(api.getMe);
      await app.whenIdle();
      const before = await dumpTables(app.db, tables);
      const reply = await caller.call(endpoint, callFor(name, endpoint, subjects));
      await app.whenIdle();
      const changed = findChanged(before, await dumpTables(app.db, tables));
      if (reply.body.code !== 'recent_sign_in_required') wrong.push(`${name}: ${reply.status}`);
      wrong.push(...changed.map((table) => `${name} changes ${table}`));
    }
    expect(wrong).toEqual([]);
  });

  it('a session that began long ago invites and lowers those who follow, and labels accounts', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signIn({ email: 'owner@studio.example', began: 'long ago' });
    await owner.call(api.getMe);
    const client = await app.signIn({ began: 'long ago' });
    const { projectId: id, personId, spareId } = await makeSubjects(app, client);
    const email = 'follower@client.example';
    const replies = [
      await client.call(api.inviteColleague, { params: { id }, body: { email, role: 'follows' } }),
      await client.call(api.changeColleague, { params: { id, personId }, body: { role: 'follows' } }),
      await owner.call(api.changeUser, { params: { id: spareId }, body: { subscriptionStatus: 'active' } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('a caller without the role is refused for that, and not asked to sign in again', async () => {
    await using app = await createTestApp({ engine });
    const client = await app.signIn();
    const { projectId: id, personId } = await makeSubjects(app, client);
    const stranger = await app.signIn({ began: 'long ago' });
    const reply = await stranger.call(api.makeContact, { params: { id, personId } });
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });
});
