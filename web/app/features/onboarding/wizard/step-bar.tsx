import { questions } from '@atelier/content/questions.ts';
import type { Issue } from '@atelier/domain/errors.ts';
import { BRIEF, type Brief, LAST_STEP } from '@atelier/domain/onboarding/brief.ts';
import { ALTERNATIVES } from '@atelier/domain/onboarding/rules.ts';
import { clsx } from 'clsx';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { keepFocusAbove } from '../../../ui/forms/bottom-bar.ts';
import { isFine, useProblems } from './brief-problems.ts';
import { EstimateLine } from './estimate-card.tsx';

const isQuestion = (path: string): path is keyof Brief => Object.hasOwn(BRIEF, path);

/** The questions behind the issues, each once, directly or through one of their rows. */
function questionsOf(issues: readonly Issue[]): (keyof Brief)[] {
  return [...new Set(issues.map(({ path }) => path.split('.')[0] ?? ''))].filter(isQuestion);
}

/**
 * Back, Next or Finish, with the saving status and, where it isn't beside the step, the estimate: one
 * bar of 64 px at the foot of the window, and below the step once that ends. While Next is disabled,
 * the end of the step names the missing answers, with every alternative, and the unlikely ones; each
 * links to its field, and the bar to the first.
 */
export function StepBar({
  step,
  isFinishing,
  saveLine,
  onBack,
  onReveal,
}: {
  step: number;
  isFinishing: boolean;
  /** The saving status. */
  saveLine: ReactNode;
  onBack: () => void;
  /** Shows the error of a field of this step and focuses it. */
  onReveal: (field: keyof Brief) => void;
}) {
  const { control } = useFormContext<Brief>();
  const problems = useProblems(control)[step - 1];
  const needed = questionsOf(problems?.missing ?? []);
  const doubtful = questionsOf(problems?.unlikely ?? []);
  const link = (field: keyof Brief) => (
    <button
      key={field}
      type="button"
      className="min-h-6 font-semibold text-ink underline underline-offset-4 hover:text-accent"
      onClick={() => onReveal(field)}
    >
      {questions[field].label}
    </button>
  );
  const open = [...needed, ...doubtful];
  const first = open[0];
  return (
    <>
      {first && (
        <div id="step-needs" className="grid gap-1 text-sm text-ink-soft">
          {needed.length > 0 && (
            <p className="flex flex-wrap items-center gap-x-3">
              Still needed:
              {needed.map((field) => (
                <span key={field} className="flex flex-wrap items-center gap-x-1.5">
                  {link(field)}
                  {ALTERNATIVES[field]?.map((other) => (
                    <Fragment key={other}> or {link(other)}</Fragment>
                  ))}
                </span>
              ))}
            </p>
          )}
          {doubtful.length > 0 && (
            <p className="flex flex-wrap items-center gap-x-3">Please check: {doubtful.map(link)}</p>
          )}
        </div>
      )}
      <div
        ref={keepFocusAbove}
        data-bottom-bar=""
        className="sticky bottom-0 z-10 -mx-5 flex min-h-16 items-center gap-3 border-t border-rule bg-paper px-5 sm:-mx-8 sm:px-8"
      >
        {step > 1 && (
          <Button variant="secondary" className="shrink-0 max-sm:px-3" onClick={onBack}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Back</span>
          </Button>
        )}
        <div className="grid min-w-0 flex-1 gap-x-6 sm:flex sm:flex-wrap sm:items-center">
          <div className={clsx('min-w-0 lg:hidden', step === LAST_STEP && 'max-sm:hidden')}>
            <EstimateLine />
          </div>
          {saveLine}
        </div>
        {first && (
          <button
            type="button"
            className="min-h-11 shrink-0 font-semibold text-ink-soft text-sm underline underline-offset-4 hover:text-accent"
            onClick={() => onReveal(first)}
          >
            {open.length} open<span className="sr-only">: show the first</span>
          </button>
        )}
        {step < LAST_STEP ? (
          <Button
            type="submit"
            className="shrink-0"
            disabled={!isFine(problems)}
            aria-describedby={isFine(problems) ? undefined : 'step-needs'}
          >
            Next
            <ArrowRight aria-hidden="true" className="size-4" />
          </Button>
        ) : (
          <Button
            type="submit"
            variant="accent"
            className="shrink-0"
            isPending={isFinishing}
            pendingLabel="Sending your brief…"
          >
            Finish &amp; go to Portal
          </Button>
        )}
      </div>
    </>
  );
}
