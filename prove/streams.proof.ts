import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import type { LiveEvent } from '@atelier/domain/live/schema.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../server/src/platform/db/database.ts';
import { databaseEnv } from '../server/test/harness/child.ts';
import { createTestLocation, describeEachEngine } from '../server/test/harness/database.ts';
import {
  closeStreams,
  type LiveClient,
  openStream,
  openStreamAfter,
} from '../server/test/harness/live-client.ts';
import { openConnection } from '../server/test/harness/raw-connection.ts';
import { type RunningProduct, startProduct } from '../server/test/harness/running-product.ts';
import { sampleBrief } from '../server/test/samples/projects.ts';
import { keepResult } from './harness/results.ts';
import { sized } from './harness/size.ts';
import { without } from './harness/without.ts';

afterEach(closeStreams);

const CLIENTS = sized({ quick: 3, full: 40 });
/** Messages of each side in each project. */
const MESSAGES = sized({ quick: 6, full: 100 });
/** Steady streams of each client in each process; one more comes and goes. */
const STEADY = 2;

interface Scene extends AsyncDisposable {
  products: readonly [RunningProduct, ...RunningProduct[]];
  owner: string;
  clients: readonly { token: string; projectId: string }[];
}

async function start(engine: Engine, changed: Record<string, string> = {}): Promise<Scene> {
  const { location, remove } = await createTestLocation(engine);
  const folder = mkdtempSync(`${tmpdir()}/atelier-streams-`);
  const env = { DATA_DIR: folder, ...databaseEnv(location), ...changed };
  const first = await startProduct(env);
  const products = engine === 'postgres' ? ([first, await startProduct(env)] as const) : ([first] as const);
  const owner = await first.signUp('owner@studio.example');
  await first.call(owner, api.getMe);
  const clients: Scene['clients'][number][] = [];
  for (let number = 0; number < CLIENTS; number++) {
    const token = await first.signUp(`client-${number}@client.example`);
    const { body } = await first.call(token, api.submitOnboarding, { body: { final: sampleBrief } });
    clients.push({ token, projectId: body.id });
  }
  return {
    products,
    owner,
    clients,
    [Symbol.asyncDispose]: async () => {
      closeStreams();
      for (const { stop } of products) await stop();
      await remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Both sides write in a project, each one message after the other. */
async function write({ products, owner }: Scene, { token, projectId: id }: Scene['clients'][number]) {
  const product = (at: number) => products[at % products.length] ?? products[0];
  const params = { id };
  for (let number = 0; number < MESSAGES; number++) {
    const body = { body: `Message ${number}` };
    const sent = await Promise.all([
      product(number).call(token, api.sendMessage, { params, body }),
      product(number + 1).call(owner, api.sendMessageAsStudio, { params, body }),
    ]);
    expect(sent.map(({ status }) => status)).toEqual([201, 201]);
  }
  expect((await product(0).call(owner, api.archiveProject, { params })).status).toBe(200);
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
 * Reads three events of a stream, leaves it in the middle, and comes back with the time it has missed.
 * @returns the ids of all that it has heard; undefined where it was told to ask for everything instead
 */
async function hearWithBreaks(
  origin: string,
  { token, projectId }: Scene['clients'][number],
): Promise<Set<string> | undefined> {
  const heard = new Set<string>();
  let heardAt = performance.now();
  for (let isOver = false; !isOver; ) {
    const missed = Math.ceil(performance.now() - heardAt) + 1_000;
    const stream = await openStreamAfter(origin, token, missed);
    for (let count = 0; count < 3 && !isOver; count++) {
      const event = await stream.next();
      heardAt = performance.now();
      if (event.kind === 'resync') return undefined;
      heard.add(event.id);
      isOver = event.kind === 'project_archived' && event.projectId === projectId;
    }
    stream.close();
  }
  return heard;
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

/** @returns the ids of other clients' projects that streams have heard of */
async function findForeign(scene: Scene): Promise<string[]> {
  const { products, clients, owner } = scene;
  const hangUp = await openDeaf(scene);
  const foreign: string[] = [];
  const studio = await Promise.all(products.map(({ origin }) => openStream(origin, { token: owner })));
  const readers: Promise<void>[] = [];
  for (const client of clients) {
    const { token, projectId } = client;
    const places = products.flatMap(({ origin }) => Array.from({ length: STEADY }, () => origin));
    const steady = await Promise.all(places.map((origin) => openStream(origin, { token })));
    const broken = hearWithBreaks(products[0].origin, client);
    const read = async () => {
      const heard = await Promise.all(steady.map((stream) => hear(stream, [projectId])));
      const [first = []] = heard.map(messagesOf);
      expect(new Set(first).size).toBe(2 * MESSAGES);
      for (const events of heard) {
        expect(messagesOf(events)).toEqual(first);
        for (const event of events)
          if (event.projectId && event.projectId !== projectId) foreign.push(event.projectId);
      }
      const again = await broken;
      expect(first.filter((id) => again && !again.has(id))).toEqual([]);
    };
    readers.push(read());
  }
  const everything = studio.map((stream) =>
    hear(
      stream,
      clients.map(({ projectId }) => projectId),
    ),
  );
  await Promise.all(clients.map((client) => write(scene, client)));
  await Promise.all(readers);
  for (const events of await Promise.all(everything)) {
    const ids = messagesOf(events);
    expect([ids.length, new Set(ids).size]).toEqual([clients.length * 2 * MESSAGES, ids.length]);
  }
  hangUp();
  return foreign;
}

describe('streams of live events', () => {
  describeEachEngine((engine) => {
    it('bring each account its own events once and in order, while others come, go and read nothing', async () => {
      await using scene = await start(engine);
      expect(await findForeign(scene)).toEqual([]);
      keepResult('streams', {
        on: engine === 'postgres' ? 'PostgreSQL, two processes' : 'SQLite',
        tried: `${CLIENTS * 2 * MESSAGES} messages in ${CLIENTS} projects, each read by ${STEADY} streams in each process and one that breaks off again and again`,
        outcome:
          'each event once, in one order, to its own client and the studio; none lost over a break unnoticed',
        control: 'without its topics, streams bring events of other clients (its own test)',
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
