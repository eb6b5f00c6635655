import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { sampleEnquiry } from '../samples/enquiries.ts';
import { formWith } from '../samples/files.ts';
import { sampleBrief } from '../samples/projects.ts';
import { databaseEnv } from './child.ts';
import { createTestLocation } from './database.ts';
import type { RunningProduct } from './running-product.ts';

const ADA = 'ada@client.example';
const OWNER = 'owner@studio.example';
const SETTINGS = { NODE_ENV: 'test', AUTH_AUTOCONFIRM: 'on', OWNER_EMAIL: OWNER };

/** An empty installation of the product: a data folder and a database. */
export async function createInstallation(engine: Engine) {
  const { location, remove } = await createTestLocation(engine, 'empty');
  const folder = mkdtempSync(`${tmpdir()}/atelier-installation-`);
  const env: Record<string, string> = { ...SETTINGS, DATA_DIR: folder, ...databaseEnv(location) };
  const lines: string[] = [];
  return {
    location,
    env,
    lines,
    dataDir: env.DATA_DIR ?? '',
    studio: async (...args: string[]) => {
      lines.length = 0;
      return runCommand(args, env, (line) => lines.push(line));
    },
    async [Symbol.asyncDispose]() {
      await remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Installation = Awaited<ReturnType<typeof createInstallation>>;

/** A client with a project, a message and a file, and one enquiry. */
export async function fillProduct(product: RunningProduct) {
  await product.signUp(OWNER);
  const token = await product.signUp(ADA);
  const { id } = (await product.call(token, api.submitOnboarding, { body: { final: sampleBrief } })).body;
  await product.call(token, api.sendMessage, {
    params: { id },
    body: { body: 'Grüße – 你好 🙂 \\ "quoted"' },
  });
  await product.call(token, api.sendFile, { params: { id }, body: formWith('brief.txt', 'What we want.') });
  await product.call('', api.createEnquiry, { body: sampleEnquiry });
  return { id, token };
}

/** Everything the client and the studio see, including the bytes of the file. */
export async function readProduct(product: RunningProduct, id: string) {
  const [token, owner] = [await product.signIn(ADA), await product.signIn(OWNER)];
  const params = { id };
  const { items } = (await product.call(token, api.listFiles, { params })).body;
  const thread = (await product.call(token, api.listMessages, { params })).body;
  const file = await fetch(items[0]?.url.replace(/^https?:\/\/[^/]+/, product.origin) ?? '');
  return {
    project: (await product.call(token, api.getPortalProject, { params })).body.project,
    // How long a message can be changed depends on when it is read.
    messages: thread.items.map(({ changeableSeconds: _, ...rest }) => rest),
    milestones: (await product.call(owner, api.listMilestonesAsStudio, { params })).body.items,
    activity: (await product.call(token, api.listActivity, { params })).body.items,
    enquiries: (await product.call(owner, api.listEnquiries)).body.items,
    files: items.map(({ url: _, ...rest }) => rest),
    bytes: await file.text(),
  };
}

export type ProductContents = Awaited<ReturnType<typeof readProduct>>;
