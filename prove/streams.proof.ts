import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import type { LiveEvent } from '@atelier/domain/live/schema.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../server/src/platform/db/database.ts';
import { newId } from '../server/src/platform/ids.ts';
import { databaseEnv } from '../server/test/harness/child.ts';
import { createTestLocation, describeEachEngine } from '../server/test/harness/database.ts';
import { closeStreams, type LiveClient, openStream } from '../server/test/harness/live-client.ts';
import { openConnection, until } from '../server/test/harness/raw-connection.ts';
import { type RunningProduct, startProduct } from '../server/test/harness/running-product.ts';
import { sampleBrief } from '../server/test/samples/projects.ts';
import { createMovedClock, type MovedClock } from './harness/moved-clock.ts';
import { keepResult } from './harness/results.ts';
import { sized } from './harness/size.ts';
import { openSlowReader } from './harness/slow-reader.ts';
import { type Change, without } from './harness/without.ts';

afterEach(closeStreams);

const CLIENTS = sized({ quick: 3, full: 40 });
/** Messages of each side in each project. */
const MESSAGES = sized({ quick: 6, full: 100 });
/** Steady streams of each client in each process; one more comes and goes. */
const STEADY = 2;
/** As many as one account may have in a process. */
const MOST_EACH = 10;
/** As many as a process takes: what it takes in earnest, and fewer in the small part. */
const MOST = sized({ quick: 40, full: 5_000 });
/** What each event takes on its way to a reader who reads nothing: a connection keeps up to 40 MB of them. */
const EVENT_BYTES = 200_000;
/** How long a frozen page doesn't read. */
const FROZEN_SECONDS = 15;
/** What it would take for its time without events, counted from its reading. */
const READ_MS = 5_000;

interface Scene extends AsyncDisposable {
  products: readonly [RunningProduct, ...RunningProduct[]];
  owner: string;
  clients: readonly { token: string; projectId: string }[];
}

