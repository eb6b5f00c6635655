import { Histogram, Registry } from 'prom-client';

/** What a reply is counted under. */
export interface ReplyLabels {
  method: string;
  /** The route's pattern, never the address: ids would make a series each. */
  route: string;
  status: number;
}

/** How long replies take. */
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

  observe({ method, route, status }: ReplyLabels, milliseconds: number): void {
    this.#seconds.observe({ method, route, status }, milliseconds / 1_000);
  }
}
