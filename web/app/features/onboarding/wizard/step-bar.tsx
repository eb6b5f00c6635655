import { questions } from '@atelier/content/questions.ts';
import type { Issue } from '@atelier/domain/errors.ts';
import { BRIEF, type Brief, LAST_STEP } from '@atelier/domain/onboarding/brief.ts';
import { ALTERNATIVES } from '@atelier/domain/onboarding/rules.ts';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { isFine, useProblems } from './brief-problems.ts';
import { EstimateLine } from './estimate-card.tsx';

const isQuestion = (path: string): path is keyof Brief => Object.hasOwn(BRIEF, path);

/** The questions behind the issues, each once, directly or through one of their rows. */
function questionsOf(issues: readonly Issue[]): (keyof Brief)[] {
  return [...new Set(issues.map(({ path }) => path.split('.')[0] ?? ''))].filter(isQuestion);
}

/**
 * Back, Next or Finish at the foot of the screen, with the saving status, and on small screens the
 * estimate. While Next is disabled it names the missing answers, with every alternative, and the
 * unlikely ones; each links to its field.
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
  return (
    <div className="sticky bottom-0 z-10 -mx-5 grid gap-3 border-t border-rule bg-paper px-5 py-3 sm:-mx-8 sm:px-8 lg:mx-0 lg:px-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 lg:hidden">
          <EstimateLine />
        </div>
        {saveLine}
      </div>
      {(needed.length > 0 || doubtful.length > 0) && (
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
      <div className="flex items-center justify-between gap-3">
        {step > 1 ? (
          <Button variant="secondary" onClick={onBack}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back
          </Button>
        ) : (
          <span />
        )}
        {step < LAST_STEP ? (
          <Button
            type="submit"
            disabled={!isFine(problems)}
            aria-describedby={isFine(problems) ? undefined : 'step-needs'}
          >
            Next
            <ArrowRight aria-hidden="true" className="size-4" />
          </Button>
        ) : (
          <Button type="submit" variant="accent" isPending={isFinishing} pendingLabel="Sending your brief…">
            Finish &amp; go to Portal
          </Button>
        )}
      </div>
    </div>
  );
}
