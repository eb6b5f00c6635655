import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { studio } from '@atelier/content/studio.ts';
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts';

/** Generous, for a busy machine: the product usually takes some two seconds. */
const READY_WITHIN_MS = 180_000;

const root = path.resolve(import.meta.dirname, '../..');

/** The built product, running with its own process, data folder, port and mail server. */
export interface Product {
  origin: string;
  ownerEmail: string;
  /** Its data folder, deleted when it stops. */
  dataDir: string;
  mail: SmtpSink;
  /** Runs `npm run studio -- …` with the product's settings. @returns what it printed */
  studio(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** A port that nothing has. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

/** Resolves when the product is ready; rejects with its output when it exits first or takes too long. */
async function untilReady(child: ChildProcess, origin: string, output: () => string): Promise<void> {
  const latest = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(READY_WITHIN_MS) }).catch(
      () => undefined,
    );
    if (answer?.ok) return;
    if (hasEnded(child)) {
      throw new Error(`The product ended with code ${child.exitCode} before it was ready:\n${output()}`);
    }
    if (Date.now() > latest) throw new Error(`The product does not become ready:\n${output()}`);
    await setTimeout(100);
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Starts the product; `settings` are environment variables that override a journey's defaults. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const mail = await startSmtpSink();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'atelier-e2e-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const ownerEmail = 'owner@studio.example';
  const lines: string[] = [];
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    MAIL_FROM: `${studio.name} <${studio.email}>`,
    OWNER_EMAIL: ownerEmail,
    RATE_LIMIT_SCALE: '1000',
    // Small enough for a journey to exceed.
    UPLOAD_MAX_MB: '1',
    PROJECT_FILES_MAX_MB: '2',
    ...settings,
  };
  const child = spawn(process.execPath, [path.join(root, 'server/build/main.cjs')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => lines.push(text));
  }
  // In case the test process ends first.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async (signal: NodeJS.Signals) => {
    process.off('exit', kill);
    const exited = hasEnded(child) ? Promise.resolve() : once(child, 'exit');
    child.kill(signal);
    await exited;
    await mail.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(child, origin, () => lines.join(''));
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }
  return {
    origin,
    ownerEmail,
    dataDir,
    mail,
    studio: async (...args) => {
      const command = [path.join(root, 'server/build/studio.cjs'), ...args];
      const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env });
      return stdout.trim();
    },
    stop: () => stop('SIGTERM'),
  };
}
