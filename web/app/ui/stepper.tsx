import { clsx } from 'clsx';
import { Check } from 'lucide-react';

/**
 * The steps of a task and the current one. From a tablet on all are named; on a phone only the current
 * one, with a bar. Steps up to `reached` can be opened.
 */
export function Stepper({
  label,
  steps,
  current,
  reached = current,
  isDone = (step) => step < current,
  onStep,
}: {
  /** Names the row for screen readers. */
  label: string;
  steps: readonly string[];
  /** From 1. */
  current: number;
  /** The furthest step that may be opened, from 1. */
  reached?: number;
  /** Whether a step, from 1, is done; by default those before the current one. */
  isDone?: (step: number) => boolean;
  onStep?: (step: number) => void;
}) {
  return (
    <nav aria-label={label}>
      <p className="mb-2 flex items-baseline justify-between gap-4 text-sm lg:hidden">
        <span className="font-semibold">{steps[current - 1]}</span>
        <span className="text-ink-soft tabular-nums">
          Step {current} of {steps.length}
        </span>
      </p>
      <ol className="flex gap-1.5 lg:gap-3">
        {steps.map((step, position) => {
          const number = position + 1;
          const isCurrent = number === current;
          const isPast = !isCurrent && isDone(number);
          const canGo = onStep && number <= reached && !isCurrent;
          const content = (
            <>
              <span
                aria-hidden="true"
                className={clsx(
                  'h-1 w-full rounded-full transition-colors',
                  isCurrent ? 'bg-accent' : isPast ? 'bg-ink' : 'bg-rule',
                )}
              />
              <span className="sr-only text-left text-sm leading-snug lg:not-sr-only">
                <span className={clsx('mr-1.5 tabular-nums', isCurrent ? 'text-accent' : 'text-ink-faint')}>
                  {isPast ? <Check aria-label="Done:" className="-mt-0.5 inline size-4 text-ink" /> : number}
                </span>
                <span
                  className={clsx(
                    isCurrent ? 'font-semibold' : canGo || isPast ? 'text-ink-soft' : 'text-ink-faint',
                  )}
                >
                  {step}
                </span>
              </span>
            </>
          );
          return (
            <li key={step} className="min-w-0 flex-1" aria-current={isCurrent ? 'step' : undefined}>
              {canGo ? (
                <button
                  type="button"
                  className="grid min-h-11 w-full content-start gap-2 rounded-sm pt-2 hover:[&_span]:text-ink"
                  onClick={() => onStep(number)}
                >
                  {content}
                </button>
              ) : (
                <div className="grid min-h-11 content-start gap-2 pt-2">{content}</div>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
