import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/harness/database.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test/harness/test-app.ts';
import { sampleBrief } from '../../test/samples/projects.ts';
import { MailRejectedError } from '../platform/mail/transport.ts';

const DAY = 24 * 3_600;

/** A project with a published milestone. */
async function begin(client: TestUser, owner: TestUser, company: string) {
  const submitted = await client.call(api.submitOnboarding, { body: { final: { ...sampleBrief, company } } });
  const params = { id: submitted.body.id as string };
  const milestone = await owner.call(api.createMilestone, {
    params,
    body: { title: 'Design', due: '2026-03-10' },
  });
  return { params, milestone: { ...params, milestoneId: milestone.body.milestone.id as string } };
}

async function sendContract(owner: TestUser, params: { id: string }, total: number) {
  const before = (await owner.call(api.getContractAsStudio, { params })).body.contract;
  const link = 'https://sign.example/acme';
  const body = { total, source: 'link', link, revision: before.draft.revision } as const;
  const saved = (await owner.call(api.saveContract, { params, body })).body.contract;
  const sent = await owner.call(api.sendContract, { params, body: { revision: saved.draft.revision } });
  expect(sent.status).toBe(200);
}

const look = async (owner: TestUser) => (await owner.call(api.getOverview)).body;
const names = (items: { project: string }[]) => items.map((item) => item.project);

async function open(app: TestApp) {
  const [ada, owner] = [await app.signIn(), await app.signInOwner()];
  return { ada, owner };
}

