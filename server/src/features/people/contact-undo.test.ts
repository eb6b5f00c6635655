import { api, type EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { CONTACT_UNDO_DAYS } from '@atelier/domain/people/rules.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { bringColleague } from '../../../test/harness/reminders.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { createTestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { acceptSampleContract } from '../../../test/samples/contracts.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import type { Engine } from '../../platform/db/database.ts';

const DAY = 86_400;

/** Ada is the contact, Bea decides and Cy follows, all for some days. */
async function setUp(engine: Engine) {
  const app = await createTestApp({ engine });
  const named = (name: string) => app.signIn({ email: `${name}@client.example`, username: name });
  const [ada, bea, cy, owner] = [
    await named('ada'),
    await named('bea'),
    await named('cy'),
    await app.signInOwner(),
  ];
  const { id } = (await ada.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
  await bringColleague(ada, id, bea, 'decides');
  app.clock.advance(DAY);
  await bringColleague(ada, id, cy, 'follows');
  app.clock.advance(DAY);
  const params = { id };
  const readPeople = async (reader: TestUser = owner) => {
    const { people } = (await reader.call(api.listPeople, { params })).body;
    return people.map(({ name, role, since }) => `${name} ${role} ${since}`);
  };
  const before = await readPeople();
  const mailTo = async ({ email }: TestUser, subject: string) => {
    await runJob(app, 'notifications.deliver');
    await app.drainOutbox();
    return app.mails.filter((mail) => mail.to.address === email && mail.subject.includes(subject));
  };
  const scene = {
    ...{ app, ada, bea, cy, owner, id, params, before, named, readPeople, mailTo },
    pass: (by: TestUser, to: TestUser) => by.call(api.makeContact, { params: { id, personId: to.id } }),
    remove: (by: TestUser, whom: TestUser) =>
      by.call(api.removeColleague, { params: { id, personId: whom.id } }),
    /** Ada’s session makes Bea the contact. @returns the id in the mail's link */
    replace: async () => {
      expect((await scene.pass(ada, bea)).status).toBe(200);
      const [mail] = await mailTo(ada, 'no longer the main contact');
      const [, changeId = ''] = /\/contact-change\/([\w-]{36})$/m.exec(mail?.text ?? '') ?? [];
      expect(changeId).not.toBe('');
      return changeId;
    },
    look: (by: TestUser, changeId: string) => by.call(api.findContactChange, { params: { id: changeId } }),
    undo: (by: TestUser, changeId: string) => by.call(api.undoContactChange, { params: { id: changeId } }),
    invitationsOf: async () => (await owner.call(api.listPeople, { params })).body.invitations,
    roleOf: async (user: TestUser) => {
      const reply = await user.call(api.getPortalProject, { params });
      return reply.status === 200 ? reply.body.project.clientRole : reply.status;
    },
  };
  return scene;
}

type Scene = Awaited<ReturnType<typeof setUp>>;

/** Refused to a new contact: what would take from the former one what an undo gives back. */
const HELD = (Object.entries(api) as [EndpointName, Endpoint][]).filter(
  ([, { beforeUndoEnds }]) => beforeUndoEnds !== undefined && beforeUndoEnds !== 'allowed',
);

describeAnyEngine((engine) => {
  it('a replaced contact is the contact again, among the people who were there, with roles and dates', async () => {
    const scene = await setUp(engine);
    await using app = scene.app;
    const { ada, bea, cy, id, params, before } = scene;
    const dan = await scene.named('dan');
    await ada.call(api.inviteColleague, { params, body: { email: 'kept@client.example', role: 'follows' } });
    const changeId = await scene.replace();
    // The thief's side: another comes in, one goes, one is raised, more are invited.
    await bringColleague(bea, id, dan, 'decides');
    expect((await scene.remove(bea, cy)).status).toBe(200);
    const change = { params: { id, personId: ada.id }, body: { role: 'follows' as const } };
    expect((await bea.call(api.changeColleague, change)).status).toBe(200);
    await bea.call(api.inviteColleague, { params, body: { email: 'eve@client.example', role: 'decides' } });
    app.clock.advance(2 * DAY);

    expect((await scene.look(ada, changeId)).body).toMatchObject({
      ...{ state: 'open', project: 'Acme · Care', contact: 'bea' },
      ...{ leaving: ['dan'], returning: ['cy'] },
    });
    expect((await scene.undo(ada, changeId)).body).toEqual({ projectId: id });
    expect(await scene.readPeople()).toEqual(before);
    expect((await scene.invitationsOf()).map(({ email }) => email)).toEqual(['kept@client.example']);
    expect(await scene.roleOf(dan)).toBe(404);
    const [listed] = (await scene.owner.call(api.listProjects, { query: { q: ada.email } })).body.items;
    expect(listed).toMatchObject({ id, email: ada.email, userId: ada.id });
    expect((await scene.look(ada, changeId)).body).toMatchObject({
      state: 'undone',
      leaving: [],
      contact: null,
    });
  });

  it('one mail each tells what changed, also to the studio, of the change and of the undo', async () => {
    const scene = await setUp(engine);
    await using app = scene.app;
    const { ada, bea, cy, owner, id } = scene;
    const dan = await scene.named('dan');
    const since = async (act: () => Promise<unknown>) => {
      await scene.mailTo(ada, '');
      const count = app.mails.length;
      await act();
      await scene.mailTo(ada, '');
      return app.mails
        .slice(count)
        .map(({ to, subject }) => `${to.address}: ${subject}`)
        .sort();
    };
    let changeId = '';
    const changed = await since(async () => {
      changeId = await scene.replace();
    });
    expect(changed).toEqual([
      `${ada.email}: You’re no longer the main contact of Acme · Care`,
      `${bea.email}: You’re the main contact of Acme · Care`,
      `${cy.email}: bea is the main contact of Acme · Care now`,
      `${owner.email}: bea is the main contact of Acme · Care now`,
    ]);
    await bringColleague(bea, id, dan, 'follows');
    expect(await since(() => scene.undo(ada, changeId))).toEqual([
      `${ada.email}: You’re the main contact of Acme · Care`,
      `${bea.email}: You’re no longer the main contact of Acme · Care`,
      `${cy.email}: Acme · Care has its former main contact again`,
      `${dan.email}: You’re no longer in Acme · Care`,
      `${owner.email}: ada is the main contact of Acme · Care again`,
    ]);
    const { items } = (await owner.call(api.listActivity, { params: { id }, query: {} })).body;
    expect(items.filter(({ kind }) => kind === 'contact_changed').map(({ detail }) => detail.isUndo)).toEqual(
      [1, 0],
    );
  });

  it('a replaced contact undoes it also after they have left the project', async () => {
    const scene = await setUp(engine);
    await using _ = scene.app;
    const changeId = await scene.replace();
    expect((await scene.ada.call(api.leaveProject, { params: scene.params })).status).toBe(200);
    expect(await scene.roleOf(scene.ada)).toBe(404);
    expect((await scene.undo(scene.ada, changeId)).status).toBe(200);
    expect(await scene.readPeople()).toEqual(scene.before);
  });

  it('a new contact does nothing for three days that takes the project from the former one', async () => {
    const scene = await setUp(engine);
    await using app = scene.app;
    const { ada, bea, cy, id } = scene;
    expect(HELD.map(([name]) => name).sort()).toEqual(['deleteOwnProject', 'makeContact', 'removeColleague']);
    const changeId = await scene.replace();
    const tryAll = async (by: TestUser, personId: string) => {
      const codes: string[] = [];
      for (const [name, endpoint] of HELD) {
        const { status, body } = await by.call(endpoint, { params: { id, personId } });
        codes.push(`${name} ${status} ${body.code}`);
      }
      return codes;
    };
    const refused = HELD.map(([name]) => `${name} 409 conflict`);
    expect(await tryAll(bea, ada.id)).toEqual(refused);
    expect((await scene.pass(bea, cy)).status).toBe(409);
    // Everything else is theirs, and the studio waits for nobody.
    expect((await scene.remove(bea, cy)).status).toBe(200);
    app.clock.advance(CONTACT_UNDO_DAYS * DAY - 1);
    expect(await tryAll(bea, ada.id)).toEqual(refused);
    app.clock.advance(1);
    expect((await scene.undo(ada, changeId)).body.code).toBe('undo_too_late');
    expect((await scene.look(ada, changeId)).body).toMatchObject({ state: 'expired', contact: null });
    expect((await scene.remove(bea, ada)).status).toBe(200);
    expect((await bea.call(api.deleteOwnProject, { params: { id } })).status).toBe(200);
    expect((await scene.look(ada, changeId)).status).toBe(404);
    expect((await scene.undo(ada, changeId)).status).toBe(404);
  });

  it('nobody else finds the change, by its id neither: the new contact, a colleague, the studio, a stranger', async () => {
    const scene = await setUp(engine);
    await using _ = scene.app;
    const changeId = await scene.replace();
    for (const other of [scene.bea, scene.cy, scene.owner, await scene.named('stranger')]) {
      expect((await scene.look(other, changeId)).status).toBe(404);
      expect((await scene.undo(other, changeId)).status).toBe(404);
    }
    expect(await scene.roleOf(scene.bea)).toBe('contact');
    const visitor = await scene.app.call(api.undoContactChange, { params: { id: changeId } });
    expect(visitor.status).toBe(401);
  });

  it('an undo isn’t undone, and a second press at the same moment is answered like the first', async () => {
    const scene = await setUp(engine);
    await using app = scene.app;
    const { ada, bea } = scene;
    const changeId = await scene.replace();
    const presses = await Promise.all([scene.undo(ada, changeId), scene.undo(ada, changeId)]);
    expect(presses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await scene.readPeople()).toEqual(scene.before);
    expect(await scene.mailTo(bea, 'no longer the main contact')).toHaveLength(1);
    expect((await scene.mailTo(bea, 'no longer the main contact'))[0]?.text).not.toContain(
      '/contact-change/',
    );
    const rows = await app.db.selectFrom('contact_changes').select(['former_id', 'ended']).execute();
    expect(rows).toEqual([{ former_id: ada.id, ended: 'undone' }]);
    // The contact again, who has everything in hand: also to remove the thief.
    expect((await scene.remove(ada, bea)).status).toBe(200);
    // Passed on later, it is another change; the old link does nothing to it.
    expect((await scene.pass(ada, scene.cy)).status).toBe(200);
    expect((await scene.undo(ada, changeId)).status).toBe(200);
    expect(await scene.roleOf(scene.cy)).toBe('contact');
  });

  it('what the studio decides counts: who the contact is, who is in it and with which role', async () => {
    const scene = await setUp(engine);
    await using _ = scene.app;
    const { ada, bea, cy, owner, id, params } = scene;
    const dan = await scene.named('dan');
    const changeId = await scene.replace();
    await bringColleague(owner, id, dan, 'decides');
    await owner.call(api.changeColleague, { params: { id, personId: cy.id }, body: { role: 'decides' } });
    await owner.call(api.inviteColleague, { params, body: { email: 'eve@client.example', role: 'follows' } });
    expect((await scene.undo(ada, changeId)).status).toBe(200);
    expect([await scene.roleOf(dan), await scene.roleOf(cy)]).toEqual(['decides', 'decides']);
    expect(await scene.invitationsOf()).toHaveLength(1);

    // Whom the studio removes doesn't come back.
    const again = await scene.app.db.selectFrom('contact_changes').select('id').execute();
    expect(again).toHaveLength(1);
    expect((await scene.pass(ada, bea)).status).toBe(200);
    const [next] = await scene.app.db
      .selectFrom('contact_changes')
      .select('id')
      .where('ended', 'is', null)
      .execute();
    expect((await scene.remove(owner, cy)).status).toBe(200);
    expect((await scene.pass(owner, dan)).status).toBe(200);
    expect((await scene.undo(ada, next?.id ?? '')).body.code).toBe('conflict');
    expect((await scene.look(ada, next?.id ?? '')).body).toMatchObject({ state: 'overruled' });
    expect([await scene.roleOf(dan), await scene.roleOf(cy)]).toEqual(['contact', 404]);
    // A contact whom the studio replaced undoes nothing, and holds nobody up.
    expect((await scene.mailTo(bea, 'no longer the main contact')).at(-1)?.text).not.toContain(
      '/contact-change/',
    );
    expect((await scene.remove(dan, bea)).status).toBe(200);
  });

  it('a former contact whom the studio removes can’t undo it', async () => {
    const scene = await setUp(engine);
    await using _ = scene.app;
    const changeId = await scene.replace();
    expect((await scene.remove(scene.owner, scene.ada)).status).toBe(200);
    expect((await scene.undo(scene.ada, changeId)).body.code).toBe('conflict');
  });

  it('who leaves by themselves stays away, and who joined by the former contact’s invitation stays', async () => {
    const scene = await setUp(engine);
    await using _ = scene.app;
    const { ada, cy, params } = scene;
    const dan = await scene.named('dan');
    await ada.call(api.inviteColleague, { params, body: { email: dan.email, role: 'decides' } });
    const changeId = await scene.replace();
    const [received] = (await dan.call(api.listReceivedInvitations)).body.items;
    await dan.call(api.joinProject, { params: { id: received?.id ?? '' } });
    await cy.call(api.leaveProject, { params });
    expect((await scene.undo(ada, changeId)).status).toBe(200);
    expect([await scene.roleOf(dan), await scene.roleOf(cy)]).toEqual(['decides', 404]);
  });

  it('an invitation of the former contact’s that the new one sent again with more goes with the undo', async () => {
    const scene = await setUp(engine);
    await using _ = scene.app;
    const { ada, bea, params } = scene;
    const dan = await scene.named('dan');
    await ada.call(api.inviteColleague, { params, body: { email: dan.email, role: 'follows' } });
    const changeId = await scene.replace();
    await bringColleague(bea, scene.id, dan, 'decides');
    expect(await scene.roleOf(dan)).toBe('decides');
    expect((await scene.undo(ada, changeId)).status).toBe(200);
    expect(await scene.roleOf(dan)).toBe(404);
  });

  it.each<[string, (scene: Scene, changeId: string) => Promise<unknown>]>([
    ['is a member', async () => undefined],
    ['has left', ({ ada, params }) => ada.call(api.leaveProject, { params })],
  ])(
    'a new contact’s deleted account gives the project back to the former one who %s',
    async (_name, act) => {
      const scene = await setUp(engine);
      await using app = scene.app;
      const { ada, bea, cy, id } = scene;
      const dan = await scene.named('dan');
      const changeId = await scene.replace();
      await act(scene, changeId);
      await bringColleague(bea, id, dan, 'decides');
      await scene.remove(bea, cy);
      expect((await bea.call(api.deleteMyAccount)).status).toBe(200);
      expect(await scene.roleOf(ada)).toBe('contact');
      expect(await scene.mailTo(ada, 'You’re the main contact of')).toHaveLength(1);
      // The people are still as the thief left them, until the undo.
      expect((await scene.look(ada, changeId)).body).toMatchObject({
        ...{ state: 'open', contact: null, leaving: ['dan'], returning: ['cy'] },
      });
      expect((await scene.undo(ada, changeId)).status).toBe(200);
      expect([await scene.roleOf(dan), await scene.roleOf(cy)]).toEqual([404, 'follows']);
      const [row] = await app.db.selectFrom('projects').select(['user_id', 'email']).execute();
      expect(row).toEqual({ user_id: ada.id, email: ada.email });
    },
  );

  it('a contact who has the project back that way passes it on as they like, and can undo that alone', async () => {
    const scene = await setUp(engine);
    await using _ = scene.app;
    const { ada, bea, cy } = scene;
    const changeId = await scene.replace();
    await bea.call(api.deleteMyAccount);
    expect((await scene.pass(ada, cy)).status).toBe(200);
    expect((await scene.look(ada, changeId)).body.state).toBe('overruled');
    expect((await scene.pass(cy, ada)).status).toBe(409);
  });

  it('the end of the former contact’s account ends what they could undo, and frees the new one', async () => {
    const scene = await setUp(engine);
    await using app = scene.app;
    const { ada, bea, cy } = scene;
    await scene.replace();
    expect((await scene.pass(bea, cy)).status).toBe(409);
    expect((await ada.call(api.deleteMyAccount)).status).toBe(200);
    expect(await app.db.selectFrom('contact_changes').selectAll().execute()).toEqual([]);
    expect((await scene.pass(bea, cy)).status).toBe(200);
  });

  it('whose account ends meanwhile doesn’t come back with an undo', async () => {
    const scene = await setUp(engine);
    await using _ = scene.app;
    const changeId = await scene.replace();
    await scene.remove(scene.bea, scene.cy);
    expect((await scene.cy.call(api.deleteMyAccount)).status).toBe(200);
    expect((await scene.undo(scene.ada, changeId)).status).toBe(200);
    expect(await scene.readPeople()).toEqual(scene.before.slice(0, 2));
  });

  it.each<[string, (scene: Scene) => Promise<unknown>, number]>([
    ['banned', async ({ app, ada }) => app.ban(ada), 401],
    ['disabled', ({ owner, ada }) => owner.call(api.disableUser, { params: { id: ada.id } }), 403],
  ])('a former contact who is %s undoes nothing', async (_name, act, status) => {
    const scene = await setUp(engine);
    await using _ = scene.app;
    const changeId = await scene.replace();
    await act(scene);
    expect((await scene.undo(scene.ada, changeId)).status).toBe(status);
    expect(await scene.roleOf(scene.bea)).toBe('contact');
  });

  it('an undo works in an archived project, and leaves what was signed and asked for', async () => {
    const scene = await setUp(engine);
    await using app = scene.app;
    const { ada, bea, owner, id, params } = scene;
    const changeId = await scene.replace();
    await acceptSampleContract(app.db, { projectId: id, accountId: bea.id });
    await bea.call(api.sendMessage, { params, body: { body: 'Another address, please.' } });
    await owner.call(api.archiveProject, { params });
    expect((await scene.undo(ada, changeId)).status).toBe(200);
    expect(await scene.readPeople()).toEqual(scene.before);
    const contract = (await ada.call(api.getContract, { params })).body.contract;
    expect(contract?.status).toBe('accepted');
    expect((await ada.call(api.listMessages, { params })).body.items).toHaveLength(1);
  });

  it('an undo needs a recent sign-in', async () => {
    const app = await createTestApp({ engine });
    await using _ = app;
    const ada = await app.signIn({ began: 'now' });
    const bea = await app.signIn();
    const { id } = (await ada.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
    await bringColleague(ada, id, bea, 'decides');
    expect((await ada.call(api.makeContact, { params: { id, personId: bea.id } })).status).toBe(200);
    const { id: changeId } = await app.db
      .selectFrom('contact_changes')
      .select('id')
      .executeTakeFirstOrThrow();
    app.clock.advance(3_600);
    const reply = await ada.call(api.undoContactChange, { params: { id: changeId } });
    expect(reply.body.code).toBe('recent_sign_in_required');
  });
});
