import { type AnswerKind, BRIEF, type BriefField, type FieldOf } from '@atelier/domain/onboarding/brief.ts';
import type { ComponentType } from 'react';
import { ChoiceQuestion } from './choice-question.tsx';
import { DateQuestion } from './date-question.tsx';
import { EmailQuestion } from './email-question.tsx';
import { FeaturesQuestion } from './features-question.tsx';
import { CommaListQuestion, ListQuestion } from './list-question.tsx';
import { OfferedQuestion } from './offered-question.tsx';
import { RowList } from './row-list.tsx';
import { Inspiration, SuccessInWords } from './special-questions.tsx';
import { LinkQuestion, LongTextQuestion, TextQuestion } from './text-question.tsx';
import { TimeZoneQuestion } from './time-zone-question.tsx';

/** The input of each kind of answer. */
const inputs: { [Kind in AnswerKind]: ComponentType<{ name: FieldOf<Kind> }> } = {
  features: FeaturesQuestion,
  line: TextQuestion,
  email: EmailQuestion,
  link: LinkQuestion,
  timezone: TimeZoneQuestion,
  offered: OfferedQuestion,
  text: LongTextQuestion,
  'comma-list': CommaListQuestion,
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
