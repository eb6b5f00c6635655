import { answerLines } from '@atelier/content/brief-summary.ts';
import { questionLabels, stepQuestions } from '@atelier/content/questions.ts';
import type { BriefRecord } from '@atelier/domain/onboarding.ts';

/** A question that two versions of a brief answer differently. */
export interface BriefDifference {
  field: keyof BriefRecord;
  question: string;
  mine: string[];
  theirs: string[];
}

/** Where two versions differ in what people would read, in the order of the wizard. */
export function briefDifferences(mine: BriefRecord, theirs: BriefRecord): BriefDifference[] {
  return stepQuestions.flat().flatMap((field) => {
    const here = answerLines(mine, field);
    const there = answerLines(theirs, field);
    const isSame =
      here.length === there.length && here.every((line, index) => line.trim() === there[index]?.trim());
    return isSame ? [] : [{ field, question: questionLabels[field], mine: here, theirs: there }];
  });
}