async function start(
  engine: Engine,
  changed: Record<string, string> = {},
  processes = engine === 'postgres' ? 2 : 1,
): Promise<Scene> {
  const { location, remove } = await createTestLocation(engine);
  const folder = mkdtempSync(`${tmpdir()}/atelier-streams-`);
  const env = { DATA_DIR: folder, ...databaseEnv(location), ...changed };
  const others = Array.from({ length: processes - 1 }, () => startProduct(env));
  const products = await Promise.all([startProduct(env), ...others] as const);
  const [first] = products;
  const owner = await first.signUp('owner@studio.example');
  await first.call(owner, api.getMe);
  const enter = async (number: number) => {
    const token = await first.signUp(`client-${number}@client.example`);
    const { body } = await first.call(token, api.submitOnboarding, { body: { final: sampleBrief } });
    return { token, projectId: body.id };
  };
  const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, number) => enter(number)));
  return {
    products,
    owner,
    clients,
    [Symbol.asyncDispose]: async () => {
      closeStreams();
      await Promise.all(products.map(({ stop }) => stop()));
      await remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Replies after which a caller tries again: this process was slow to send its call, or the product to answer it. */
const PASSING = [408, 503];

/** Both sides write in a project, each one message after the other. */
async function write({ products, owner }: Scene, { token, projectId: id }: Scene['clients'][number]) {
  const product = (at: number) => products[at % products.length] ?? products[0];
  const params = { id };
  const insist = (call: () => Promise<{ status: number }>, expected: number) =>
    persist(async () => {
      const { status } = await call();
      expect([expected, ...PASSING]).toContain(status);
      return status === expected || undefined;
    });
  for (let number = 0; number < MESSAGES; number++) {
    const [mine, theirs] = [newId(), newId()].map((key) => ({ key, body: `Message ${number}` }));
    await Promise.all([
      insist(() => product(number).call(token, api.sendMessage, { params, body: mine }), 201),
      insist(() => product(number + 1).call(owner, api.sendMessageAsStudio, { params, body: theirs }), 201),
    ]);
  }
  await insist(() => product(0).call(owner, api.archiveProject, { params }), 200);
}

/** Every event of a project until it was archived, which ends the writing. Others' events fail. */
async function hear(stream: LiveClient, projects: readonly string[]): Promise<LiveEvent[]> {
  const heard: LiveEvent[] = [];
  const open = new Set(projects);
  while (open.size > 0) {
    const event = await stream.next();
    heard.push(event);
    if (event.kind === 'project_archived') open.delete(event.projectId ?? '');
  }
  return heard;
}

const messagesOf = (events: readonly LiveEvent[]) =>
  events.filter(({ kind }) => kind === 'message_sent').map(({ id }) => id);

/**
 * Reads three events more of a stream, leaves it in the middle, and comes back to its place, as the pages do.
 * @returns the ids of all that it has heard since it was last to ask for everything, and how often it was
 */
async function hearWithBreaks(
  origin: string,
  { token }: Scene['clients'][number],
): Promise<{ again: ReadonlySet<string>; resyncs: number }> {
  const again = new Set<string>();
  let resyncs = 0;
  let place: string | undefined;
  for (let isOver = false; !isOver; ) {
    const stream = await persist(() => openSlowReader({ origin, token }, place));
    for (let fresh = 0, at = 0; fresh < 3 && !isOver; at = stream.heard.length) {
      await stream.readTo(at + 1);
      for (const { id, kind } of stream.heard.slice(at)) {
        if (kind === 'resync') {
          resyncs += 1;
          again.clear();
        } else if (!again.has(id)) {
          fresh += 1;
          again.add(id);
        }
        isOver ||= kind === 'project_archived';
      }
    }
    place = stream.place();
    stream.close();
  }
  return { again, resyncs };
}

/** Connections that asked for a stream and read nothing, or went away without a word. */
async function openDeaf({ products: [{ origin }], clients }: Scene): Promise<() => void> {
  const connections = await Promise.all(clients.map(() => openConnection(origin)));
  for (const [at, { write: send, destroy }] of connections.entries()) {
    send(
      `GET /api/events HTTP/1.1\r\nhost: studio.example\r\nauthorization: Bearer ${clients[at]?.token}\r\n\r\n`,
    );
    if (at % 2 === 0) destroy();
  }
  return () => {
    for (const { destroy } of connections) destroy();
  };
}

/** @returns the ids of other clients' projects that streams have heard of, and how often readers were to ask for everything */
async function hearAll(scene: Scene): Promise<{ foreign: string[]; resyncs: number }> {
  const { products, clients, owner } = scene;
  const hangUp = await openDeaf(scene);
  const foreign: string[] = [];
  let resyncs = 0;
  const studio = await Promise.all(products.map(({ origin }) => openStream(origin, { token: owner })));
  const readers: Promise<void>[] = [];
  for (const client of clients) {
    const { token, projectId } = client;
    const places = products.flatMap(({ origin }) => Array.from({ length: STEADY }, () => origin));
    const steady = await Promise.all(places.map((origin) => openStream(origin, { token })));
    const read = async () => {
      const [broken, ...heard] = await Promise.all([
        hearWithBreaks(products[0].origin, client),
        ...steady.map((stream) => hear(stream, [projectId])),
      ]);
      const [first = []] = heard.map(messagesOf);
      expect(new Set(first).size).toBe(2 * MESSAGES);
      for (const events of heard) {
        expect(messagesOf(events)).toEqual(first);
        for (const event of events)
          if (event.projectId && event.projectId !== projectId) foreign.push(event.projectId);
      }
      resyncs += broken.resyncs;
      // When it was last to ask for everything, it learned of all before.
      const since = first.find((id) => broken.again.has(id));
      const due = since === undefined ? [] : first.slice(first.indexOf(since));
      expect(due.filter((id) => !broken.again.has(id))).toEqual([]);
    };
    readers.push(read());
  }
  const everything = studio.map((stream) =>
    hear(
      stream,
      clients.map(({ projectId }) => projectId),
    ),
  );
  // All at once, so that a failure of any is the test's.
  const [heard] = await Promise.all([
    Promise.all(everything),
    ...readers,
    ...clients.map((client) => write(scene, client)),
  ]);
  for (const events of heard) {
    const ids = messagesOf(events);
    expect([ids.length, new Set(ids).size]).toEqual([clients.length * 2 * MESSAGES, ids.length]);
  }
  hangUp();
  return { foreign, resyncs };
}

/** Tries until it gets something: a place is free only once the server knows that a stream has gone. */
async function persist<Found>(find: () => Promise<Found | undefined>): Promise<Found> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
  }
}

