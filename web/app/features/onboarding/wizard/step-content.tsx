import { stepIntroductions } from '@atelier/content/onboarding.ts';
import { LAST_STEP, ONBOARDING_STEPS } from '@atelier/domain/onboarding/brief.ts';
import { ReviewStep } from './review-step.tsx';
import { StepQuestions } from './step-questions.tsx';
import type { Confirmation } from './use-confirmation.ts';
import { useStepHeading } from './use-step.ts';

/** A step under its heading: what it asks and why, and how long it takes. */
export function StepContent({
  step,
  onStep,
  confirmation,
}: {
  step: number;
  onStep: (step: number) => void;
  confirmation: Confirmation;
}) {
  const heading = useStepHeading(step);
  const introduction = stepIntroductions[step - 1];
  return (
    <div key={step} className="grid gap-8">
      <header className="grid gap-2">
        <p className="text-sm font-semibold text-accent">
          Step {step} of {LAST_STEP}
          <span className="font-normal text-ink-faint"> · about {introduction?.minutes}</span>
        </p>
        {/* A new step is shown with the row of steps above it; a phone keeps its room for the questions. */}
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-40 text-2xl max-sm:scroll-mt-8 lg:scroll-mt-44">
          {ONBOARDING_STEPS[step - 1]}
        </h2>
        <p className="max-w-measure text-ink-soft">{introduction?.text}</p>
      </header>
      {step < LAST_STEP ? (
        <StepQuestions step={step} />
      ) : (
        <ReviewStep confirmation={confirmation} onStep={onStep} />
      )}
    </div>
  );
}
