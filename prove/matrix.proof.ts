import { api } from '@atelier/domain/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isoNow } from '../server/src/platform/clock.ts';
import type { Engine } from '../server/src/platform/db/database.ts';
import { openDatabase } from '../server/src/platform/db/open.ts';
import { isApiPath, knownRoutes } from '../server/src/platform/http/routes.ts';
import { databaseEnv } from '../server/test/harness/child.ts';
import { createTestLocation, describeAnyEngine } from '../server/test/harness/database.ts';
import { spellingsOf } from '../server/test/harness/raw-connection.ts';
import { startProduct } from '../server/test/harness/running-product.ts';
import { makeServiceToken } from '../server/test/harness/sign-in.ts';
import { callWith } from '../server/test/harness/test-app.ts';
import { makeSubjects, type Subjects, sampleCalls } from '../server/test/samples/all-samples.ts';
import { makeUndoable } from '../server/test/samples/milestones.ts';
import { targetOf } from '../server/test/samples/noun-samples.ts';
import { makeMember } from '../server/test/samples/people.ts';
import { ACTORS, type ActorName, type Actors, createActors, METRICS_TOKEN } from './harness/actors.ts';
import { ask } from './harness/ask.ts';
import { STATES, type State } from './harness/declared-access.ts';
import {
  type Cell,
  callOver,
  cellsOf,
  endpoints,
  findSideEffects,
  type MatrixScene,
  tryCell,
} from './harness/matrix.ts';
import { keepResult } from './harness/results.ts';
import { isFull, sized } from './harness/size.ts';
import { without } from './harness/without.ts';

const MISSING = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';

interface Part {
  actors: readonly ActorName[];
  states: readonly State[];
}
const WHOLE: readonly Part[] = [{ actors: ACTORS, states: STATES }];
const REFUSED = sized({
  quick: [
    { actors: ACTORS, states: ['own'] },
    { actors: ['client', 'admin'], states: ['archived', 'missing'] },
  ] satisfies Part[],
  full: WHOLE,
});
const ANSWERED = sized({
  quick: [
    { actors: ['client'], states: ['own'] },
    { actors: ['admin'], states: ['archived'] },
  ] satisfies Part[],
  full: WHOLE,
});

const newSubjects = async ({ server, client, deciding, following }: Actors): Promise<Subjects> => {
  // A studio has only so many open ones: those of earlier subjects are done.
  await server.db
    .updateTable('todos')
    .set({ done_at: isoNow(server.clock) })
    .where('done_at', 'is', null)
    .execute();
  const made = await makeSubjects({ ...server, call: callWith(server, undefined) }, client);
  for (const projectId of [made.projectId, made.acceptedProjectId]) {
    await makeMember(server.db, { projectId, accountId: deciding.id, role: 'decides' });
    await makeMember(server.db, { projectId, accountId: following.id, role: 'follows' });
  }
  return makeUndoable(server, made);
};

async function makeState(actors: Actors, state: State): Promise<Subjects> {
  const subjects = await newSubjects(actors);
  const { admin } = actors;
  const { acceptedProjectId } = subjects;
  const missing = { ...subjects };
  for (const name of Object.keys(subjects) as (keyof Subjects)[]) missing[name] = MISSING;
  const projects = [subjects.projectId, subjects.acceptedProjectId];
  switch (state) {
    case 'own':
      return subjects;
    case 'archived':
      for (const id of projects) await admin.call(api.archiveProject, { params: { id } });
      return subjects;
    case 'deleted':
      for (const id of projects) {
        const query = { confirm: id.slice(-6) };
        await admin.call(api.deleteProject, { params: { id }, query });
      }
      // What isn't the project's own stays: nothing of that kind is asked about.
      return {
        ...subjects,
        enquiryId: MISSING,
        clientId: MISSING,
        spareId: MISSING,
        mailId: MISSING,
        receivedId: MISSING,
        bookingId: MISSING,
        bouncedAddressId: MISSING,
      };
    case 'missing': {
      // Only what names something can be missing.
      const { freeTime, otherFreeTime, thirdFreeTime } = subjects;
      return { ...missing, freeTime, otherFreeTime, thirdFreeTime };
    }
    case 'mixed':
      return { ...(await newSubjects(actors)), projectId: subjects.projectId, acceptedProjectId };
  }
}

async function makeScene(engine: Engine): Promise<{ actors: Actors; scene: MatrixScene }> {
  const actors = await createActors(engine);
  const { server, origin, tokens } = actors;
  const states: Partial<Record<State, Subjects>> = {};
  for (const state of STATES) states[state] = await makeState(actors, state);
  return { actors, scene: { origin, db: server.db, tokens, states, whenIdle: () => server.whenIdle() } };
}

/** Ends the calls that were booked for earlier cells: a studio has only so many ahead. */
async function endOtherCalls({ server }: Actors, { states }: MatrixScene): Promise<void> {
  const kept = Object.values(states).map(({ bookingId }) => bookingId);
  await server.db
    .updateTable('bookings')
    .set({ status: 'cancelled' })
    .where('status', '=', 'booked')
    .where('id', 'not in', kept)
    .execute();
}

