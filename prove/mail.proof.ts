import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../server/src/platform/db/database.ts';
import { openDatabase } from '../server/src/platform/db/open.ts';
import { databaseEnv } from '../server/test/harness/child.ts';
import { createTestLocation, describeEachEngine } from '../server/test/harness/database.ts';
import { type RunningProduct, startProduct } from '../server/test/harness/running-product.ts';
import { sampleBrief } from '../server/test/samples/projects.ts';
import { type Answer, type Delivery, type Step, startMailServer } from './harness/mail-server.ts';
import { createMovedClock } from './harness/moved-clock.ts';
import { keepResult } from './harness/results.ts';
import { sized } from './harness/size.ts';
import { type Change, without } from './harness/without.ts';

/** What the mail server does to one delivery. `kill` ends every process of the product, then the connection. */
interface Fault {
  step: Step;
  does: 'refuse' | 'cut' | 'kill';
}

const FAULTS = sized<Fault[]>({
  quick: [
    { step: 'recipient', does: 'refuse' },
    { step: 'end', does: 'refuse' },
    { step: 'message', does: 'cut' },
    { step: 'end', does: 'cut' },
    { step: 'end', does: 'kill' },
  ],
  full: [
    ...(['connection', 'sender', 'recipient', 'end'] as const).map((step) => ({
      step,
      does: 'refuse' as const,
    })),
    ...(['connection', 'sender', 'recipient', 'data', 'message', 'end'] as const).flatMap((step) => [
      { step, does: 'cut' as const },
      { step, does: 'kill' as const },
    ]),
  ],
});
const ROUNDS = sized({ quick: 1, full: 10 });
/** Minutes between the mails of an hour without a server. */
const STEP_MINUTES = sized({ quick: 30, full: 5 });
/** A server that takes its time with each step, in milliseconds. */
const SLOW_MS = sized({ quick: 60, full: 1_000 });
const CLIENTS = 2;
const OWNER = 'owner@studio.example';
const GONE = 'gone@client.example';

/** Processes that look into the outbox and for due jobs more often, so that a proof doesn't wait for them. */
const watchful: readonly Change[] = [
  {
    file: 'server/src/platform/mail/outbox-worker.ts',
    text: 'const POLL_MS = 5_000;',
    instead: 'const POLL_MS = 100;',
  },
  {
    file: 'server/src/platform/jobs/job-runner.ts',
    text: 'const LOOK_MS = 30_000;',
    instead: 'const LOOK_MS = 100;',
  },
];
/** From one look at the installation's health to the next. */
const LOOK_SECONDS = 300;

