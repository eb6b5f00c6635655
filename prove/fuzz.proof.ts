import type { EndpointName } from '@atelier/domain/api.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../server/src/platform/ids.ts';
import { databaseEnv } from '../server/test/harness/child.ts';
import { createTestLocation, describeEachEngine } from '../server/test/harness/database.ts';
import { findUndocumented } from '../server/test/harness/documented-replies.ts';
import { startProduct } from '../server/test/harness/running-product.ts';
import { callWith } from '../server/test/harness/test-app.ts';
import { makeSubjects } from '../server/test/samples/all-samples.ts';
import { samplePdf } from '../server/test/samples/contracts.ts';
import { formWith } from '../server/test/samples/files.ts';
import { type Actors, createActors } from './harness/actors.ts';
import { type Answer, ask } from './harness/ask.ts';
import { AN_ID, type GeneratedCall, generatedCalls } from './harness/generated-calls.ts';
import { keepResult } from './harness/results.ts';
import { sized } from './harness/size.ts';
import { without } from './harness/without.ts';

const CALLS = sized({ quick: 600, full: 50_000 });
/** Calls that are made at once, in a random order of arrival. */
const AT_ONCE = 8;
/** Ids kept: the newest, so that calls meet each other's objects. */
const KEPT_IDS = 60;
/** A reply that takes this long counts as none: the server's own limit is 10 s. */
const HANGS_MS = 60_000;
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

/** What is called, by whom, with which ids. */
interface Game {
  origin: string;
  tokens: readonly (string | undefined)[];
  ids: string[];
  /** The calls that have succeeded so far. */
  done: Map<EndpointName, number>;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Puts ids of earlier replies where a generated value has room for one. */
function withIds(value: unknown, ids: readonly string[], at: number): unknown {
  if (value === undefined) return undefined;
  let next = at;
  return JSON.parse(JSON.stringify(value), (_key, each) =>
    each === AN_ID ? ids[next++ % ids.length] : each,
  );
}

function bodyOf({ name, flaw, body }: GeneratedCall, ids: readonly string[], id: number): unknown {
  if (flaw === 'huge') return { text: 'x'.repeat(2_000_000) };
  if (flaw === 'body') return '[1,';
  if (flaw === 'type') return formWith('a.txt', 'A.');
  if (name === 'sendFile' || name === 'sendFileAsStudio' || name === 'replaceFile') {
    return formWith(`${id}.txt`, `${id}`);
  }
  if (name === 'uploadContractDocument') return samplePdf;
  return withIds(body, ids, id);
}

/** A generated object may have any member, also one that text is made by. */
const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Makes one generated call. @returns what is wrong with the reply */
async function play({ origin, tokens, ids, done }: Game, call: GeneratedCall): Promise<string[]> {
  let next = call.id;
  const path = call.path.replace(/\{\w+\}/g, () => ids[next++ % ids.length] ?? '');
  const asked = Object.entries(withIds(call.query, ids, call.id) as Record<string, unknown>);
  const query = new URLSearchParams(asked.map(([name, value]) => [name, textOf(value)]));
  const body = bodyOf(call, ids, call.id);
  const target = `/api${path}?${query}`;
  const token = call.flaw === 'token' ? 'not.a.token' : tokens[call.actor % tokens.length];
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, HANGS_MS, undefined);
  const reply = await Promise.race([
    ask(origin, { method: call.method, target, token, body: call.method === 'GET' ? undefined : body }),
    late,
  ]);
  clearTimeout(timer);
  const where = `${call.method} ${target.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 300)}`;
  if (!reply) return [`${where}: no reply`];
  remember(ids, reply);
  if (reply.status < 300) done.set(call.name, (done.get(call.name) ?? 0) + 1);
  const wrong = findUndocumented(call.name, reply).map((each) => `${where}: ${reply.status} ${each}`);
  // A full disk and the like are not what is tried here.
  return reply.status >= 500 ? [...wrong, `${where}: ${reply.status}`] : wrong;
}

function remember(ids: string[], { status, body }: Answer): void {
  if (status >= 300) return;
  for (const [id] of JSON.stringify(body).slice(0, 5_000).matchAll(UUID)) {
    if (!ids.includes(id)) ids.push(id);
  }
  ids.splice(0, ids.length - KEPT_IDS);
}

async function begin({ server, origin, client, tokens }: Actors): Promise<Game> {
  const subjects = await makeSubjects({ ...server, call: callWith(server, undefined) }, client);
  return {
    origin,
    tokens: [tokens.client, tokens.admin, tokens.client, tokens.admin, tokens.stranger, undefined],
    ids: [...new Set(Object.values(subjects)), newId()],
    done: new Map(),
  };
}

describeEachEngine((engine) => {
  describe(`generated calls (FUZZ_SEED=${SEED})`, () => {
    it('are each answered, with what the document says and never with a failure of the server', async () => {
      const actors = await createActors(engine);
      const game = await begin(actors);
      const wrong = new Set<string>();
      for (let done = 0; done < CALLS; done += 500) {
        const calls = fc.sample(generatedCalls, { seed: SEED + done, numRuns: Math.min(500, CALLS - done) });
        const turns = Array.from({ length: AT_ONCE }, async () => {
          for (let call = calls.pop(); call; call = calls.pop()) {
            for (const each of await play(game, call)) wrong.add(each);
          }
        });
        await Promise.all(turns);
      }
      const errors = actors.server.takeLoggedErrors().map(({ msg, err }) => `${msg} ${JSON.stringify(err)}`);
      await actors.close();
      expect([...wrong, ...errors].slice(0, 20), `FUZZ_SEED=${SEED}`).toEqual([]);
      const succeeded = [...game.done.values()].reduce((sum, each) => sum + each, 0);
      // Calls that are all refused would try nothing but the refusals.
      expect(succeeded).toBeGreaterThan(CALLS / 20);
      keepResult('fuzz', {
        on: engine,
        tried: `${CALLS.toLocaleString('en')} calls, of which ${succeeded.toLocaleString('en')} succeeded, on ${game.done.size} of the table’s (seed ${SEED})`,
        outcome: 'every call answered, none with a 5xx, every reply as its schema says',
        control: 'with one member more in each reply, the proof names it (its own test)',
      });
    });

    it('are seen to be answered with what the document lacks', async () => {
      const { location, remove } = await createTestLocation(engine);
      const talkative = without([
        {
          file: 'server/src/platform/http/bind.ts',
          text: 'if (parsed.success) return parsed.data;',
          instead: 'if (parsed.success) return { ...parsed.data, secret: 1 };',
        },
      ]);
      const product = await startProduct({ ...databaseEnv(location), ...talkative });
      const tokens = [await product.signUp('owner@studio.example')];
      const game: Game = { origin: product.origin, tokens, ids: [newId()], done: new Map() };
      const wrong: string[] = [];
      for (const call of fc.sample(generatedCalls, { seed: 1, numRuns: 60 })) {
        wrong.push(...(await play(game, call)));
      }
      await product.stop();
      await remove();
      expect(wrong.filter((each) => each.includes('"secret"'))).not.toEqual([]);
    });
  });
});
