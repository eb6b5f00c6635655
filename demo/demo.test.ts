import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { API_PREFIX, api } from '@atelier/domain/api.ts';
import { totalOfLines } from '@atelier/domain/contracts/terms.ts';
import type { Endpoint, EndpointReply } from '@atelier/domain/endpoint.ts';
import { MILESTONE_STATUSES } from '@atelier/domain/milestones/rules.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseEstimate } from '../server/src/core/projects/stored-brief.ts';
import { versionTerms } from '../server/src/features/contracts/contract-terms.ts';
import { createTestServer } from '../server/test/harness/server.ts';
import { callAuth } from '../server/test/harness/sign-in.ts';
import { DEMO_PASSWORD } from './demo-calls.ts';
import { createDemoClock, DEMO_CLIENTS, DEMO_OWNER, fillDemo, firstMoment } from './fill-demo.ts';
import { demoEnvironment, ForeignFolderError, markFilled, openDemoFolder } from './run-demo.ts';

const TODAY = Date.parse('2026-06-17T10:15:00.000Z');

/** A server that was filled with the whole year. */
async function createFilled() {
  const demoClock = createDemoClock(firstMoment(TODAY));
  const clock = {
    ...demoClock,
    set: (moment: string) => demoClock.moveTo(Date.parse(moment)),
    step: () => {},
    advance: (seconds: number) => demoClock.moveTo(demoClock.now().getTime() + seconds * 1_000),
  };
  const env = { AUTH_AUTOCONFIRM: 'on', OWNER_EMAIL: DEMO_OWNER };
  const server = await createTestServer({ engine: 'sqlite', clock, env });
  await fillDemo({ app: server.instance, clock: demoClock, today: TODAY });
  return server;
}

type Filled = Awaited<ReturnType<typeof createFilled>>;

/** Everything of it that users see; ids differ each time. */
async function describeFilled({ db, mails }: Filled) {
  const [projects, milestones, messages, files, enquiries, contracts, activity, figures, invoices, payments] =
    await Promise.all([
      db
        .selectFrom('projects')
        .select(['email', 'status', 'data', 'final', 'created_at', 'updated_at'])
        .execute(),
      db
        .selectFrom('milestones')
        .select(['title', 'status', 'due', 'status_at', 'reason', 'revision'])
        .execute(),
      db.selectFrom('messages').select(['author_email', 'body', 'created_at']).execute(),
      db.selectFrom('project_files').select(['name', 'size', 'type', 'version', 'created_at']).execute(),
      db
        .selectFrom('enquiries')
        .select(['name', 'email', 'message', 'status', 'ip', 'replied_at', 'created_at'])
        .execute(),
      db.selectFrom('contracts').select(['status', 'version', 'draft_total', 'changed_at']).execute(),
      db.selectFrom('project_activity').select(['kind', 'actor_name', 'detail', 'created_at']).execute(),
      db.selectFrom('monthly_figures').selectAll().execute(),
      db
        .selectFrom('invoices')
        .select([
          'number',
          'kind',
          'status',
          'title',
          'total',
          'paid',
          'credited',
          'open',
          'issued_on',
          'due_on',
          'paid_on',
        ])
        .execute(),
      db.selectFrom('payments').select(['kind', 'method', 'amount', 'fee', 'moved_on']).execute(),
    ]);
  const sent = mails.map((mail) => `${mail.date.toISOString()} ${mail.to.address} ${mail.subject}`).sort();
  return {
    projects,
    milestones,
    messages,
    files,
    enquiries,
    contracts,
    activity,
    figures,
    invoices,
    payments,
    sent,
  };
}

/** A reply that the owner reads at their browser. */
async function readAsOwner<E extends Endpoint>(
  server: Filled,
  { path, reply }: E,
): Promise<EndpointReply<E>> {
  const body = { email: DEMO_OWNER, password: DEMO_PASSWORD };
  const session = await callAuth(server, '/token?grant_type=password', { body });
  const headers = { authorization: `Bearer ${session.body.access_token}` };
  const answer = await server.inject({ url: `${API_PREFIX}${path}`, headers });
  return reply.parse(answer.json()) as EndpointReply<E>;
}