/** Addresses that look like this one to a careless reader, and aren't it. */
function othersThan(target: string): [string, string][] {
  const [path = '', query = ''] = target.split(/(?=\?)/);
  const last = path.lastIndexOf('/');
  const after = (text: string) => `${text}${query}`;
  return [
    ['with a slash at its end', after(`${path}/`)],
    ['in upper case', after(path.toUpperCase())],
    ['with an encoded slash', after(`${path.slice(0, last)}%2F${path.slice(last + 1)}`)],
    ['encoded twice', after(`${path.slice(0, 5)}%25${path.charCodeAt(5).toString(16)}${path.slice(6)}`)],
    ['with a dot segment', after(path.replace('/api/', '/api/./'))],
    ['with an encoded dot segment', after(path.replace('/api/', '/api/%2e/'))],
    ['by way of another folder', after(path.replace('/api/', '/api/admin/../'))],
    ['by an encoded way', after(path.replace('/api/', '/api/admin/%2e%2e/'))],
    ['with a second slash', after(path.replace('/api/', '/api//'))],
    ['with a parameter of its path', after(`${path};a=1`)],
    ['with a zero at its end', after(`${path}%00`)],
    ['with a backslash', after(`${path.slice(0, last)}\\${path.slice(last + 1)}`)],
  ];
}

/** Routes outside the table of endpoints, by what they ask of a caller. All others ask for nothing. */
const TURNED_OFF = /\/(passkeys|oauth|sso|identities)\b/;
const FOR_SERVICES = /^\/auth\/v1\/(invite$|admin\/(users|generate_link))/;
const FOR_METRICS = /^\/metrics$/;
const FOR_SESSIONS = /^\/auth\/v1\/(user$|logout$|reauthenticate$|factors)/;
const DEAD: readonly ActorName[] = ACTORS.slice(1, 6);

function expectedOutside(pattern: string, actor: ActorName): readonly number[] | undefined {
  if (TURNED_OFF.test(pattern)) return [404];
  if (FOR_METRICS.test(pattern)) return [401];
  const isService = FOR_SERVICES.test(pattern);
  if (!isService && !FOR_SESSIONS.test(pattern)) return undefined;
  if (actor === 'visitor') return [401];
  return isService || DEAD.includes(actor) ? [403] : undefined;
}

