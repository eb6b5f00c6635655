import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const steps: RehearsedStep[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'atelier-rehearsal-'));
  async function step<T>(title: string, run: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await run();
    steps.push({ title, milliseconds: Math.round(performance.now() - start) });
    return result;
  }
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

async function readInbox(product: RunningRelease, token: string): Promise<void> {
  const inbox = await product.call('/api/contact/contacts', undefined, token);
  if (!(await inbox.text()).includes(ENQUIRY.message)) throw new Error('The enquiry isn’t in the inbox');
}

if (import.meta.main) {
  const [archive] = process.argv.slice(2);
  if (!archive) throw new Error('Name the archive: node tools/rehearse-release.ts release/atelier-….tar.gz');
  for (const { title, milliseconds } of await rehearse(archive))
    console.log(`${String(milliseconds).padStart(6)} ms  ${title}`);
}
