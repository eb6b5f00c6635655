import { type BriefField, questionsToAsk } from '@atelier/domain/onboarding/brief.ts';
import { Question } from '../fields/question.tsx';
import { TimeZoneQuestion } from '../fields/time-zone-question.tsx';

const layouts: Readonly<Record<number, string>> = {
  2: 'grid gap-6 sm:grid-cols-2',
  4: 'grid gap-9',
};

/** What a step asks, in the order of the brief's table. */
export function StepQuestions({ step }: { step: number }) {
  const fields = questionsToAsk(step);
  if (step === 6) return <AccessAndSchedule fields={fields} />;
  return <div className={layouts[step] ?? 'grid gap-6'}>{fields.map(toQuestion)}</div>;
}

const toQuestion = (name: BriefField) => <Question key={name} name={name} />;

/** The questions of step 6 about time. */
const SCHEDULE: readonly BriefField[] = ['target'];

/** Step 6: what has to be connected, and when the site should be live. */
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
