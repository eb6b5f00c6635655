import { clsx } from 'clsx';
import { Check } from 'lucide-react';

/**
 * The steps of a task and the current one. One line: from a laptop on all are named; below, they are a
 * bar, and the page names the current one. Steps up to `reached` can be opened.
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
      <ol className="flex gap-1.5 lg:gap-4">
        {steps.map((step, position) => {
          const number = position + 1;
          const isCurrent = number === current;
          const isPast = !isCurrent && isDone(number);
          const canGo = onStep && number <= reached && !isCurrent;
          const content = (
            <>
              <span className="sr-only whitespace-nowrap text-left text-xs xl:text-sm lg:not-sr-only">
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
              <span
                aria-hidden="true"
                className={clsx(
                  'h-1 w-full self-end rounded-full transition-colors',
                  isCurrent ? 'bg-accent' : isPast ? 'bg-ink' : 'bg-rule',
                )}
              />
            </>
          );
          return (
            <li
              key={step}
              className="min-w-0 max-lg:flex-1 lg:flex-auto"
              aria-current={isCurrent ? 'step' : undefined}
            >
              {canGo ? (
                <button
                  type="button"
                  className="grid h-11 w-full content-center gap-1.5 rounded-sm hover:[&_span]:text-ink"
                  onClick={() => onStep(number)}
                >
                  {content}
                </button>
              ) : (
                <div className="grid h-11 content-center gap-1.5">{content}</div>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
