import { type ChangeObject, diffArrays } from 'diff';
import { Fragment } from 'react';
import { Added, Removed } from './contract-facts.tsx';

/** What one place of a text was and is; both are the same where nothing changed. */
interface Passage {
  before: string;
  after: string;
}

/** Words and the spaces between them. An amount such as "$2,400:" is one word. */
const wordsOf = (text: string) => text.split(/(\s+)/);

/** The passages of a text that changes. Changed words with nothing but space between them are one passage. */
function passagesOf(changes: readonly ChangeObject<string[]>[]): Passage[] {
  const passages: Passage[] = [];
  for (const [index, { value: words, added, removed }] of changes.entries()) {
    const value = words.join('');
    const last = passages.at(-1);
    const isBetween = value.trim() === '' && index < changes.length - 1;
    if (last && last.before !== last.after && (added || removed || isBetween)) {
      if (!added) last.before += value;
      if (!removed) last.after += value;
    } else {
      passages.push({ before: added ? '' : value, after: removed ? '' : value });
    }
  }
  return passages;
}

/** A changed text with what was removed and added in it, word by word. */
export default function TextDiff({ before, after }: Passage) {
  return passagesOf(diffArrays(wordsOf(before), wordsOf(after))).map((passage, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the passages of a text have no identity and never move
    <Fragment key={index}>
      {passage.before === passage.after ? (
        passage.before
      ) : (
        <>
          {passage.before !== '' && <Removed>{passage.before}</Removed>}
          {passage.after !== '' && <Added>{passage.after}</Added>}
        </>
      )}
    </Fragment>
  ));
}