describe('the demo’s year', () => {
  let server: Filled;
  beforeAll(async () => {
    server = await createFilled();
  }, 300_000);
  afterAll(() => server?.close());

  it('has clients at every stage, the same each time', async () => {
    const year = await describeFilled(server);
    const countBy = (rows: readonly { status: string }[]) =>
      Object.fromEntries(
        Map.groupBy(rows, ({ status }) => status)
          .entries()
          .map(([status, { length }]) => [status, length]),
      );
    expect(countBy(year.projects)).toEqual({ draft: 2, submitted: 13, archived: 3 });
    expect(countBy(year.contracts)).toEqual({ draft: 2, sent: 2, change_requested: 1, accepted: 11 });
    expect(countBy(year.enquiries)).toEqual({ new: 9, read: 18, archived: 39 });
    expect(year.enquiries.filter(({ replied_at }) => replied_at !== null).length).toBeGreaterThan(10);
    expect(Object.keys(countBy(year.milestones)).sort()).toEqual([...MILESTONE_STATUSES].sort());
    const isOverdue = ({ due, status }: (typeof year.milestones)[number]) =>
      due !== null && due < '2026-06-17' && !['approved', 'cancelled'].includes(status);
    expect(year.milestones.filter(isOverdue).length).toBeGreaterThan(1);
    const inReview = await server.db
      .selectFrom('milestones')
      .select(['reason', 'preview'])
      .where('status', '=', 'in_review')
      .execute();
    expect(inReview.some(({ reason, preview }) => reason && preview?.includes('https://'))).toBe(true);
    expect(new Set(year.messages.map((message) => message.author_email)).size).toBeGreaterThan(5);
    expect(year.files.some(({ version }) => version === 2)).toBe(true);
    expect(new Set(year.files.map(({ type }) => type)).size).toBeGreaterThan(2);
    expect(new Set(year.figures.map(({ month }) => month)).size).toBeGreaterThan(10);
    expect(year.enquiries.every(({ created_at }) => created_at < '2026-06-17')).toBe(true);
    expect([...year.enquiries, ...year.projects].filter(({ email }) => !email.endsWith('.example'))).toEqual(
      [],
    );

    const priced = await server.db
      .selectFrom('contracts')
      .innerJoin('projects', 'projects.id', 'contracts.project_id')
      .select(['projects.id', 'projects.email', 'projects.estimate', 'contracts.draft_total'])
      .execute();
    for (const { email, draft_total, ...project } of priced) {
      const estimate = parseEstimate(project);
      expect(draft_total, `${email}’s contract costs what the estimate said`).toBeGreaterThanOrEqual(
        estimate?.low ?? 0,
      );
      expect(draft_total, email).toBeLessThanOrEqual(estimate?.high ?? 0);
    }

    // Every user that the demo names can sign in with the password that it prints.
    for (const email of [DEMO_OWNER, ...DEMO_CLIENTS]) {
      const body = { email, password: DEMO_PASSWORD };
      expect((await callAuth(server, '/token?grant_type=password', { body })).status).toBe(200);
    }

    await using again = await createFilled();
    expect(await describeFilled(again)).toEqual(year);
  }, 300_000);

  it('has requests in each state, a colleague and booked calls', async () => {
    const { db } = server;
    const requests = await db.selectFrom('requests').select('status').execute();
    expect(requests.map(({ status }) => status).sort()).toEqual([
      ...['accepted', 'accepted', 'answered', 'open', 'open', 'open'],
    ]);
    expect(await db.selectFrom('project_members').select('role').execute()).toEqual([{ role: 'decides' }]);
    const calls = await db.selectFrom('bookings').select(['starts_at', 'status']).orderBy('id').execute();
    expect(calls.map(({ starts_at, status }) => [starts_at > new Date(TODAY).toISOString(), status])).toEqual(
      [...[false, false, true, true].map((isAhead) => [isAhead, 'booked']), [true, 'unconfirmed']],
    );
  });

  it('has a year of money', async () => {
    server.clock.set(new Date(TODAY).toISOString());
    const money = await readAsOwner(server, api.getMoney);
    expect(money.paid.filter(({ amount }) => amount > 0).length).toBeGreaterThan(8);
    expect(money.paid.every(({ amount }) => amount >= 0)).toBe(true);
    // Also in months after the next one.
    expect(money.expected.findLastIndex(({ planned }) => planned > 0)).toBeGreaterThan(1);
    expect(money.overdue.count).toBe(1);
    expect(money.drafts.count).toBe(1);
    expect(money.daysToPay.average).toBeGreaterThan(7);
    expect(money.daysToPay.average).toBeLessThan(14);

    const { db } = server;
    const invoices = await db.selectFrom('invoices').selectAll().orderBy('number').execute();
    const sent = invoices.filter(({ kind, status }) => kind === 'invoice' && status === 'sent');
    const days = sent.flatMap(({ days_to_pay }) => days_to_pay ?? []);
    expect(Math.min(...days)).toBeLessThan(7);
    expect(Math.max(...days)).toBeGreaterThan(14);
    expect(sent.filter(({ paid, open }) => paid > 0 && open > 0)).toHaveLength(1);
    expect(sent.filter(({ total, paid, credited }) => paid > total - credited)).toHaveLength(1);
    expect(sent.filter(({ sends_itself }) => sends_itself === 1).length).toBeGreaterThan(5);
    expect(sent.filter(({ source_key, tax }) => source_key.startsWith('hand') && tax > 0)).toHaveLength(1);
    expect(invoices.filter(({ kind }) => kind === 'credit_note')).toHaveLength(1);
    expect(invoices.filter(({ status }) => status === 'void')).toHaveLength(1);
    const payments = await db.selectFrom('payments').select(['kind', 'method']).execute();
    const refunds = payments.filter(({ kind }) => kind === 'refund').map(({ method }) => method);
    expect(refunds.sort()).toEqual(['credit', 'transfer']);

    const overdue = sent.find(({ open, due_on }) => open > 0 && (due_on ?? '') < '2026-06-17');
    const reminders = await db.selectFrom('reminders').selectAll().where('outcome', '=', 'sent').execute();
    const steps = reminders.filter(({ subject_id }) => subject_id === overdue?.id).map(({ step }) => step);
    expect(steps).toEqual(['before', 'due', 'week', 'fortnight']);
    const { items: upcoming } = await readAsOwner(server, api.listUpcomingReminders);
    expect(upcoming.map(({ goesOutOn }) => goesOutOn)).toContain('2026-06-18');
    const paused = upcoming.filter(({ isPaused }) => isPaused);
    expect([...new Set(paused.map(({ client }) => client))]).toEqual(['Fernside Vets']);

    const kinds = new Set(reminders.map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(['review', 'request', 'invoice']));

    const changes = await db.selectFrom('change_orders').select('status').orderBy('id').execute();
    expect(changes.map(({ status }) => status).sort()).toEqual(['accepted', 'declined', 'sent']);
    const plans = new Set(
      (await db.selectFrom('contract_versions').select(['id', 'terms', 'total']).execute()).map((version) => {
        const terms = versionTerms(version);
        expect(totalOfLines(terms?.lines ?? [])).toBe(version.total);
        return terms?.plan.kind;
      }),
    );
    expect([...plans].sort()).toEqual(['custom', 'halves', 'milestones', 'thirds']);
  });
});

