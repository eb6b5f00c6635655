import type { CaseResult } from '@atelier/content/cases.ts';

/** What changed: each number as it is now, and as it was. */
export function CaseResults({ results }: { results: readonly CaseResult[] }) {
  return (
    <section aria-labelledby="results" className="mt-10 sm:mt-14">
      <h2 id="results" className="sr-only">
        What changed
      </h2>
      <dl className="grid gap-x-8 gap-y-8 sm:grid-cols-3">
        {results.map(({ label, before, after }) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-2 border-t-2 border-ink pt-4">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd>
              <span className="block font-display text-4xl font-bold tracking-[-0.05em] tabular-nums">
                {after}
              </span>
              <span className="mt-2 block text-ink-soft">was {before}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