/** Asks for a stream on a connection of its own. @returns its status, and how to end it */
async function openRaw(origin: string, token: string) {
  const { write: send, read, answer, destroy } = await openConnection(origin);
  read();
  const head = `host: studio.example\r\nconnection: close\r\nauthorization: Bearer ${token}`;
  send(`GET /api/events HTTP/1.1\r\n${head}\r\n\r\n`);
  await until(() => answer().includes('\r\n\r\n'));
  return { status: Number(answer().slice(9, 12)), destroy };
}

/** Asks for a stream and leaves. @returns its status */
async function tryOpen(origin: string, token: string): Promise<number> {
  const { status, destroy } = await openRaw(origin, token);
  destroy();
  return status;
}

/** Opens as many streams as a process takes. @returns how many those are, and how one more is answered */
async function fill({ products: [product], clients: [client] }: Scene) {
  const { origin } = product;
  const token = client?.token ?? '';
  const open: Awaited<ReturnType<typeof openRaw>>[] = [];
  const aboveEach = new Set<number>();
  for (let account = 0; account < MOST / MOST_EACH; account++) {
    const other = await product.signUp(`reader-${account}@client.example`);
    await product.call(other, api.getMe);
    open.push(...(await Promise.all(Array.from({ length: MOST_EACH }, () => openRaw(origin, other)))));
    // The last account meets the limit of all.
    if (open.length < MOST) aboveEach.add(await tryOpen(origin, other));
  }
  const aboveAll = await tryOpen(origin, token);
  const calls = (await product.call(token, api.getMe)).status;
  open[0]?.destroy();
  await persist(async () => (await tryOpen(origin, token)) === 200 || undefined);
  for (const { destroy } of open) destroy();
  return {
    opened: open.filter(({ status }) => status === 200).length,
    aboveEach: [...aboveEach],
    aboveAll,
    calls,
  };
}

/** Has a reader stop reading until the server drops it, and come back later, as a page does that was frozen. */
async function comeBack({ products: [product], clients: [client] }: Scene, clock: MovedClock) {
  if (!client) throw new Error('Nobody came');
  const { origin } = product;
  const { token, projectId } = client;
  const open = (since?: number | string) => persist(() => openSlowReader({ origin, token }, since));
  const send = async () => {
    const message = { params: { id: projectId }, body: { body: 'Hello' } };
    expect((await product.call(token, api.sendMessage, message)).status).toBe(201);
  };
  const slow = await open();
  const steady = await open();
  const others = await Promise.all(Array.from({ length: MOST_EACH - 2 }, () => open()));
  const reading = [steady, ...others].map((reader) => reader.readToEnd());
  let sent = 0;
  for (; sent < 3; sent++) await send();
  // After the resync with which each begins.
  await slow.readTo(1 + sent);
  expect(await tryOpen(origin, token)).toBe(429);
  // How much a connection keeps for its reader is the machine's matter: more is sent until the place is free.
  do {
    await send();
    sent += 1;
  } while ((await tryOpen(origin, token)) !== 200);
  await until(() => steady.heard.length === 1 + sent);
  clock.step(FROZEN_SECONDS);
  const tooSlow = Promise.race(reading).then(() => {
    throw new Error('A reader that reads was dropped');
  });
  await Promise.race([slow.readToEnd(), tooSlow]);

  /** @returns how many events the reader never hears after it has come back; none where it is to ask for everything */
  const countLost = async (since: number | string | undefined) => {
    const again = await open(since);
    await send();
    sent += 1;
    await until(() => steady.heard.length === 1 + sent);
    const last = steady.heard.at(-1)?.id;
    while (!again.heard.some(({ id }) => id === last)) await again.readTo(again.heard.length + 1);
    again.close();
    if (again.heard[0]?.kind === 'resync') return 0;
    const ids = new Set([...slow.heard, ...again.heard].map(({ id }) => id));
    return messagesOf(steady.heard).filter((id) => !ids.has(id)).length;
  };
  const unread = sent - messagesOf(slow.heard).length;
  const lost = await countLost(slow.place());
  const lostByReading = await countLost(READ_MS);
  for (const reader of [steady, ...others]) reader.close();
  await Promise.all(reading);
  return { unread, lost, lostByReading };
}

