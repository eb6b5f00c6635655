/**
 * Work in one run at a time. Who wakes it during a run has it run once more, so that nothing which came meanwhile waits for the
 * next call.
 */
export class WokenWork {
  readonly #run: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #isWoken = false;

  /** @param onError gets what a run throws, and throws nothing itself */
  constructor(run: () => Promise<void>, onError: (error: unknown) => void) {
    this.#run = run;
    this.#onError = onError;
  }

  /** Begins a run, or has the one under way followed by another. */
  wake(): void {
    this.#isWoken = true;
    this.#running ??= this.#runUntilIdle();
  }

  /** Resolves when no run is under way. */
  async whenIdle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #runUntilIdle(): Promise<void> {
    while (this.#isWoken) {
      this.#isWoken = false;
      await this.#run().catch(this.#onError);
    }
    // In the same step as the last look: a call between the two would be lost.
    this.#running = undefined;
  }
}
