import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';

/** None of our code computes for this long: a stall is a bug or an attack. */
const STALL_MS = 1_000;
const LOOK_MS = 250;

/** Counts and logs each stall of the event loop: callers get no answer meanwhile. */
export function watchStalls(app: FastifyInstance, registry: Registry, stallMs = STALL_MS): void {
  const stalls = new Counter({
    name: 'event_loop_stalls_total',
    help: `Times that the event loop stood still for ${stallMs} ms or longer`,
    registers: [registry],
  });
  let seen = performance.now();
  const timer = setInterval(() => {
    const ms = performance.now() - seen - LOOK_MS;
    seen = performance.now();
    if (ms < stallMs) return;
    stalls.inc();
    app.log.warn({ ms: Math.round(ms) }, 'the event loop stood still');
  }, LOOK_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
