import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import { expect } from 'vitest';
import type { Db, Engine } from '../../server/src/platform/db/database.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { databaseEnv, startNode } from '../../server/test/harness/child.ts';
import { createTestLocation } from '../../server/test/harness/database.ts';
import { type RunningProduct, startProduct } from '../../server/test/harness/running-product.ts';
import { type AuthBody, PASSWORD } from '../../server/test/harness/sign-in.ts';
import { sampleBrief } from '../../server/test/samples/projects.ts';
import { type Answer, ask } from './ask.ts';
import { createMovedClock, type MovedClock } from './moved-clock.ts';
import { type Change, without } from './without.ts';

/** Processes that look for due jobs every so many milliseconds. */
export const lookingEvery = (milliseconds: number): Change => ({
  file: 'server/src/platform/jobs/job-runner.ts',
  text: 'const LOOK_MS = 30_000;',
  instead: `const LOOK_MS = ${milliseconds};`,
});

/** Processes in which nothing happens by itself while the clock is wrong: what a wrong clock has deleted or mailed is done. */
export const atRest: readonly Change[] = [
  // As long as a timer can be.
  lookingEvery(2_000_000_000),
  {
    file: 'server/src/features/notifications/portal-notifications.ts',
    text: '}, seconds * 1000).unref();',
    instead: '}, 2_000_000_000).unref();',
  },
];

interface AuthCall {
  method?: 'GET' | 'POST' | 'PUT';
  token?: string;
  body?: unknown;
}

interface AuthAnswer {
  status: number;
  body: AuthBody & { error_code?: string };
}

/** A client's project, with the client's token of the beginning. */
interface ClockProject {
  id: string;
  token: string;
}

interface KeptMail {
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** A product whose clock stands until a proof moves it: one process on SQLite, two on PostgreSQL, which answer in turn. */
export interface ClockStudio extends AsyncDisposable {
  clock: MovedClock;
  db: Db;
  /** Where a process answers. */
  origin: string;
  /** Calls the API of the processes in turn, as a visitor where the token is empty. */
  call: RunningProduct['call'];
  /** Calls the provider. */
  auth(path: string, call?: AuthCall): Promise<AuthAnswer>;
  get(target: string, token?: string): Promise<Answer>;
  /** As a browser. */
  fetch: typeof fetch;
  /**
   * Whether the clock has been set back: a limit that processes share then counts as just used up, and its first call may be
   * refused. It's made again a moment later.
   */
  isSetBack: boolean;
  /** Calls that were refused so. */
  limited: number;
  /** Makes an account. @returns its first session */
  signUp(): Promise<AuthBody>;
  signIn(email: string): Promise<AuthBody>;
  signInOwner(): Promise<AuthBody>;
  addProject(): Promise<ClockProject>;
  /** A token for a program, for so many days from now. */
  makeServiceToken(days: number): Promise<string>;
  /** The mails that have come. */
  listMails(): KeptMail[];
}

interface Settings {
  at: string;
  changes?: readonly Change[];
  env?: Record<string, string>;
  /** Whether it makes backups by itself. */
  hasBackups?: boolean;
}

const OWNER = 'owner@studio.example';

export async function startClockStudio(
  engine: Engine,
  { at, changes = [], env = {}, hasBackups = false }: Settings,
): Promise<ClockStudio> {
  const { location, remove } = await createTestLocation(engine);
  const folder = mkdtempSync(`${tmpdir()}/atelier-clock-studio-`);
  if (hasBackups) mkdirSync(`${folder}/backups`);
  const clock = createMovedClock(new Date(at));
  const settings: Record<string, string> = {
    DATA_DIR: `${folder}/data`,
    ...databaseEnv(location),
    ...(hasBackups ? { BACKUP_TO: `${folder}/backups` } : {}),
    LOG_LEVEL: 'fatal',
    ...clock.env,
    ...env,
    ...without([...clock.changes, ...changes]),
  };
  const count = engine === 'postgres' ? 2 : 1;
  const products = await Promise.all(Array.from({ length: count }, () => startProduct(settings)));
  const database = openDatabase(location);
  const mailbox = `${settings.DATA_DIR}/mailbox`;
  let turns = 0;
  let people = 0;
  const serviceTokens = new Map<string, Promise<string>>();
  const one = () => products[turns++ % products.length] as RunningProduct;

  const again = async <Reply extends { status: number }>(send: () => Promise<Reply>): Promise<Reply> => {
    const reply = await send();
    if (!studio.isSetBack || reply.status !== 429) return reply;
    // Longer than one call of any limit takes to be paid for, with limits as wide as these.
    clock.step(0.05);
    const second = await send();
    if (second.status !== 429) studio.limited += 1;
    return second;
  };
  const enter = async (path: string, email: string): Promise<AuthBody> => {
    const { status, body } = await studio.auth(path, { body: { email, password: PASSWORD } });
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const runStudio = async (args: string[]) => {
    // Its address, which is in the token, as that of the product.
    const child = startNode(['server/src/cli/studio.ts', ...args], { PORT: '0', ...settings });
    const { code, output } = await child.ended;
    expect(code, output).toBe(0);
    return output.trim().split('\n').at(-1) ?? '';
  };

  const studio: ClockStudio = {
    clock,
    db: database.db,
    origin: one().origin,
    isSetBack: false,
    limited: 0,
    call: (token, endpoint, input) => again(() => one().call(token, endpoint, input)),
    async auth(path, { method = 'POST', token, body } = {}) {
      const target = `/auth/v1${path}`;
      const reply = await again(() => ask(one().origin, { method, target, token, body }));
      return { status: reply.status, body: reply.body as AuthAnswer['body'] };
    },
    get: (target, token) => again(() => ask(one().origin, { method: 'GET', target, token })),
    fetch: (...asked) => again(() => fetch(...asked)),
    signUp: () => enter('/signup', `person-${people++}@client.example`),
    signIn: (email) => enter('/token?grant_type=password', email),
    signInOwner: () => studio.signIn(OWNER),
    async addProject() {
      const { access_token: token } = await studio.signUp();
      const { body } = await studio.call(token, api.submitOnboarding, { body: { final: sampleBrief } });
      return { id: body.id, token };
    },
    makeServiceToken(days) {
      const key = `${days} ${clock.now().toISOString()}`;
      const made = serviceTokens.get(key) ?? runStudio(['service-token', String(days)]);
      serviceTokens.set(key, made);
      return made;
    },
    listMails() {
      const names = existsSync(mailbox) ? readdirSync(mailbox) : [];
      const mails = names.filter((name) => name.endsWith('.json')).sort();
      return mails.map((id) => ({ id, ...JSON.parse(readFileSync(`${mailbox}/${id}`, 'utf8')) }) as KeptMail);
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      for (const { stop } of products) await stop();
      await remove();
      clock[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await enter('/signup', OWNER);
  return studio;
}
