import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { OpenDatabase } from './platform/db/open.ts';
import { type ControlReply, ControlSocket } from './platform/process/control-socket.ts';
import { type NextProcess, startNext, tellNext, whenReady } from './platform/process/next-process.ts';

/** How long calls, uploads and idle connections may go on beside the next process: longer than an idle one is kept. */
const DRAIN_MS = 120_000;

const requestSchema = z.object({
  command: z.literal('restart'),
  /** The program and its arguments. That of the running process unless given. */
  program: z.array(z.string()).min(1).optional(),
});

export type RestartRequest = z.infer<typeof requestSchema>;

/** Where the running product listens to commands. */
export function controlPath({ dataDir, port }: Pick<Config, 'dataDir' | 'port'>): string {
  return `${dataDir}/control-${port}.sock`;
}

export interface RestartDeps {
  config: Config;
  app: App;
  database: Pick<OpenDatabase, 'engine' | 'share'>;
  log: FastifyBaseLogger;
  /** Of this process. */
  env: NodeJS.ProcessEnv;
  /** Whether a supervisor takes the end of this process for the end of the product. */
  isServiceOfOneProcess: boolean;
  /** Resolves when this process has the mails and the jobs, too: before that it can't pass them on. */
  inCharge: Promise<void>;
  /** Ends this process in order, when it has nothing left to answer. */
  end(): Promise<void>;
}

/**
 * Restarts the product without a failed request: on a command, another process is started with the same listening socket. Once it
 * answers, this one leaves it everything but the calls under way. If it doesn't start, nothing has changed.
 */
export class Restart {
  readonly #deps: RestartDeps;
  readonly #control: ControlSocket;
  #isUnderWay = false;

  constructor(deps: RestartDeps) {
    this.#deps = deps;
    this.#control = new ControlSocket(controlPath(deps.config), (request) => this.#answer(request));
  }

  /** Begins to take commands; without a socket for them the product does all else. */
  async listen(): Promise<void> {
    await this.#control.open().catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, 'commands can’t reach this process: "restart" won’t work');
    });
  }

  close(): void {
    this.#control.close();
  }

  async #answer(request: unknown): Promise<ControlReply> {
    const { success, data } = requestSchema.safeParse(request);
    if (!success) return { ok: false, text: 'The running version doesn’t know this command.' };
    if (this.#isUnderWay) return { ok: false, text: 'Another restart is under way.' };
    if (this.#deps.isServiceOfOneProcess) {
      return {
        ok: false,
        text: 'systemd would end the service with its first process: it needs Type=notify (docs/runbook.md).',
      };
    }
    if (this.#deps.config.host === 'localhost') {
      return {
        ok: false,
        text: 'HOST=localhost listens at two addresses, and one can be passed on: set 127.0.0.1.',
      };
    }
    this.#isUnderWay = true;
    const { program = ownProgram() } = data;
    const { app, log, inCharge } = this.#deps;
    await inCharge;
    log.info({ program }, 'starting the next process');
    try {
      const next = startNext(app.http.server, program, this.#deps.env);
      await this.#standBy(next);
      this.#control.close();
      void this.#handOver(next);
      return {
        ok: true,
        text: `Process ${next.pid} has taken over; process ${process.pid} finishes what it answers.`,
      };
    } catch (error) {
      this.#isUnderWay = false;
      log.error({ err: error }, 'the next process did not start; this one goes on');
      const why = error instanceof Error ? error.message : String(error);
      return { ok: false, text: `The next process did not start; the running one goes on.\n${why}` };
    }
  }

  /** Shares the data with the next process from its start on: callers may reach it a moment before it says that it's ready. */
  async #standBy(next: NextProcess): Promise<void> {
    const { app, database } = this.#deps;
    const unshare = database.share();
    // A PostgreSQL tells it by itself.
    const unlisten =
      database.engine === 'sqlite' &&
      app.platform.events.listen((event) => tellNext(next, { kind: 'event', event }));
    try {
      await whenReady(next);
    } catch (error) {
      unshare();
      if (unlisten) unlisten();
      throw error;
    }
  }

  async #handOver(next: NextProcess): Promise<void> {
    const { app, log, end } = this.#deps;
    log.info({ next: next.pid }, 'another process has taken over: answering what is under way');
    await app.handOver(DRAIN_MS, () => tellNext(next, { kind: 'yours' }));
    tellNext(next, { kind: 'ended' });
    await end();
  }
}

function ownProgram(): string[] {
  return [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
}
