import { stepIntroductions } from '@atelier/content/onboarding.ts';
import { LAST_STEP, ONBOARDING_STEPS } from '@atelier/domain/onboarding/schema.ts';
import type { ComponentType } from 'react';
import { BrandStep } from '../steps/brand-step.tsx';
import { BusinessStep } from '../steps/business-step.tsx';
import { DiscoveryStep } from '../steps/discovery-step.tsx';
import { FeaturesStep } from '../steps/features-step.tsx';
import { GoalsStep } from '../steps/goals-step.tsx';
import { ReviewStep } from '../steps/review-step.tsx';
import { ScheduleStep } from '../steps/schedule-step.tsx';
import type { Confirmation } from './use-confirmation.ts';
import { useStepHeading } from './use-step.ts';

const steps: readonly ComponentType[] = [
  FeaturesStep,
  BusinessStep,
  GoalsStep,
  DiscoveryStep,
  BrandStep,
  ScheduleStep,
];

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
  const Questions = steps[step - 1];
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
      {Questions ? <Questions /> : <ReviewStep confirmation={confirmation} onStep={onStep} />}
    </div>
  );
}
