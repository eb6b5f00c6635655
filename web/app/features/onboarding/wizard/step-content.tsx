import { stepIntroductions } from '@atelier/content/onboarding.ts';
import {
  type BriefField,
  LAST_STEP,
  ONBOARDING_STEPS,
  questionsToAsk,
} from '@atelier/domain/onboarding/brief.ts';
import { Question } from '../fields/question.tsx';
import { TimeZoneQuestion } from '../fields/time-questions.tsx';
import { type Confirmation, ReviewStep } from './review-step.tsx';
import { useStepHeading } from './use-step.ts';

const layouts: Readonly<Record<number, string>> = {
  2: 'grid gap-6 sm:grid-cols-2',
  4: 'grid gap-9',
};

/** The questions of a step, in the order of the table. */
export function StepQuestions({ step }: { step: number }) {
  const fields = questionsToAsk(step);
  if (step === 6) return <AccessAndSchedule fields={fields} />;
  return <div className={layouts[step] ?? 'grid gap-6'}>{fields.map(toQuestion)}</div>;
}

const toQuestion = (name: BriefField) => <Question key={name} name={name} />;

/** The questions of step 6 about time. */
const SCHEDULE: readonly BriefField[] = ['target'];

/** Step 6: access to connect, and the launch date. */
function AccessAndSchedule({ fields }: { fields: readonly BriefField[] }) {
  const isAboutTime = (name: BriefField) => SCHEDULE.includes(name);
  return (
    <div className="grid gap-9">
      <fieldset className="grid gap-6 sm:grid-cols-2">
        <legend className="mb-4 font-display text-lg font-semibold">Access</legend>
        {fields.filter((name) => !isAboutTime(name)).map(toQuestion)}
      </fieldset>
      <fieldset className="grid gap-6 sm:grid-cols-2">
        <legend className="mb-4 font-display text-lg font-semibold">Schedule</legend>
        {fields.filter(isAboutTime).map(toQuestion)}
        <TimeZoneQuestion name="timezone" hint="For calls. The same as in Business Details." />
      </fieldset>
    </div>
  );
}

/** A step: heading, purpose, duration and questions. */
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
    <div key={step} className="grid min-w-0 grid-cols-1 content-start gap-4">
      <header className="grid gap-x-8 gap-y-1 lg:flex lg:items-baseline lg:justify-between">
        <p className="order-last shrink-0 text-ink-faint text-sm max-lg:order-first">
          Step {step} of {LAST_STEP} · about {introduction?.minutes}
        </p>
        {/* From a laptop on, the row of steps above names the step to the eye. */}
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-36 text-xl lg:sr-only">
          {ONBOARDING_STEPS[step - 1]}
        </h2>
        <p className="max-w-measure text-ink-soft max-sm:text-sm">{introduction?.text}</p>
      </header>
      {step < LAST_STEP ? (
        <StepQuestions step={step} />
      ) : (
        <ReviewStep confirmation={confirmation} onStep={onStep} />
      )}
    </div>
  );
}
