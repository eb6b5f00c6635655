import {
  type AnswerKind,
  BRIEF,
  type Brief,
  type BriefField,
  type FieldOf,
} from '@atelier/domain/onboarding/brief.ts';
import type { ComponentType } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ChoiceQuestion, ListQuestion, OfferedQuestion } from './choice-question.tsx';
import { FeaturesQuestion } from './features-question.tsx';
import { RowList } from './row-list.tsx';
import { EmailQuestion, LinkQuestion, LongTextQuestion, TextQuestion } from './text-question.tsx';
import { DateQuestion, TimeZoneQuestion } from './time-questions.tsx';

function Inspiration() {
  return <RowList name="inspirationUrls" remark={(row) => <WithoutAddress row={row} />} />;
}

/**
 * A note without an address is dropped from the brief (specification section 5): the client is
 * warned.
 */
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

/** Always visible; required, and marked so, when "Something else" comes without a budget range. */
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
      isRequired={isNeeded}
      // Closer to the choice that it belongs to.
      className="-mt-3"
      {...(isNeeded && { hint: 'Describe it in a sentence, or choose a budget range above.' })}
    />
  );
}

/** The input of each kind of answer. */
const inputs: { [Kind in AnswerKind]: ComponentType<{ name: FieldOf<Kind> }> } = {
  features: FeaturesQuestion,
  line: TextQuestion,
  email: EmailQuestion,
  link: LinkQuestion,
  timezone: TimeZoneQuestion,
  offered: OfferedQuestion,
  text: LongTextQuestion,
  'comma-list': ListQuestion,
  date: DateQuestion,
  choice: ChoiceQuestion,
  entries: ListQuestion,
  rows: RowList,
};

/** Questions that look at other answers. */
const specialInputs: { [Field in BriefField]?: ComponentType } = {
  successOther: SuccessInWords,
  inspirationUrls: Inspiration,
};

/** A question of the brief with the input for its answer. */
export function Question({ name }: { name: BriefField }) {
  const Special = specialInputs[name];
  if (Special) return <Special />;
  const Input = inputs[BRIEF[name].kind] as ComponentType<{ name: BriefField }>;
  return <Input name={name} />;
}
