import { budgetLabels, readinessLabels, successLabels, timelineLabels } from '@atelier/content/answers.ts';
import {
  type Brief,
  BUDGET_RANGES,
  CONTENT_READINESS,
  SUCCESS_METRICS,
  TIMELINE_CONFIDENCES,
} from '@atelier/domain/onboarding/schema.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { ChoiceQuestion } from '../fields/choice-question.tsx';
import { ListQuestion } from '../fields/list-question.tsx';
import { RowList } from '../fields/row-list.tsx';
import { LongTextQuestion } from '../fields/text-question.tsx';

/** Step 4: what a proposal has to fit. Non-binding; timeline and content readiness have to be set. */
export function DiscoveryStep() {
  return (
    <div className="grid gap-9">
      <ChoiceQuestion
        name="timelineConfidence"
        answers={TIMELINE_CONFIDENCES}
        labels={timelineLabels}
        hint="How firm is your date?"
        isRequired
      />
      <ChoiceQuestion
        name="contentReadiness"
        answers={CONTENT_READINESS}
        labels={readinessLabels}
        hint="Texts, photos, logo: how much of it exists?"
        isRequired
      />
      <ChoiceQuestion
        name="budgetRange"
        answers={BUDGET_RANGES}
        labels={budgetLabels}
        hint="A rough range is enough. It keeps the proposal honest on both sides."
      />
      <div className="grid gap-6">
        <ChoiceQuestion
          name="successMetric"
          answers={SUCCESS_METRICS}
          labels={successLabels}
          hint="If one number went up a year from now, which should it be?"
        />
        <SuccessInWords />
      </div>
      <ListQuestion
        name="mustHaves"
        hint="What it cannot go live without. End each with a comma or Enter."
        placeholder="Online booking, price list"
      />
      <ListQuestion
        name="niceToHaves"
        hint="What can wait for later."
        placeholder="Newsletter, second language"
      />
      <RowList
        name="decisionMakers"
        hint="Who says yes besides you?"
        rowLabel="Decision maker"
        addLabel="Add a decision maker"
        emptyRow={{ name: '', role: '' }}
        columns={[
          {
            label: 'Name',
            path: (row) => `decisionMakers.${row}.name`,
            maxLength: 200,
            placeholder: 'Their name',
          },
          {
            label: 'Role',
            path: (row) => `decisionMakers.${row}.role`,
            maxLength: 200,
            placeholder: 'What they decide',
          },
        ]}
      />
      <RowList
        name="inspirationUrls"
        hint="Sites you like, and what you like about them."
        rowLabel="Inspiration"
        addLabel="Add a site"
        emptyRow={{ url: '', note: '' }}
        columns={[
          {
            label: 'Address',
            path: (row) => `inspirationUrls.${row}.url`,
            inputMode: 'url',
            placeholder: 'https://',
          },
          { label: 'Note', path: (row) => `inspirationUrls.${row}.note`, placeholder: 'The calm colours' },
        ]}
        remark={(row) => <WithoutAddress row={row} />}
      />
      <LongTextQuestion
        name="constraints"
        isOptional
        rows={3}
        hint="Anything that must or must not be: a system to keep, a law to follow, a colour never to see again."
      />
    </div>
  );
}

/** A note about no site is not part of the brief (specification section 5): said before it is missed. */
function WithoutAddress({ row }: { row: number }) {
  const { control } = useFormContext<Brief>();
  const isLeftOut = useWatch({
    control,
    name: `inspirationUrls.${row}`,
    compute: (site: Brief['inspirationUrls'][number] | undefined) =>
      site !== undefined && site.url.trim() === '' && site.note.trim() !== '',
  });
  return (
    <p role="status" className="col-span-full -mt-1 text-sm text-ink-soft empty:hidden">
      {isLeftOut && 'A note without an address is left out of the brief.'}
    </p>
  );
}

/** Asked always, because a budget range or words are needed for "Something else"; then it is said that they are. */
function SuccessInWords() {
  const { control } = useFormContext<Brief>();
  const isNeeded = useWatch({
    control,
    name: ['successMetric', 'budgetRange'],
    compute: ([metric, budget]) => metric === 'other' && budget === '',
  });
  return (
    <LongTextQuestion
      name="successOther"
      isOptional={!isNeeded}
      isRequired={isNeeded}
      rows={2}
      hint={
        isNeeded
          ? 'Describe it in a sentence, or choose a budget range above.'
          : 'In your own words, if the choices above do not quite fit.'
      }
    />
  );
}
