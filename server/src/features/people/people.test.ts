import { api } from '@atelier/domain/api.ts';
import { INVITATION_DAYS, PEOPLE_MAX } from '@atelier/domain/people/rules.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { unreadOf, waitingOf } from '../../../test/harness/waiting.ts';
import { acceptSampleContract, sendSampleContract } from '../../../test/samples/contracts.ts';
import { makeMilestone } from '../../../test/samples/milestones.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';

const DAY_MS = 86_400_000;

async function submit(client: TestUser, goals = 'A website'): Promise<string> {
  const reply = await client.call(api.submitOnboarding, { body: { final: { ...sampleBrief, goals } } });
  expect(reply.status).toBe(200);
  return reply.body.id;
}

const invite = (by: TestUser, id: string, email: string, role: 'decides' | 'follows' = 'follows') =>
  by.call(api.inviteColleague, { params: { id }, body: { email, role } });

/** Has a colleague invited and lets them join. */
async function bring(contact: TestUser, id: string, colleague: TestUser, role: 'decides' | 'follows') {
  expect((await invite(contact, id, colleague.email, role)).status).toBe(200);
  const { items } = (await colleague.call(api.listReceivedInvitations)).body;
  const joined = await colleague.call(api.joinProject, { params: { id: items.at(-1)?.id ?? '' } });
  expect(joined.body).toEqual({ projectId: id });
}

const rolesOf = async (reader: TestUser, id: string) => {
  const { people } = (await reader.call(api.listPeople, { params: { id } })).body;
  return people.map(({ email, role }: { email: string; role: string }) => [email, role]);
};

const mailsOf = (app: TestApp, kind: string) =>
  app.db.selectFrom('mail_outbox').select(['recipient', 'subject']).where('kind', '=', kind).execute();

