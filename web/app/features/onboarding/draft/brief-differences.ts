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

/** An answer as stored: typed text and what the server made of it compare equal. */
function readable(brief: BriefRecord, field: keyof BriefRecord): string[] {
  return answerLines(brief, field)
    .map((line) => cleanText(line).trim())
    .filter((line) => line !== '');
}

/** The questions that two versions answer differently, in the order of the wizard. */
export function briefDifferences(mine: BriefRecord, theirs: BriefRecord): BriefDifference[] {
  return BRIEF_FIELDS.flatMap((field) => {
    const here = readable(mine, field);
    const there = readable(theirs, field);
    const isSame = here.length === there.length && here.every((line, index) => line === there[index]);
    return isSame ? [] : [{ field, question: questions[field].label, mine: here, theirs: there }];
  });
}

/** A fingerprint of a brief: the same for two versions whose stored answers are equal. */
export function briefMark(brief: BriefRecord): string {
  const text = JSON.stringify(BRIEF_FIELDS.map((field) => readable(brief, field)));
  // Two 32-bit FNV-1a sums with different seeds: enough to tell one client's drafts apart.
  let [one, other] = [0x811c9dc5, 0x1b873593];
  for (let position = 0; position < text.length; position += 1) {
    const unit = text.charCodeAt(position);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b);
  }
  return [one, other].map((sum) => (sum >>> 0).toString(36)).join('-');
}
