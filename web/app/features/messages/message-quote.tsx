import { studio } from '@atelier/content/studio.ts';
import type { Quote } from '@atelier/domain/messages/schema.ts';

/** Who wrote a quoted message: the studio by its name. */
export const authorOfQuote = ({ authorRole, authorName }: Quote) =>
  authorRole === 'owner' ? studio.name : authorName;

/** Within a message: the beginning of the one that it replies to, which a press leads to. */
export function MessageQuote({ quote, onShow }: { quote: Quote; onShow: () => void }) {
  const edge = 'mb-1.5 block w-full border-l-2 border-edge py-0.5 pl-3 text-left text-sm';
  if (quote.isDeleted) {
    return <p className={`${edge} text-ink-soft italic`}>Message deleted</p>;
  }
  return (
    <button type="button" className={`${edge} hover:border-accent`} onClick={onShow}>
      <span className="sr-only">In reply to </span>
      <span className="block font-semibold wrap-anywhere">{authorOfQuote(quote)}</span>
      <span className="line-clamp-2 text-ink-soft wrap-anywhere">{quote.excerpt}</span>
    </button>
  );
}