describeEachEngine((engine) => {
  it('an invitation is mailed, shown to its address alone, and lets that account in', async () => {
    await using app = await createTestApp({ engine });
    const [ada, bea, eve] = [await app.signIn(), await app.signIn(), await app.signIn()];
    const id = await submit(ada);
    const invited = await invite(ada, id, bea.email.toUpperCase(), 'decides');
    expect(invited.body.invitations).toMatchObject([{ email: bea.email, role: 'decides' }]);
    expect(await mailsOf(app, 'people.invitation')).toMatchObject([{ recipient: bea.email }]);

    const received = (await bea.call(api.listReceivedInvitations)).body.items;
    expect(received).toMatchObject([{ role: 'decides', project: 'Acme · Care' }]);
    expect((await eve.call(api.listReceivedInvitations)).body.items).toEqual([]);
    const params = { id: received[0]?.id ?? '' };
    expect((await eve.call(api.joinProject, { params })).status).toBe(404);
    expect((await eve.call(api.declineInvitation, { params })).status).toBe(404);
    expect((await bea.call(api.getPortalProject, { params: { id } })).status).toBe(404);

    expect((await bea.call(api.joinProject, { params })).status).toBe(200);
    expect((await bea.call(api.joinProject, { params })).status).toBe(404);
    expect((await bea.call(api.getPortalProject, { params: { id } })).body.project.clientRole).toBe(
      'decides',
    );
    expect((await bea.call(api.listMyProjects, { query: { status: 'submitted' } })).body).toMatchObject({
      items: [{ id, clientRole: 'decides' }],
      total: 1,
    });
    expect(await rolesOf(bea, id)).toEqual([
      [ada.email, 'contact'],
      [bea.email, 'decides'],
    ]);
    expect((await eve.call(api.listPeople, { params: { id } })).status).toBe(404);
  });

  it('a colleague who follows writes and sends, and decides nothing', async () => {
    await using app = await createTestApp({ engine });
    const [ada, cyd, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    const id = await submit(ada);
    await bring(ada, id, cyd, 'follows');
    const params = { id };
    const milestoneId = await makeMilestone(app.db, id);
    await sendSampleContract(app.db, id);
    const approve = { params: { id, milestoneId }, body: { status: 'approved' } };
    const refusals = await Promise.all([
      cyd.call(api.reviewMilestone, approve),
      cyd.call(api.requestContractChange, { params, body: { message: 'No.' } }),
      cyd.call(api.renameProject, { params, body: { title: 'Mine' } }),
      cyd.call(api.deleteOwnProject, { params }),
      invite(cyd, id, 'x@client.example'),
      cyd.call(api.removeColleague, { params: { id, personId: ada.id } }),
      cyd.call(api.sendMessageAsStudio, { params, body: { body: 'Hello' } }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect((await cyd.call(api.sendMessage, { params, body: { body: 'Hello' } })).status).toBe(201);
    const { items } = (await owner.call(api.listMessages, { params })).body;
    expect(items).toMatchObject([{ body: 'Hello', authorRole: 'client', authorEmail: cyd.email }]);
    // No decision waits for those who decide nothing.
    expect(await waitingOf(cyd, id)).toEqual([]);
    expect(await waitingOf(ada, id)).toMatchObject([{ waiting: expect.arrayContaining([['review', 1]]) }]);
    // The main contact can let them decide.
    const change = { params: { id, personId: cyd.id }, body: { role: 'decides' as const } };
    expect((await ada.call(api.changeColleague, change)).status).toBe(200);
    expect((await cyd.call(api.reviewMilestone, approve)).status).toBe(200);
  });

  it('each reader has their own place in the messages', async () => {
    await using app = await createTestApp({ engine });
    const [ada, bea, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    const id = await submit(ada);
    await bring(ada, id, bea, 'follows');
    const params = { id };
    const sent = await owner.call(api.sendMessageAsStudio, { params, body: { body: 'Have a look' } });
    const unread = (reader: TestUser) => unreadOf(reader, id);
    expect(await unread(bea)).toEqual([{ projectId: id, unread: 1 }]);
    await ada.call(api.markMessagesRead, { params, body: { upTo: sent.body.message.id } });
    expect([await unread(ada), await unread(bea)]).toEqual([[], [{ projectId: id, unread: 1 }]]);
  });

  it('everyone gets mails about what they haven’t read, and those who decide alone about decisions', async () => {
    await using app = await createTestApp({ engine });
    const [ada, bea, cyd] = [await app.signIn(), await app.signIn(), await app.signIn()];
    const owner = await app.signInOwner();
    const id = await submit(ada);
    const params = { id };
    await bring(ada, id, bea, 'decides');
    await bring(ada, id, cyd, 'follows');
    const made = await owner.call(api.createMilestone, {
      params,
      body: { title: 'Design', published: true },
    });
    const milestoneId = made.body.milestone.id;
    const seen = async () => {
      app.clock.advance(600);
      await runJob(app, 'notifications.deliver');
      const mails = await app.db.selectFrom('mail_outbox').select(['kind', 'recipient']).execute();
      return (kind: string) => mails.flatMap((mail) => (mail.kind === kind ? [mail.recipient] : [])).sort();
    };
    const review = { params: { id, milestoneId }, body: { status: 'in_review' as const } };
    expect((await owner.call(api.setMilestoneStatus, review)).status).toBe(200);
    const sent = await owner.call(api.sendMessageAsStudio, { params, body: { body: 'Have a look' } });
    await bea.call(api.markMessagesRead, { params, body: { upTo: sent.body.message.id } });
    const recipientsOf = await seen();
    expect(recipientsOf('portal.milestone_review')).toEqual([ada.email, bea.email].sort());
    expect(recipientsOf('portal.message')).toEqual([ada.email, cyd.email].sort());
  });

  it('a removed colleague is out at once, and one who leaves as well; the main contact can’t leave', async () => {
    await using app = await createTestApp({ engine });
    const [ada, bea, cyd] = [await app.signIn(), await app.signIn(), await app.signIn()];
    const id = await submit(ada);
    const params = { id };
    await bring(ada, id, bea, 'decides');
    await bring(ada, id, cyd, 'follows');
    expect((await bea.call(api.removeColleague, { params: { id, personId: cyd.id } })).status).toBe(403);
    expect((await ada.call(api.removeColleague, { params: { id, personId: bea.id } })).status).toBe(200);
    expect((await ada.call(api.removeColleague, { params: { id, personId: bea.id } })).status).toBe(404);
    expect((await bea.call(api.getPortalProject, { params })).status).toBe(404);
    expect((await bea.call(api.listMyProjects, {})).body.items).toEqual([]);
    expect((await cyd.call(api.leaveProject, { params })).body).toEqual({ left: true });
    expect((await cyd.call(api.getPortalProject, { params })).status).toBe(404);
    expect((await ada.call(api.leaveProject, { params })).status).toBe(409);
    expect((await ada.call(api.removeColleague, { params: { id, personId: ada.id } })).status).toBe(404);
    expect(await rolesOf(ada, id)).toEqual([[ada.email, 'contact']]);
  });

  it('a colleague becomes the main contact, and the former one decides from then on', async () => {
    await using app = await createTestApp({ engine });
    const [ada, bea, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    const id = await submit(ada);
    await bring(ada, id, bea, 'follows');
    const contact = (by: TestUser, personId: string) =>
      by.call(api.makeContact, { params: { id, personId } });
    expect((await contact(bea, bea.id)).status).toBe(403);
    expect((await contact(ada, bea.id)).status).toBe(200);
    const roles = [
      [bea.email, 'contact'],
      [ada.email, 'decides'],
    ];
    expect(await rolesOf(bea, id)).toEqual(roles);
    expect((await ada.call(api.deleteOwnProject, { params: { id } })).status).toBe(403);
    expect((await contact(ada, ada.id)).status).toBe(403);
    const listed = (await owner.call(api.listProjects, { query: { q: bea.email } })).body.items;
    expect(listed).toMatchObject([{ id, email: bea.email, userId: bea.id }]);
    expect((await contact(owner, ada.id)).status).toBe(200);
    expect(await rolesOf(ada, id)).toEqual(
      roles.toReversed().map(([email], at) => [email, at === 0 ? 'contact' : 'decides']),
    );
  });

  it('an account’s end passes a project to the colleague who decides, and ends its part in others’', async () => {
    await using app = await createTestApp({ engine });
    const [ada, bea, cyd] = [await app.signIn(), await app.signIn(), await app.signIn()];
    const [shared, followed] = [await submit(ada), await submit(ada, 'Another one')];
    const others = await submit(bea);
    await bring(ada, shared, cyd, 'follows');
    await bring(ada, shared, bea, 'decides');
    await bring(ada, followed, cyd, 'follows');
    await bring(bea, others, ada, 'decides');
    expect((await ada.call(api.deleteMyAccount)).status).toBe(200);
    expect(await rolesOf(bea, shared)).toEqual([
      [bea.email, 'contact'],
      [cyd.email, 'follows'],
    ]);
    expect(await rolesOf(bea, others)).toEqual([[bea.email, 'contact']]);
    expect((await cyd.call(api.getPortalProject, { params: { id: followed } })).status).toBe(404);
    expect(await mailsOf(app, 'project.deleted-by-colleague')).toMatchObject([{ recipient: cyd.email }]);
    const { items } = (await bea.call(api.listActivity, { params: { id: shared } })).body;
    expect(items[0]).toMatchObject({ kind: 'contact_changed', actorName: 'Deleted account' });
  });

  it('the end of the main contact’s account ends the invitations to what the studio keeps, and their name in others', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn({ username: 'ada_sample' });
    const [bea, cyd] = [await app.signIn(), await app.signIn()];
    const [kept, passed] = [await submit(ada), await submit(ada, 'Another one')];
    await acceptSampleContract(app.db, { projectId: kept, accountId: ada.id });
    const left = await submit(ada, 'One that she leaves');
    for (const id of [passed, left]) await bring(ada, id, bea, 'decides');
    for (const id of [kept, passed, left]) await invite(ada, id, cyd.email, 'decides');
    await ada.call(api.makeContact, { params: { id: left, personId: bea.id } });
    expect((await ada.call(api.leaveProject, { params: { id: left } })).status).toBe(200);
    const received = (await cyd.call(api.listReceivedInvitations)).body.items;
    expect(received).toMatchObject([0, 1, 2].map(() => ({ invitedBy: 'ada_sample' })));
    const first = received[0];
    expect((await ada.call(api.deleteMyAccount)).status).toBe(200);
    expect((await cyd.call(api.joinProject, { params: { id: first?.id ?? '' } })).status).toBe(404);
    expect((await cyd.call(api.getPortalProject, { params: { id: kept } })).status).toBe(404);
    expect((await cyd.call(api.listReceivedInvitations)).body.items).toMatchObject([
      { invitedBy: 'Deleted account' },
      { invitedBy: 'Deleted account' },
    ]);
  });

  it('a project that the studio keeps says that its main contact’s account is deleted', async () => {
    await using app = await createTestApp({ engine });
    const [owner, ada] = [await app.signInOwner(), await app.signIn()];
    const id = await submit(ada);
    await acceptSampleContract(app.db, { projectId: id, accountId: ada.id });
    expect((await ada.call(api.deleteMyAccount)).status).toBe(200);
    const { people } = (await owner.call(api.listPeople, { params: { id } })).body;
    expect(people).toMatchObject([{ name: 'Deleted account', email: '', role: 'contact' }]);
  });

  it('a person’s address on a change request is their address of now, and goes with their account, where they left too', async () => {
    await using app = await createTestApp({ engine });
    const [ada, bea] = [await app.signIn(), await app.signIn()];
    const id = await submit(ada);
    const params = { id };
    await bring(ada, id, bea, 'decides');
    await sendSampleContract(app.db, id);
    const body = { message: 'Two rounds, please.', version: 1 };
    expect((await bea.call(api.requestContractChange, { params, body })).status).toBe(200);
    expect((await bea.call(api.leaveProject, { params })).status).toBe(200);
    const requesters = () =>
      app.db.selectFrom('contract_change_requests').select(['message', 'account_email']).execute();
    app.changeProviderEmail(bea, 'new@client.example');
    await bea.call(api.syncEmail);
    expect(await requesters()).toMatchObject([{ account_email: 'new@client.example' }]);
    expect((await bea.call(api.deleteMyAccount)).status).toBe(200);
    expect(await requesters()).toEqual([{ message: body.message, account_email: '' }]);
  });

  it('an invitation expires, can be taken back, and is refused to an address that is in already', async () => {
    await using app = await createTestApp({ engine });
    const [ada, bea] = [await app.signIn(), await app.signIn()];
    const id = await submit(ada);
    await invite(ada, id, bea.email);
    const renewed = (await invite(ada, id, bea.email, 'decides')).body.invitations;
    expect(renewed).toMatchObject([{ role: 'decides' }]);
    const invitationId = renewed[0]?.id ?? '';
    const answer = { params: { id: invitationId } };
    app.clock.advance((INVITATION_DAYS * DAY_MS) / 1_000);
    expect((await bea.call(api.listReceivedInvitations)).body.items).toEqual([]);
    expect((await bea.call(api.joinProject, answer)).status).toBe(404);
    await invite(ada, id, bea.email);
    const withdraw = () => ada.call(api.withdrawInvitation, { params: { id, invitationId } });
    expect((await withdraw()).body.invitations).toEqual([]);
    expect((await withdraw()).status).toBe(404);
    expect((await bea.call(api.joinProject, answer)).status).toBe(404);
    expect((await invite(ada, id, ada.email)).body.code).toBe('conflict');
    expect((await invite(ada, id, 'nobody@localhost')).status).toBe(400);
  });

  it('a project has room for a number of people, invitations included', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const id = await submit(ada);
    const replies = [];
    for (let n = 1; n <= PEOPLE_MAX; n++) {
      replies.push((await invite(ada, id, `colleague${n}@client.example`)).status);
      app.clock.advance(3_600);
    }
    expect(replies.filter((status) => status === 200)).toHaveLength(PEOPLE_MAX - 1);
    expect(replies.at(-1)).toBe(409);
  });

  it('an admin can’t join as a client, and a draft takes nobody', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const id = await submit(ada);
    await invite(ada, id, owner.email);
    const [received] = (await owner.call(api.listReceivedInvitations)).body.items;
    expect((await owner.call(api.joinProject, { params: { id: received?.id ?? '' } })).status).toBe(409);
    const draft = await ada.call(api.saveOnboarding, { body: { step: 1, data: { company: 'Later' } } });
    expect((await invite(ada, draft.body.id, 'x@client.example')).body.code).toBe('project_closed');
  });

  it('a copy of an account’s data has what it has a part in, and its invitations', async () => {
    await using app = await createTestApp({ engine });
    const [ada, bea] = [await app.signIn(), await app.signIn()];
    const [id, other] = [await submit(ada), await submit(ada, 'Another one')];
    await bring(ada, id, bea, 'follows');
    await invite(ada, other, bea.email);
    await bea.call(api.sendMessage, { params: { id }, body: { body: 'Mine' } });
    await ada.call(api.sendMessage, { params: { id }, body: { body: 'Hers' } });
    const copy = (await bea.call(api.exportMyData)).body;
    expect(copy.memberships).toMatchObject([{ projectId: id, role: 'follows' }]);
    expect(copy.invitations).toMatchObject([{ role: 'follows' }]);
    expect(copy.messages).toMatchObject([{ body: 'Mine' }]);
  });
});