describeAnyEngine((engine) => {
  describe('access to a call', () => {
    let actors: Actors;
    let scene: MatrixScene;
    let count = 0;
    /** What was wrong in any of the tests: only a whole run without it has a result. */
    const faults: string[] = [];
    beforeAll(async () => {
      ({ actors, scene } = await makeScene(engine));
    });
    afterAll(() => actors.close());

    it('is refused to each actor as the table of endpoints has it, and a refused call changes nothing', async () => {
      const wrong: string[] = [];
      const tryAll = async (cells: readonly Cell[]) => {
        const effects = await findSideEffects(scene, cells, async () => {
          for (const cell of cells) wrong.push(...(await tryCell(scene, cell)));
        });
        wrong.push(...effects.map((effect) => `${cells[0]?.name} by ${cells[0]?.actor}: ${effect}`));
        count += cells.length;
      };
      for (const entry of endpoints) {
        // The whole proof looks after each actor: what changed has one cause then.
        for (const part of REFUSED) {
          const groups = isFull ? part.actors.map((actor) => [actor]) : [part.actors];
          for (const actors of groups) await tryAll(cellsOf(entry, 'refused', { ...part, actors }));
        }
      }
      faults.push(...wrong);
      expect(wrong).toEqual([]);
    });

    it('is given to each actor as the table has it, with nothing of another client in the reply', async () => {
      const wrong: string[] = [];
      for (const entry of endpoints) {
        for (const cell of ANSWERED.flatMap((part) => cellsOf(entry, 'answered', part))) {
          const isReading = cell.endpoint.method === 'GET';
          if (!isReading) await endOtherCalls(actors, scene);
          const subjects = isReading ? undefined : await makeState(actors, cell.state);
          wrong.push(...(await tryCell(scene, cell, subjects)));
          count += 1;
        }
      }
      faults.push(...wrong);
      expect(wrong).toEqual([]);
    });

    it('is refused at every other address, which changes nothing', async () => {
      const { own } = scene.states;
      if (!own) throw new Error('There is nothing to call about');
      const wrong: string[] = [];
      const tokens = sized({
        quick: [scene.tokens.admin],
        full: [undefined, scene.tokens.client, scene.tokens.admin],
      });
      const effects = await findSideEffects(scene, [], async () => {
        for (const [name, endpoint] of endpoints) {
          const sample = sampleCalls[name](own);
          for (const [spelling, target] of othersThan(targetOf(endpoint, sample))) {
            for (const token of tokens) {
              const { status } = await ask(scene.origin, { ...endpoint, target, token, body: sample.body });
              count += 1;
              // Where no site is built, a page is 503.
              if (![400, 401, 403, 404, 405, 503].includes(status))
                wrong.push(`${name} ${spelling}: ${status}`);
            }
          }
        }
      });
      faults.push(...wrong, ...effects);
      expect([...wrong, ...effects]).toEqual([]);
    });

    it('is the same at every spelling of its address', async () => {
      const { own } = scene.states;
      if (!own) throw new Error('There is nothing to call about');
      const wrong: string[] = [];
      for (const [name, endpoint] of endpoints) {
        const sample = sampleCalls[name](own);
        const plain = targetOf(endpoint, sample);
        const upperId = plain.replace(own.projectId, own.projectId.toUpperCase());
        const { access, method } = endpoint;
        const isOwn = access === 'signed-in' || access === 'public';
        if (isOwn && method !== 'GET') continue;
        const call = { method, token: scene.tokens.stranger, body: sample.body };
        const { status, body } = await ask(scene.origin, { ...call, target: plain });
        for (const [spelling, target] of [...spellingsOf(plain), ['with the id in capitals', upperId]]) {
          const reply = await ask(scene.origin, { ...call, target: target ?? '' });
          count += 1;
          const isSame = reply.status === status && JSON.stringify(reply.body) === JSON.stringify(body);
          if (!isSame) wrong.push(`${name} ${spelling}: ${reply.status} and not ${status}`);
        }
      }
      faults.push(...wrong);
      expect(wrong).toEqual([]);
    });

    it('is given outside the table to the sessions and services that a route is for', async () => {
      const routes = knownRoutes(actors.server.http).filter(({ pattern }) => !isApiPath(pattern));
      const wrong: string[] = [];
      const service = await makeServiceToken(actors.server);
      const effects = await findSideEffects(scene, [], async () => {
        for (const { method, pattern } of routes.filter(({ method }) =>
          /^(GET|POST|PUT|PATCH|DELETE)$/.test(method),
        )) {
          const target = pattern.replace(/:\w+/g, MISSING);
          const call = { method, target, body: method === 'GET' ? undefined : {} };
          const open = await ask(scene.origin, call);
          for (const actor of ACTORS) {
            const expected = expectedOutside(pattern, actor);
            // Living sessions do here what other tests have: change a password, set up a factor, sign out.
            if (!expected && FOR_SESSIONS.test(pattern)) continue;
            const { status } = await ask(scene.origin, { ...call, token: scene.tokens[actor] });
            count += 1;
            const may = expected ?? [open.status];
            if (!may.includes(status))
              wrong.push(`${method} ${pattern} by ${actor}: ${status} and not ${may}`);
          }
          const key = FOR_METRICS.test(pattern) ? METRICS_TOKEN : FOR_SERVICES.test(pattern) && service;
          if (!key) continue;
          const { status } = await ask(scene.origin, { ...call, token: key });
          if ([401, 403].includes(status)) wrong.push(`${method} ${pattern} by its service: ${status}`);
        }
      });
      faults.push(...wrong, ...effects);
      expect(faults).toEqual([]);
      keepResult('matrix', {
        on: engine,
        tried: `${count.toLocaleString('en')} cells: ${ACTORS.length} actors, ${endpoints.length} calls, ${routes.length} other routes`,
        outcome: 'all as declared; no refused call changed a table',
        control: 'without the check of admins and owners, strangers are seen to read (its own test)',
      });
    });
  });

  it('is seen to be open without its checks', async () => {
    const { location, remove } = await createTestLocation(engine);
    const unchecked = without([
      {
        file: 'server/src/core/access/access.ts',
        text: "const clientRole = clientId === actor.accountId ? 'contact' : (found.role ?? null);",
        instead: "const clientRole = 'contact';",
      },
      {
        file: 'server/src/core/access/guard.ts',
        text: "if (!actor?.isAdmin) throw new AppError('forbidden', 'Admins only.');",
        instead: '',
      },
    ]);
    const product = await startProduct({ ...databaseEnv(location), ...unchecked });
    const { origin } = product;
    const tokens = { visitor: undefined, client: '', stranger: '' };
    for (const name of ['client', 'stranger'] as const) {
      tokens[name] = await product.signUp(`${name}@client.example`);
      await product.call(tokens[name], api.getMe);
    }
    const database = openDatabase(location);
    const client = { id: MISSING, email: '', token: tokens.client, call: callOver(origin, tokens.client) };
    const own = await makeSubjects({ call: callOver(origin, undefined), db: database.db }, client);
    const scene = { origin, db: database.db, tokens, states: { own }, whenIdle: async () => {} };
    const wrong: string[] = [];
    for (const entry of endpoints.filter(([, { method }]) => method === 'GET')) {
      const actors = ['visitor', 'stranger'] as const;
      for (const cell of cellsOf(entry, 'refused', { actors, states: ['own'] })) {
        wrong.push(...(await tryCell(scene, cell)));
      }
    }
    await database.close();
    await product.stop();
    await remove();
    expect(wrong).toContain('getPortalProject by stranger, own: 200 and not 404 not_found');
    expect(wrong).toContain('listProjects by stranger, own: 200 and not 403 forbidden');
    expect(wrong.filter((each) => each.includes('by visitor'))).toEqual([]);
  });
});
