import { Gauge, Histogram, Registry } from 'prom-client';
import { requestsUnderWay } from './connections.ts';

/** What a reply is counted under. */
export interface ReplyLabels {
  method: string;
  /** The route's pattern, never the address: ids would make a series each. */
  route: string;
  status: number;
}

/** Callers choose the method: others than these share a series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What a number says; one with a label has a series for each value of that. */
type Meaning = string | { help: string; label: string };
/** Undefined where there's nothing to say; of one with a label, the number of each value of that. */
type Value = number | undefined | ReadonlyMap<string, number>;

/** How long a scrape waits for numbers that have to be read; what is late is missing from it. */
const READ_WITHIN_MS = 3_000;

/** The numbers of a running product. */
export class HttpMetrics {
  /** Everything that /metrics shows. */
  readonly registry = new Registry();
  readonly #seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to reply, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  readonly #unread = new Gauge({
    name: 'metrics_unread',
    help: 'Groups of numbers that could not be read for this scrape and are missing from it',
    registers: [this.registry],
  });
  readonly #reads: (() => Promise<boolean>)[] = [];
  #shown: Promise<string> | undefined;

  constructor() {
    new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests under way, those of streams included',
      registers: [this.registry],
      collect() {
        this.set(requestsUnderWay());
      },
    });
  }

  observe({ method, route, status }: ReplyLabels, milliseconds: number): void {
    const known = METHODS.has(method) ? method : 'OTHER';
    this.#seconds.observe({ method: known, route, status }, milliseconds / 1_000);
  }

  /** Has numbers read for each scrape, as from the database. Where that fails or hangs, a scrape has all others. */
  readForScrape<Name extends string>(
    meanings: Readonly<Record<Name, Meaning>>,
    read: () => Promise<Readonly<Record<Name, Value>>>,
  ): void {
    const names = Object.keys(meanings) as Name[];
    const write = new Map(names.map((name) => [name, this.#createGauge(name, meanings[name])]));
    let running: Promise<Readonly<Record<Name, Value>>> | undefined;
    this.#reads.push(async () => {
      running ??= Promise.resolve()
        .then(read)
        .finally(() => {
          running = undefined;
        });
      const values = await within(READ_WITHIN_MS, running);
      for (const [name, set] of write) set(values?.[name]);
      return values !== undefined;
    });
  }

  #createGauge(name: string, meaning: Meaning): (value: Value) => void {
    const registers = [this.registry];
    if (typeof meaning === 'string') {
      const gauge = new Gauge({ name, help: meaning, registers });
      return (value) => (typeof value === 'number' ? gauge.set(value) : gauge.remove());
    }
    const { help, label } = meaning;
    const gauge = new Gauge({ name, help, labelNames: [label], registers });
    return (value) => {
      gauge.reset();
      if (typeof value !== 'object') return;
      for (const [each, number] of value) gauge.set({ [label]: each }, number);
    };
  }

  /** Everything in the text form of Prometheus. Scrapes at the same time share one. */
  show(): Promise<string> {
    this.#shown ??= this.#show().finally(() => {
      this.#shown = undefined;
    });
    return this.#shown;
  }

  async #show(): Promise<string> {
    const results = await Promise.all(this.#reads.map((read) => read()));
    this.#unread.set(results.filter((isRead) => !isRead).length);
    return this.registry.metrics();
  }
}

/** What `work` ends with in time; undefined where it fails or is late. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms, undefined);
  const ended = work.catch(() => undefined);
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
}
