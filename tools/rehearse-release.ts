import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SteadyCalls } from './release/steady-calls.ts';
import { type RunningRelease, UnpackedRelease } from './release/unpacked.ts';

/** A step of a rehearsal that went well. */
export interface RehearsedStep {
  title: string;
  milliseconds: number;
}

const OWNER = { email: 'owner@studio.example', password: 'seven grey herons at noon' };
const ENQUIRY = { name: 'Ada', email: 'ada@client.example', message: 'A new site for the bakery, please.' };

/**
 * Does what an owner does with an archive on a new machine and on the next one: unpack, start, become the owner, get an enquiry,
 * doctor, back up, restore elsewhere, start there, read the enquiry.
 * @throws when a step fails
 */
export async function rehearse(archive: string): Promise<RehearsedStep[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-rehearsal-'));
  const { steps, step } = recordSteps();
  const [home, elsewhere, backups] = [
    join(folder, 'home'),
    join(folder, 'elsewhere'),
    join(folder, 'backups'),
  ];
  try {
    const release = await step('unpack', () => new UnpackedRelease(archive, folder));
    const command = (at: string, ...args: readonly string[]) => {
      const { status, output } = release.run(at, ...args);
      if (status !== 0) throw new Error(`studio ${args.join(' ')} ended with ${status}:\n${output}`);
    };
    const first = await step('first start', () => release.start(home, { OWNER_EMAIL: OWNER.email }));
    try {
      const token = await step('become the owner', () => first.signUp(OWNER.email, OWNER.password));
      await step('get an enquiry', () => first.call('/api/contact/create', ENQUIRY));
      await step('read the inbox', () => readInbox(first, token));
      await step('doctor', () => command(home, 'doctor'));
      await step('back up while running', () => command(home, 'backup', backups));
    } finally {
      await step('stop', () => first.stop());
    }
    const [backup = ''] = readdirSync(backups);
    await step('restore elsewhere', () => command(elsewhere, 'restore', join(backups, backup)));
    const second = await step('start there', () => release.start(elsewhere));
    try {
      const token = await step('sign in there', () => second.signIn(OWNER.email, OWNER.password));
      await step('read the inbox there', () => readInbox(second, token));
    } finally {
      await second.stop();
    }
    return steps;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function recordSteps() {
  const steps: RehearsedStep[] = [];
  async function step<T>(title: string, run: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await run();
    steps.push({ title, milliseconds: Math.round(performance.now() - start) });
    return result;
  }
  return { steps, step };
}

/**
 * Upgrades from one archive to the next as an owner does, while calls go on: start the old version, back up, unpack
 * the next one beside it, `studio restart` of that. No call may fail, and everything acknowledged has to be in the inbox once.
 * @throws when a step or a call fails
 */
export async function rehearseUpgrade(archive: string, next: string): Promise<RehearsedStep[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-upgrade-'));
  const { steps, step } = recordSteps();
  const home = join(folder, 'home');
  mkdirSync(home);
  // Commands have to look for the same port. Many calls come from one address.
  writeFileSync(join(home, '.env'), 'PORT=0\nRATE_LIMIT_SCALE=10000\n');
  let upgraded: number | undefined;
  const old = new UnpackedRelease(archive, join(folder, 'old'));
  const running = await step('start the old version', () => old.start(home, { OWNER_EMAIL: OWNER.email }));
  try {
    const token = await running.signUp(OWNER.email, OWNER.password);
    const calls = new SteadyCalls(running.origin);
    try {
      await calls.answerMore(50);
      await step('back up', () => old.runBeside(home, 'backup', join(folder, 'backups')));
      const release = await step(
        'unpack the next one beside',
        () => new UnpackedRelease(next, join(folder, 'next')),
      );
      const reply = await step('restart with the next one', () => release.runBeside(home, 'restart'));
      upgraded = Number(/^Process (\d+) has taken over/m.exec(reply)?.[1]);
      await calls.answerMore(100);
    } finally {
      await calls.end();
    }
    if (calls.failures.length > 0) throw new Error(`Calls failed:\n${calls.failures.join('\n')}`);
    await step('the old process ends', () => running.ended);
    const { acknowledged, answered } = calls;
    await step(`find ${acknowledged.length} acknowledged enquiries, among ${answered} calls`, async () => {
      const inbox = await (await running.call('/api/contact/export', undefined, token)).text();
      const wrong = acknowledged.filter((message) => inbox.split(message).length !== 2);
      if (wrong.length > 0) throw new Error(`Lost or doubled: ${wrong.join(', ')}`);
    });
    return steps;
  } finally {
    await running.endBoth(upgraded);
    rmSync(folder, { recursive: true });
  }
}

async function readInbox(product: RunningRelease, token: string): Promise<void> {
  const inbox = await product.call('/api/contact/contacts', undefined, token);
  if (!(await inbox.text()).includes(ENQUIRY.message)) throw new Error('The enquiry isn’t in the inbox');
}

if (import.meta.main) {
  const [archive, next] = process.argv.slice(2);
  if (!archive) {
    throw new Error(
      'Name the archive, or the old one and the next: node tools/rehearse-release.ts release/atelier-….tar.gz',
    );
  }
  for (const { title, milliseconds } of await (next ? rehearseUpgrade(archive, next) : rehearse(archive)))
    console.log(`${String(milliseconds).padStart(6)} ms  ${title}`);
}
