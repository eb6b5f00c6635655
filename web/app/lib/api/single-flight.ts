/**
 * Runs an operation once at a time: a second call with the same input joins the running one. Only
 * the latest start counts, so on, off and on again are three runs.
 */
export class SingleFlight<Input, Result> {
  #latest: { key: string; run: Promise<Result> } | undefined;

  /** The current run with the same input; undefined if there is none. */
  find(input: Input): Promise<Result> | undefined {
    return this.#latest?.key === keyOf(input) ? this.#latest.run : undefined;
  }

  /** Starts with this input, or joins the current run with it. */
  run(input: Input, start: () => Promise<Result>): Promise<Result> {
    const underWay = this.find(input);
    if (underWay) return underWay;
    const latest = { key: keyOf(input), run: start() };
    this.#latest = latest;
    const end = () => {
      if (this.#latest === latest) this.#latest = undefined;
    };
    latest.run.then(end, end);
    return latest.run;
  }
}

/** Distinguishes inputs; a file has no JSON, so its visible properties count. */
function keyOf(input: unknown): string {
  return JSON.stringify([input], (_, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
}
