import { api, type EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import type { Db } from '../../server/src/platform/db/database.ts';
import { findUndocumented } from '../../server/test/harness/documented-replies.ts';
import type { Reply, TestUser } from '../../server/test/harness/test-app.ts';
import { dumpTables, findChanged, listTables } from '../../server/test/harness/whole-database.ts';
import { type Subjects, sampleCalls } from '../../server/test/samples/all-samples.ts';
import { type SampleCall, targetOf } from '../../server/test/samples/noun-samples.ts';
import type { ActorName } from './actors.ts';
import { type Answer, ask } from './ask.ts';
import { describeOutcome, expectedRefusal, type State } from './declared-access.ts';

export const endpoints = Object.entries(api) as [EndpointName, Endpoint][];

/** A product with actors in front of it, and what they call about. */
export interface MatrixScene {
  origin: string;
  db: Db;
  tokens: Readonly<Partial<Record<ActorName, string | undefined>>>;
  states: Readonly<Partial<Record<State, Subjects>>>;
  /** Resolves when what follows the replies is done. */
  whenIdle(): Promise<void>;
}

/** One cell of the matrix. */
export interface Cell {
  name: EndpointName;
  endpoint: Endpoint;
  actor: ActorName;
  state: State;
}

/** The cells of an endpoint that the table of endpoints refuses, or those that it answers. */
export function cellsOf(
  [name, endpoint]: [EndpointName, Endpoint],
  outcome: 'refused' | 'answered',
  { actors, states }: { actors: readonly ActorName[]; states: readonly State[] },
): Cell[] {
  return actors
    .flatMap((actor) => states.map((state) => ({ name, endpoint, actor, state })))
    .filter((cell) => (refusalOf(cell) === undefined) === (outcome === 'answered') && !isSelf(cell));
}

const refusalOf = ({ name, endpoint, actor, state }: Cell) => expectedRefusal(name, endpoint, actor, state);

/** The deletion of an actor's account would end the matrix for it: a test of its own has it. */
const isSelf = (cell: Cell) => cell.name === 'deleteMyAccount' && refusalOf(cell) === undefined;

/** Calls a product in a process of its own, for what prepares subjects. */
export function callOver(origin: string, token: string | undefined): TestUser['call'] {
  return async (endpoint, input = {}) => {
    const { body, ...address }: SampleCall = input;
    const target = targetOf(endpoint, address);
    return (await ask(origin, { method: endpoint.method, target, token, body })) as Reply<typeof endpoint>;
  };
}

/** Makes the call of a cell. @returns what is wrong with the reply; nothing where it is as declared */
export async function tryCell(scene: MatrixScene, cell: Cell, subjects?: Subjects): Promise<string[]> {
  const { name, endpoint, actor, state } = cell;
  const about = subjects ?? scene.states[state];
  if (!about) throw new Error(`There is nothing ${state} to call about`);
  const sample = sampleCalls[name](about);
  const call = { method: endpoint.method, target: targetOf(endpoint, sample), body: sample.body };
  const reply = await ask(scene.origin, { ...call, token: scene.tokens[actor] });
  const where = `${name} by ${actor}, ${state}`;
  const declared = describeOutcome(endpoint, refusalOf(cell));
  const wrong = outcomeOf(reply) === declared ? [] : [`${where}: ${outcomeOf(reply)} and not ${declared}`];
  if (!endpoint.isStream || reply.status !== 200) {
    for (const each of findUndocumented(name, reply)) wrong.push(`${where}: ${each}`);
  }
  const sees = JSON.stringify(reply.body ?? '');
  // What is nobody else's business is in no reply to a stranger: not in one that is answered either.
  const isStranger = OTHERS.has(actor) && !WITH_SECRET.has(name);
  if (isStranger && (sees.includes(about.projectId) || sees.includes(about.milestoneId))) {
    wrong.push(`${where}: the reply has what belongs to another client`);
  }
  return wrong;
}

/** Answered to who has the secret of a link. */
const WITH_SECRET: ReadonlySet<EndpointName> = new Set(['findDecision', 'decide']);

const OTHERS: ReadonlySet<ActorName> = new Set(['stranger', 'long signed in', 'demoted admin']);

function outcomeOf({ status, body }: Answer): string {
  const code = (body as { code?: string } | undefined)?.code;
  return code && status >= 400 ? `${status} ${code}` : `${status}`;
}

/**
 * An admin's call is noted before it is done, also one that the state of things then refuses. A project that is gone is
 * refused before: nobody has access to it.
 */
function isNoted({ endpoint: { audit, access }, actor, state }: Cell): boolean {
  const isGone = state === 'missing' || state === 'deleted';
  return audit !== undefined && actor === 'admin' && !(access === 'project' && isGone);
}

/** Does refused calls. @returns what else changed: tables, and notes of admin calls that are missing or too many */
export async function findSideEffects(
  { db, whenIdle }: MatrixScene,
  cells: readonly Cell[],
  work: () => Promise<void>,
): Promise<string[]> {
  const tables = (await listTables(db)).filter((name) => name !== 'admin_actions');
  const look = async () => {
    await whenIdle();
    const { rows } = await db
      .selectFrom('admin_actions')
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow();
    return { dump: await dumpTables(db, tables), noted: Number(rows) };
  };
  const before = await look();
  await work();
  const after = await look();
  const changed = findChanged(before.dump, after.dump).map((table) => `${table} has changed`);
  const due = cells.filter(isNoted).length;
  const noted = after.noted - before.noted;
  return noted === due ? changed : [...changed, `${noted} calls are noted and not ${due}`];
}