/** The product with its processes, its clients and a mail server, on a database and in a folder of its own. */
async function setUp(engine: Engine, changes: readonly Change[] = []) {
  const { location, remove } = await createTestLocation(engine);
  const folder = mkdtempSync(`${tmpdir()}/atelier-mail-`);
  const clock = createMovedClock();
  const mails = await startMailServer();
  const database = openDatabase(location);
  const env = {
    DATA_DIR: folder,
    ...databaseEnv(location),
    SMTP_URL: mails.url,
    MAIL_FROM: 'Studio <studio@studio.example>',
    LOG_LEVEL: 'fatal',
    ...clock.env,
    ...without([...clock.changes, ...watchful, ...changes]),
  };
  let products: RunningProduct[] = [];
  const start = async () => {
    // A SQLite file has one process.
    const count = engine === 'postgres' ? 2 : 1;
    products = await Promise.all(Array.from({ length: count }, () => startProduct(env)));
  };
  const kill = () => {
    for (const { child } of products) child.process.kill('SIGKILL');
  };
  await start();
  let calls = 0;
  /** The processes in turn. */
  const one = () => products[calls++ % products.length] as RunningProduct;
  await one().signUp(OWNER);
  const clients: string[] = [];
  for (let i = 0; i < CLIENTS; i++) clients.push(`client-${i}@client.example`);
  for (const client of [...clients, GONE]) await one().signUp(client);
  const written: string[] = [];

  const findPending = () =>
    database.db
      .selectFrom('mail_outbox')
      .select(['due_at', 'lease_owner', 'last_error'])
      .where('status', '=', 'pending')
      .execute();

  return {
    mails,
    clock,
    written,
    one,
    start,
    kill,
    findPending,
    /** Has mails written to the owner and to each client, in one order for each. */
    async write() {
      for (let i = 0; i < 2; i++) {
        const message = `Enquiry ${written.length} of many`;
        const enquiry = { name: 'Ada', email: 'ada@visitor.example', message };
        expect((await one().call('', api.createEnquiry, { body: enquiry })).status).toBe(201);
        written.push(message);
      }
      for (const client of clients) {
        const token = await one().signIn(client);
        const body = { final: { ...sampleBrief, goals: `Goal ${written.length}` } };
        expect((await one().call(token, api.submitOnboarding, { body })).status).toBeLessThan(300);
      }
    },
    /** Moves the clock to each moment at which a mail is due, until none waits. */
    async deliverAll() {
      await expect
        .poll(async () => {
          const pending = await findPending();
          const now = clock.now().toISOString();
          const isAtWork = pending.some((mail) => mail.lease_owner !== null || mail.due_at <= now);
          const [next] = pending.map(({ due_at }) => due_at).sort();
          // A second more, because a process reads the clock a little before or after this one.
          if (next && !isAtWork) clock.step((Date.parse(next) - Date.parse(now)) / 1000 + 1);
          return pending.length;
        })
        .toBe(0);
    },
    readOutbox: () => database.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute(),
    /** Ends the product in order, and everything around it. */
    async stop() {
      const ended = await Promise.all(products.map((product) => product.stop()));
      expect(ended.map(({ code }) => code)).toEqual(products.map(() => 0));
      await this.end();
    },
    /** Removes everything around a product that has ended or was killed. */
    async end() {
      await Promise.all(products.map(({ child }) => child.ended));
      await mails.stop();
      await database.close();
      await remove();
      clock[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a slow server does at each step. */
const goSlowly = () => new Promise<Answer>((resolve) => setTimeout(resolve, SLOW_MS, 'go on'));

type Scene = Awaited<ReturnType<typeof setUp>>;

/** Has the next delivery that gets to the fault's step meet it, then waits until every mail has arrived. */
async function meet(scene: Scene, { step, does }: Fault) {
  const { mails, kill, start, clock } = scene;
  const met = Promise.withResolvers<void>();
  let isMet = false;
  mails.intervene = (now): Answer => {
    if (now !== step || isMet) return 'go on';
    isMet = true;
    met.resolve();
    if (does === 'refuse') return 'refuse';
    if (does === 'kill') kill();
    return 'cut';
  };
  // Those who write are cut off where the processes are killed under them.
  const writing = scene.write().catch((error: unknown) => {
    if (does !== 'kill' || !(error instanceof TypeError)) throw error;
  });
  // A connection that was kept open from before gets to no beginning of its own.
  if (step === 'connection') await scene.mails.stop().then(scene.mails.start);
  await met.promise;
  await writing;
  if (does === 'kill') {
    // Past the lease of what they had under way.
    clock.step(61);
    await start();
  }
  await scene.deliverAll();
}

/** What is wrong with what arrived: lost, doubled without need, under another Message-ID, or out of order. */
async function findFaults({ mails, written, readOutbox }: Scene): Promise<string[]> {
  const faults: string[] = [];
  const sent = (await readOutbox()).filter(({ status }) => status === 'sent');
  const byContent = Map.groupBy(mails.deliveries, ({ to, text }) => `${to} ${text}`);
  for (const copies of byContent.values()) {
    const [first] = copies as [Delivery];
    if (copies.some(({ messageId }) => messageId !== first.messageId))
      faults.push(`changed ${first.messageId}`);
    if (copies.slice(0, -1).some(({ isAnswered }) => isAnswered)) faults.push(`doubled ${first.messageId}`);
  }
  const arrived = new Set(mails.deliveries.map(({ messageId }) => messageId));
  for (const { message_id } of sent) if (!arrived.has(message_id)) faults.push(`lost ${message_id}`);
  for (const message of written) {
    if (!mails.deliveries.some(({ text }) => text.includes(message))) faults.push(`lost ${message}`);
  }
  // Message-IDs begin with an id that sorts as the mails were written.
  for (const [to, deliveries] of Map.groupBy(mails.deliveries, (delivery) => delivery.to)) {
    const order = [...new Set(deliveries.map(({ messageId }) => messageId))];
    if (order.join() !== order.toSorted().join()) faults.push(`out of order to ${to}`);
  }
  return faults;
}

/** Has an address refused for good: the owner sees it, gets a mail about it, and sends it again when the address exists. */
async function expectOwnerTold(scene: Scene): Promise<void> {
  const { mails, clock, one } = scene;
  const listFailed = async () => (await scene.readOutbox()).filter(({ status }) => status === 'failed');
  mails.intervene = () => 'go on';
  mails.unknown.add(GONE);
  const gone = await one().signIn(GONE);
  await one().call(gone, api.submitOnboarding, { body: { final: sampleBrief } });
  await scene.deliverAll();
  expect((await listFailed()).map(({ recipient }) => recipient)).toEqual([GONE]);

  const owner = await one().signIn(OWNER);
  const call = async <E extends Endpoint>(endpoint: E, input = {}) =>
    (await one().call(owner, endpoint, input)).body;
  expect((await call(api.getOverview)).failedMails).toMatchObject({ total: 1, items: [{ to: GONE }] });
  expect((await call(api.listUnsentMails)).failed).toMatchObject({
    total: 1,
    items: [{ to: GONE, error: expect.stringContaining('550') }],
  });
  const { findings } = await call(api.getHealth, { query: { refresh: 'true' } });
  expect(findings).toContainEqual(expect.objectContaining({ id: 'mails', level: 'problem' }));
  // A problem is mailed once two looks have found it.
  const toOwner = () =>
    mails.deliveries.filter(({ to, text }) => to === OWNER && text.includes('1 given up'));
  await expect
    .poll(
      () => {
        clock.step(LOOK_SECONDS + 1);
        return toOwner().length;
      },
      { interval: 1_000 },
    )
    .toBe(1);

  mails.unknown.delete(GONE);
  expect(await call(api.retryFailedMails)).toEqual({ retried: 1 });
  await scene.deliverAll();
  expect(await listFailed()).toEqual([]);
  expect(mails.deliveries.filter(({ to }) => to === GONE)).toHaveLength(1);
  expect(toOwner()).toHaveLength(1);
}

describe('mail', () => {
  describeEachEngine((engine) => {
    it('arrives once and in order, over a server that is down, slow, refusing or dying', async () => {
      const scene = await setUp(engine);
      const { mails, clock } = scene;
      await scene.deliverAll();

      // An hour without the server, with mails at its beginning, in it and at its end.
      await mails.stop();
      for (let minutes = 0; minutes < 60; minutes += STEP_MINUTES) {
        await scene.write();
        await expect
          .poll(async () => {
            const pending = await scene.findPending();
            const now = clock.now().toISOString();
            return pending.filter((mail) => mail.lease_owner !== null || mail.due_at <= now);
          })
          .toEqual([]);
        clock.step(STEP_MINUTES * 60);
      }
      await mails.start();
      await scene.deliverAll();
      expect(await findFaults(scene)).toEqual([]);

      mails.intervene = goSlowly;
      await scene.write();
      await scene.deliverAll();

      for (let round = 0; round < ROUNDS; round++) for (const fault of FAULTS) await meet(scene, fault);

      await expectOwnerTold(scene);
      expect(await findFaults(scene)).toEqual([]);
      const unanswered = mails.deliveries.filter(({ isAnswered }) => !isAnswered).length;
      const count = new Set(mails.deliveries.map(({ messageId }) => messageId)).size;
      await scene.stop();
      keepResult('mail', {
        on: engine,
        tried: `an hour down; ${SLOW_MS} ms a step; ${ROUNDS * FAULTS.length} refusals, cuts and kills; ${count} mails, ${engine === 'postgres' ? 'two processes' : 'one process'}`,
        outcome: `nothing lost, nothing out of order for a recipient; ${unanswered} sent again with the same Message-ID, where the server had taken them without a reply; the owner saw and was mailed what was refused for good, and retried it`,
        control: 'without the stored Message-ID, and without the lease, mails are doubled (its own tests)',
      });
    });

    it('is seen doubled where a second attempt gets another Message-ID', async () => {
      const scene = await setUp(engine, [
        {
          file: 'server/src/platform/mail/outbox-worker.ts',
          text: 'messageId: row.message_id,',
          instead: "messageId: row.message_id.replace('@', '.' + row.attempts + '@'),",
        },
      ]);
      await meet(scene, { step: 'end', does: 'cut' });
      expect((await findFaults(scene)).filter((fault) => fault.startsWith('changed'))).not.toEqual([]);
      await scene.stop();
    });

    it('is seen doubled where nobody leases what is being sent', async () => {
      const scene = await setUp(engine, [
        {
          file: 'server/src/platform/mail/outbox.repository.ts',
          text: 'due_at: claim.leasedUntil,\n',
          instead: 'due_at: claim.now,\n',
        },
      ]);
      scene.mails.intervene = goSlowly;
      await scene.write();
      // Mails are sent again and again, so that none waits for the last.
      await expect
        .poll(async () => (await findFaults(scene)).some((fault) => fault.startsWith('doubled')))
        .toBe(true);
      scene.kill();
      await scene.end();
    });
  });
});
