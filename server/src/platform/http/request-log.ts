import type { FastifyBaseLogger } from 'fastify';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];

/** A log that names its request. It's made when it first writes, which most requests never need. */
export class RequestLog implements FastifyBaseLogger {
  readonly #log: FastifyBaseLogger;
  readonly #bindings: Bindings;
  #named: FastifyBaseLogger | undefined;

  constructor(log: FastifyBaseLogger, bindings: Bindings) {
    this.#log = log;
    this.#bindings = bindings;
  }

  get level() {
    return this.#log.level;
  }

  trace(...entry: unknown[]): void {
    this.#write('trace', entry);
  }

  debug(...entry: unknown[]): void {
    this.#write('debug', entry);
  }

  info(...entry: unknown[]): void {
    this.#write('info', entry);
  }

  warn(...entry: unknown[]): void {
    this.#write('warn', entry);
  }

  error(...entry: unknown[]): void {
    this.#write('error', entry);
  }

  fatal(...entry: unknown[]): void {
    this.#write('fatal', entry);
  }

  silent(): void {}

  child(...options: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own().child(...options);
  }

  #write(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', entry: unknown[]): void {
    const log = this.#own();
    Reflect.apply(log[level], log, entry);
  }

  #own(): FastifyBaseLogger {
    this.#named ??= this.#log.child(this.#bindings);
    return this.#named;
  }
}
