import { answerLines } from '@atelier/content/brief-summary.ts';
import { questions } from '@atelier/content/questions.ts';
import { BRIEF_FIELDS, type BriefRecord } from '@atelier/domain/onboarding/brief.ts';
import { cleanText } from '@atelier/domain/text.ts';

/** A question that two versions of a brief answer differently. */
export interface BriefDifference {
  field: keyof BriefRecord;
  question: string;
  mine: string[];
  theirs: string[];
}

/** An answer as people would read it once it is stored, so that what was typed equals what the server made of it. */
function readable(brief: BriefRecord, field: keyof BriefRecord): string[] {
  return answerLines(brief, field)
    .map((line) => cleanText(line).trim())
    .filter((line) => line !== '');
}

/** Where two versions differ in what people would read, in the order of the wizard. */
export function briefDifferences(mine: BriefRecord, theirs: BriefRecord): BriefDifference[] {
  return BRIEF_FIELDS.flatMap((field) => {
    const here = readable(mine, field);
    const there = readable(theirs, field);
    const isSame = here.length === there.length && here.every((line, index) => line === there[index]);
    return isSame ? [] : [{ field, question: questions[field].label, mine: here, theirs: there }];
  });
}

/** A short mark of what people would read in a brief: the same for two versions where nothing differs. */
export function briefMark(brief: BriefRecord): string {
  const text = JSON.stringify(BRIEF_FIELDS.map((field) => readable(brief, field)));
  // Two 32-bit FNV-1a sums with different starts: enough to tell apart what one person types.
  let [one, other] = [0x811c9dc5, 0x1b873593];
  for (let position = 0; position < text.length; position += 1) {
    const unit = text.charCodeAt(position);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b);
  }
  return [one, other].map((sum) => (sum >>> 0).toString(36)).join('-');
}
