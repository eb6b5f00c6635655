import { questionLabels } from '@atelier/content/questions.ts';
import { type Brief, LAST_STEP } from '@atelier/domain/onboarding.ts';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { EstimateLine } from './estimate-card.tsx';
import { useIssues } from './use-issues.ts';

const isQuestion = (path: string): path is keyof Brief => Object.hasOwn(questionLabels, path);

/**
 * Back, and Next or Finish, at the foot of the screen, with where the answers are; and with the estimate where there is no
 * room for it beside the steps. While Next is disabled it
 * says what is still needed, and each is a way to its field.
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
  /** Where the answers are. */
  saveLine: ReactNode;
  onBack: () => void;
  /** Shows what is wrong with a field of this step and goes to it. */
  onReveal: (field: keyof Brief) => void;
}) {
  const { control } = useFormContext<Brief>();
  const issues = useIssues(control)[step - 1] ?? [];
  const needed = issues.map((issue) => issue.path).filter(isQuestion);
  return (
    <div className="sticky bottom-0 z-10 -mx-5 grid gap-3 border-t border-rule bg-paper px-5 py-3 sm:-mx-8 sm:px-8 lg:mx-0 lg:px-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 lg:hidden">
          <EstimateLine />
        </div>
        {saveLine}
      </div>
      {needed.length > 0 && (
        <p id="step-needs" className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          Still needed:
          {needed.map((field) => (
            <button
              key={field}
              type="button"
              className="min-h-6 font-semibold text-ink underline underline-offset-4 hover:text-accent"
              onClick={() => onReveal(field)}
            >
              {questionLabels[field]}
            </button>
          ))}
        </p>
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
            disabled={issues.length > 0}
            aria-describedby={needed.length > 0 ? 'step-needs' : undefined}
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
