import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** A release where there is nothing but the system's own programs and Node: no npm, no packages in a folder above. */
export class UnpackedRelease {
  readonly folder: string;
  readonly #path: string;

  /** Unpacks an archive in an empty folder. @throws when it can't be unpacked */
  constructor(archive: string, folder: string) {
    const programs = join(folder, 'programs');
    mkdirSync(programs, { recursive: true });
    symlinkSync(process.execPath, join(programs, 'node'));
    const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${archive} can’t be unpacked: ${stderr}`);
    const name = readdirSync(folder).find((entry) => entry.startsWith('atelier-')) ?? '';
    this.folder = join(folder, name);
    this.#path = `${programs}:/usr/bin:/bin`;
  }

  /** Runs `studio` in a home of settings and data until it ends. */
  run(home: string, ...args: readonly string[]): { status: number | null; output: string } {
    mkdirSync(home, { recursive: true });
    const { status, stdout, stderr } = spawnSync(join(this.folder, 'studio'), args, {
      cwd: home,
      env: { PATH: this.#path },
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  /** The same, while this process goes on. @throws with what it printed when it fails */
  async runBeside(home: string, ...args: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const options = { cwd: home, env: { PATH: this.#path } };
      execFile(join(this.folder, 'studio'), args, options, (error, stdout, stderr) => {
        if (error) reject(new Error(`studio ${args.join(' ')} failed:\n${stdout}${stderr}`));
        else resolve(stdout);
      });
    });
  }

  /** Starts the product in a home, on a free port. @throws with what it printed when it ends instead */
  async start(home: string, settings: Readonly<Record<string, string>> = {}): Promise<RunningRelease> {
    mkdirSync(home, { recursive: true });
    const child = spawn(join(this.folder, 'studio'), ['start'], {
      cwd: home,
      env: { PATH: this.#path, PORT: '0', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    child.stderr.on('data', (bytes: Buffer) => output.push(bytes.toString()));
    for await (const line of createInterface({ input: child.stdout })) {
      output.push(line);
      const port = /\(port (\d+)\)/.exec(line)?.[1];
      if (port) return new RunningRelease(child, `http://127.0.0.1:${port}`, home);
    }
    throw new Error(`The product ended:\n${output.join('\n')}`);
  }
}

/** A started product. */
export class RunningRelease {
  readonly #child: ChildProcess;
  readonly origin: string;
  /** The status that it ended with. */
  readonly ended: Promise<number | null>;
  /** Resolves when nothing writes to its output any more: neither it nor what has taken over from it. */
  readonly #closed: Promise<unknown>;
  readonly #home: string;

  constructor(child: ChildProcess, origin: string, home: string) {
    this.#child = child;
    this.origin = origin;
    this.ended = once(child, 'exit').then(([status]) => status);
    this.#closed = once(child, 'close');
    this.#home = home;
    child.stdout?.resume();
  }

  /** @throws for a reply that is no success */
  async call(path: string, body?: object, token?: string): Promise<Response> {
    const reply = await fetch(`${this.origin}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        // A kept one would keep a process that another has taken over from.
        connection: 'close',
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply;
  }

  /** Signs an account up and confirms it with the code of the email, which is kept as a file. @returns its token */
  async signUp(email: string, password: string): Promise<string> {
    await this.call('/auth/v1/signup', { email, password });
    const token = /^Code: (\d+)$/m.exec(await this.#nextMail())?.[1];
    const session = await this.call('/auth/v1/verify', { type: 'signup', email, token });
    return (await session.json()).access_token;
  }

  async signIn(email: string, password: string): Promise<string> {
    const session = await this.call('/auth/v1/token?grant_type=password', { email, password });
    return (await session.json()).access_token;
  }

  async #nextMail(): Promise<string> {
    const mailbox = join(this.#home, 'data/mailbox');
    for (;;) {
      const mail = findFirst(mailbox, '.json');
      if (mail) return JSON.parse(readFileSync(mail, 'utf8')).text;
      await pause(20);
    }
  }

  /** Ends it, and the process that has taken over from it. */
  async endBoth(next: number | undefined): Promise<void> {
    this.#child.kill('SIGTERM');
    if (next) process.kill(next, 'SIGTERM');
    await this.#closed;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    const status = await this.ended;
    if (status !== 0) throw new Error(`The product ended with ${status}`);
  }
}

function findFirst(folder: string, ending: string): string | undefined {
  try {
    const name = readdirSync(folder).find((entry) => entry.endsWith(ending));
    return name && join(folder, name);
  } catch {
    return undefined;
  }
}