describe('streams of live events', () => {
  describeEachEngine((engine) => {
    it('bring each account its own events once and in order, while others come, go and read nothing', async () => {
      await using scene = await start(engine);
      const { foreign, resyncs } = await hearAll(scene);
      expect(foreign).toEqual([]);
      keepResult('streams', {
        on: engine === 'postgres' ? 'PostgreSQL, two processes' : 'SQLite',
        tried: `${CLIENTS * 2 * MESSAGES} messages in ${CLIENTS} projects, each read by ${STEADY} streams in each process and one that breaks off again and again`,
        outcome: `each event once, in one order, to its own client and the studio; none lost over a break unnoticed; ${resyncs} times a reader was to ask for everything`,
        control: 'without its topics, streams bring events of other clients (its own test)',
      });
    });

    it('are limited for each account and in all, and tell a slow reader that was dropped what it has missed', async () => {
      using clock = createMovedClock();
      const moved =
        "Number(process.getBuiltinModule('node:fs').readFileSync(process.env.CLOCK_FILE, 'utf8'))";
      const changes: Change[] = [
        {
          // Large until the clock is moved: what the reader missed comes as small as it is in earnest.
          file: 'server/src/platform/http/bind.ts',
          text: 'raw.write(block);',
          instead: `const padding = event && ${moved} === 0 ? ${EVENT_BYTES} : 0;
            raw.write(':' + 'x'.repeat(padding) + '\\n' + block);`,
        },
        {
          file: 'server/src/platform/events/event-memory.ts',
          text: 'Math.max(Math.floor(this.#clock.elapsed() * 1000), this.#last);',
          instead: `Math.max(Math.floor(this.#clock.elapsed() * 1000 + ${moved}), this.#last);`,
        },
        {
          file: 'server/src/platform/events/live-streams.ts',
          text: 'const MAX_STREAMS = 5_000;',
          instead: `const MAX_STREAMS = ${MOST};`,
        },
      ];
      await using scene = await start(engine, { ...clock.env, ...without(changes) }, 1);
      expect(await fill(scene)).toEqual({ opened: MOST, aboveEach: [429], aboveAll: 503, calls: 200 });
      const { unread, lost, lostByReading } = await comeBack(scene, clock);
      expect(unread).toBeGreaterThan(0);
      expect(lost).toBe(0);
      expect(lostByReading).toBeGreaterThan(0);
      keepResult('streams', {
        on: `${engine === 'postgres' ? 'PostgreSQL' : 'SQLite'}, at its limits`,
        tried: `${MOST.toLocaleString('en')} streams in one process, ${MOST_EACH} an account, and one more of each; a reader who stops reading until it is dropped, and reads on ${FROZEN_SECONDS} s later`,
        outcome:
          'one more is refused, while calls go on; the reader is dropped, its place is free, and what it missed comes when it is back',
        control:
          'come back by the time since its reading, not by its place, it loses what it missed (the same test)',
      });
    });

    it('are seen to bring events of others where nothing tells them apart', async () => {
      await using scene = await start(
        engine,
        without([
          {
            file: 'server/src/platform/events/live-streams.ts',
            text: 'for (const stream of this.#byTopic.get(topic) ?? []) readers.add(stream);',
            instead: 'for (const stream of this.#streams) readers.add(stream);',
          },
          {
            file: 'server/src/core/access/live-reader.ts',
            text: 'return isOpenTo(topics.includes(accountTopic(this.accountId)) ? found : asStudio, this.#actor);',
            instead: 'return true;',
          },
        ]),
        1,
      );
      const [ada, eve] = scene.clients;
      if (!ada || !eve) throw new Error('Nobody came');
      const stream = await openStream(scene.products[0].origin, eve);
      await scene.products[0].call(ada.token, api.sendMessage, {
        params: { id: ada.projectId },
        body: { body: 'Secret' },
      });
      expect((await stream.next()).projectId).toBe(ada.projectId);
    });
  });
});