describeEachEngine((engine) => {
  it('the overview of a new studio is empty, with a year of zeros', async () => {
    await using app = await createTestApp({ engine });
    const owner = await app.signInOwner();
    const { waiting, failedMails, months, activeProjects } = await look(owner);
    expect(activeProjects).toBe(0);
    expect(failedMails).toEqual({ total: 0, items: [] });
    expect(waiting).toEqual({
      enquiries: { total: 0, items: [] },
      answers: [],
      requests: [],
      proposals: [],
      changes: [],
      contractChanges: [],
      reviews: [],
      contracts: [],
      overdue: [],
      quietDrafts: [],
    });
    expect(months.map((each: { month: string }) => each.month)).toEqual([
      ...['2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10', '2025-11', '2025-12'],
      ...['2026-01', '2026-02', '2026-03'],
    ]);
    expect(months.at(-1)).toMatchObject({ enquiries: 0, accepted_usd: 0 });
  });

  it('the overview lists undeliverable mails for two weeks', async () => {
    const send = async ({ to }: { to: { address: string } }) => {
      if (to.address === 'ada@client.example') throw new MailRejectedError(new Error('550 no such user'));
    };
    const transport = { send, close: async () => {}, description: 'refuses one' };
    await using app = await createTestApp({ engine, transport });
    const [owner, ada] = [await app.signInOwner(), await app.signIn({ email: 'ada@client.example' })];
    await ada.call(api.submitOnboarding, { body: { final: sampleBrief } });
    await app.drainOutbox();
    const since = app.clock.now().toISOString();
    const { failedMails } = await look(owner);
    const written = app.db.selectFrom('mail_outbox').select(['id', 'recipient', 'subject']).orderBy('id');
    const [confirmation, ...others] = (await written.execute()).filter(
      (mail) => mail.recipient === ada.email,
    );
    // A delivered mail, the owner's own copy, is not listed.
    expect([others, (await written.execute()).length > 1]).toEqual([[], true]);
    expect(failedMails).toEqual({
      total: 1,
      items: [{ id: confirmation?.id, to: ada.email, subject: confirmation?.subject, since }],
    });
    for (let i = 0; i < 3; i++) {
      const final = { ...sampleBrief, goals: `Another one, number ${i}` };
      await ada.call(api.submitOnboarding, { body: { final } });
      await app.drainOutbox();
    }
    const newest = (await written.execute()).filter((mail) => mail.recipient === ada.email).reverse();
    const shown = (await look(owner)).failedMails;
    expect(shown.total).toBe(4);
    expect(shown.items.map(({ id }: { id: string }) => id)).toEqual(newest.slice(0, 3).map(({ id }) => id));
    app.clock.advance(15 * DAY);
    expect((await look(owner)).failedMails).toEqual({ total: 0, items: [] });
    app.takeLoggedErrors();
  });

  it('the overview lists who waits for an answer until the studio has written', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner } = await open(app);
    const [first, second] = [await begin(ada, owner, 'First'), await begin(ada, owner, 'Second')];
    await ada.call(api.sendMessage, { params: second.params, body: { body: 'A question' } });
    app.clock.advance(60);
    await ada.call(api.sendMessage, { params: first.params, body: { body: 'Another' } });
    await ada.call(api.sendMessage, { params: second.params, body: { body: 'Still there?' } });
    expect((await look(owner)).waiting.answers).toMatchObject([
      { project: 'Second · Care', preview: 'Still there?' },
      { project: 'First · Care', preview: 'Another' },
    ]);
    await owner.call(api.sendMessageAsStudio, { params: second.params, body: { body: 'Here.' } });
    expect(names((await look(owner)).waiting.answers)).toEqual(['First · Care']);
    await owner.call(api.archiveProject, { params: first.params });
    expect((await look(owner)).waiting.answers).toEqual([]);
  });

  it('the overview follows a milestone from review to approval, and lists overdue ones', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner } = await open(app);
    const { params, milestone } = await begin(ada, owner, 'Acme');
    await sendContract(owner, params, 4_000);
    await ada.call(api.acceptContract, { params, body: {} });
    const move = (status: string) =>
      owner.call(api.setMilestoneStatus, { params: milestone, body: { status: status as 'in_review' } });
    await move('in_review');
    expect((await look(owner)).activeProjects).toBe(1);
    expect((await look(owner)).waiting).toMatchObject({
      reviews: [{ project: 'Acme · Care', title: 'Design', status: 'in_review' }],
      overdue: [],
    });
    await ada.call(api.reviewMilestone, {
      params: milestone,
      body: { status: 'needs_changes', reason: 'Too blue.' },
    });
    expect((await look(owner)).waiting).toMatchObject({ reviews: [], changes: [{ project: 'Acme · Care' }] });
    await move('in_review');
    app.clock.advance(9 * DAY);
    expect((await look(owner)).waiting.overdue).toMatchObject([
      { project: 'Acme · Care', due: '2026-03-10' },
    ]);
    const answer = await ada.call(api.reviewMilestone, { params: milestone, body: { status: 'approved' } });
    expect(answer.status).toBe(200);
    const { waiting, months } = await look(owner);
    expect([waiting.reviews, waiting.overdue, waiting.changes]).toEqual([[], [], []]);
    expect(months.at(-1)).toMatchObject({ submissions: 1, approvals: 1, approval_seconds: 9 * DAY });
  });

  it('the overview lists nothing as overdue before the contract is accepted', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner } = await open(app);
    const { params, milestone } = await begin(ada, owner, 'Acme');
    const build = await owner.call(api.createMilestone, {
      params,
      body: { title: 'Build', due: '2026-03-09' },
    });
    const overdue = async () =>
      (await look(owner)).waiting.overdue.map(({ title }: { title: string }) => title);
    const move = (status: 'blocked' | 'in_progress' | 'pending') =>
      owner.call(api.setMilestoneStatus, { params: milestone, body: { status } });
    app.clock.advance(9 * DAY);
    expect(await overdue()).toEqual([]);
    await move('blocked');
    expect(await overdue()).toEqual([]);
    await move('in_progress');
    expect(await overdue()).toEqual([]);
    await move('pending');
    expect(await overdue()).toEqual([]);
    await sendContract(owner, params, 4_000);
    expect(await overdue()).toEqual([]);
    await ada.call(api.acceptContract, { params, body: {} });
    expect(await overdue()).toEqual(['Build', 'Design']);
    await move('blocked');
    expect(await overdue()).toEqual(['Build', 'Design']);
    expect(build.status).toBe(201);
  });

  it('the overview counts enquiries and contracts by month, and keeps the counts of deleted ones', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner } = await open(app);
    const enquiry = { name: 'Zoe', email: 'zoe@visitor.example', message: 'x'.repeat(300) };
    await app.call(api.createEnquiry, { body: enquiry });
    const { params } = await begin(ada, owner, 'Acme');
    expect(names((await look(owner)).waiting.proposals)).toEqual(['Acme · Care']);
    await sendContract(owner, params, 4_000);
    expect((await look(owner)).waiting.proposals).toEqual([]);
    expect(names((await look(owner)).waiting.contracts)).toEqual(['Acme · Care']);
    await ada.call(api.requestContractChange, { params, body: { message: 'Less.' } });
    expect((await look(owner)).waiting).toMatchObject({
      contracts: [],
      contractChanges: [{ project: 'Acme · Care' }],
    });
    await sendContract(owner, params, 3_500);
    await ada.call(api.acceptContract, { params, body: {} });
    const { waiting, months } = await look(owner);
    expect([waiting.contracts, waiting.contractChanges]).toEqual([[], []]);
    expect(waiting.enquiries).toMatchObject({
      total: 1,
      items: [{ name: 'Zoe', preview: `${'x'.repeat(140)}…` }],
    });
    const metrics = {
      enquiries: 1,
      submissions: 1,
      contracts_sent: 1,
      contracts_accepted: 1,
      accepted_usd: 3_500,
    };
    expect(months.at(-1)).toMatchObject(metrics);
    app.clock.advance(30 * DAY);
    expect((await look(owner)).months.slice(-2)).toMatchObject([metrics, { enquiries: 0 }]);
  });

  it('the overview lists drafts that have gone quiet', async () => {
    await using app = await createTestApp({ engine });
    const { ada, owner } = await open(app);
    await ada.call(api.saveOnboarding, { body: { step: 1, data: { company: 'Slow Ltd' } } });
    expect((await look(owner)).waiting.quietDrafts).toEqual([]);
    app.clock.advance(7 * DAY + 1);
    expect(names((await look(owner)).waiting.quietDrafts)).toEqual(['Slow Ltd · Care']);
  });
});