describe('the demo’s folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(`${tmpdir()}/atelier-demo-`);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is filled once, and again with --fresh or after an interruption', () => {
    expect(openDemoFolder(folder, false)).toBe(true);
    writeFileSync(`${folder}/half`, '');
    expect(openDemoFolder(folder, false)).toBe(true);
    expect(existsSync(`${folder}/half`)).toBe(false);
    markFilled(folder);
    writeFileSync(`${folder}/whole`, '');
    expect(openDemoFolder(folder, false)).toBe(false);
    expect(existsSync(`${folder}/whole`)).toBe(true);
    expect(openDemoFolder(folder, true)).toBe(true);
    expect(existsSync(`${folder}/whole`)).toBe(false);
  });

  it('is never a folder with anything else in it', () => {
    writeFileSync(`${folder}/atelier.sqlite`, 'somebody’s');
    for (const isFresh of [false, true]) {
      expect(() => openDemoFolder(folder, isFresh)).toThrow(ForeignFolderError);
    }
    expect(existsSync(`${folder}/atelier.sqlite`)).toBe(true);
  });

  it('holds everything that the product writes', () => {
    const env = { PORT: '4009', DATABASE_URL: 'postgres://x/y', SMTP_URL: 'smtp://x', STORAGE_URL: 's3://x' };
    const settings = { LOG_LEVEL: 'warn', PORT: '4009', DATA_DIR: folder, OWNER_EMAIL: DEMO_OWNER };
    expect(demoEnvironment(env, folder)).toEqual(settings);
  });
});
