import type { Finding } from '@atelier/domain/health/rules.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import { type Check, type Result, runChecks } from './checks.ts';

/** How long findings are shown again to a page that opens, in seconds. */
const KEPT_SECONDS = 30;
/** The same for a page that asks for new ones. */
const REFRESHED_SECONDS = 5;
const CHECK_WITHIN_MS = 8_000;

export interface Checked {
  /** In the form of `isoNow`. */
  checkedAt: string;
  findings: Finding[];
}

export interface HealthServiceOptions {
  clock: Clock;
  checks: readonly Check[];
  /** How long to wait for a check. */
  withinMs?: number;
}

/**
 * Runs the checks of a running product, however often they are asked for, at most every five seconds and each once at a
 * time: they use the disk, the database and other machines.
 */
export class HealthService {
  readonly #clock: Clock;
  readonly #checks: readonly Check[];
  readonly #withinMs: number;
  #last: { at: number; checked: Promise<Checked> } | undefined;

  constructor({ clock, checks, withinMs = CHECK_WITHIN_MS }: HealthServiceOptions) {
    this.#clock = clock;
    this.#withinMs = withinMs;
    this.#checks = checks.map(shareRun);
  }

  check({ isRefresh }: { isRefresh: boolean }): Promise<Checked> {
    const now = this.#clock.elapsed();
    const kept = isRefresh ? REFRESHED_SECONDS : KEPT_SECONDS;
    if (!this.#last || now - this.#last.at >= kept) {
      this.#last = { at: now, checked: this.#run() };
    }
    return this.#last.checked;
  }

  async #run(): Promise<Checked> {
    const findings = await runChecks(this.#checks, this.#withinMs);
    return { checkedAt: isoNow(this.#clock), findings };
  }
}

/** A check that hangs is waited for again, never begun beside itself. */
function shareRun({ id, run }: Check): Check {
  let running: Promise<Result> | undefined;
  return {
    id,
    run: () => {
      running ??= Promise.resolve()
        .then(run)
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };
}
