import type { Question } from '@atelier/content/faq.ts';
import { Link } from '../../../lib/pages/links.ts';
import { Plus } from '../../../ui/icons.tsx';
import { Unbroken } from '../components/unbroken.ts';

/** A question with a native disclosure, which works before any script. */
export function QuestionItem({
  question: { question, answer, link },
  isOpen = false,
}: {
  question: Question;
  /** From the start. */
  isOpen?: boolean;
}) {
  return (
    <details open={isOpen} className="group border-t border-rule first:border-t-0">
      <summary className="flex min-h-14 list-none items-start justify-between gap-6 py-4 text-lg font-semibold text-balance decoration-accent underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden">
        {question}
        <Plus
          aria-hidden="true"
          className="mt-1 size-5 shrink-0 text-accent transition-transform group-open:rotate-45"
        />
      </summary>
      <div className="grid max-w-measure gap-3 pb-6 text-ink-soft">
        {answer.map((paragraph) => (
          // An open answer is visible while the fonts load: the parts of a divided line would move
          // separately.
          <p key={paragraph}>{isOpen ? paragraph : <Unbroken text={paragraph} />}</p>
        ))}
        {link && (
          <p>
            <Link
              to={link.to}
              className="inline-flex min-h-11 items-center font-medium text-ink underline decoration-accent underline-offset-4 hover:decoration-2"
            >
              {link.label}
            </Link>
          </p>
        )}
      </div>
    </details>
  );
}
