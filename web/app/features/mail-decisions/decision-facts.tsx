import type { DecisionThing } from '@atelier/domain/mail-decisions/schema.ts';
import { formatDate } from '../../lib/format.ts';
import { SafeLink } from '../../ui/safe-link.tsx';

/** What a link is about: a milestone with what there is to look at, or what a request asks for. */
export function DecisionFacts({ thing }: { thing: DecisionThing }) {
  const { kind, project, title, text, due, note, previewLink, fileNames } = thing;
  const isReview = kind === 'review';
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        <p className="text-sm wrap-anywhere text-ink-soft">
          {isReview ? 'Ready for your review' : 'The studio needs this from you'} · {project}
        </p>
        <h2 className="text-xl wrap-anywhere">{title}</h2>
        {due && (
          <p className="text-sm text-ink-soft">
            Due <time dateTime={due}>{formatDate(due)}</time>
          </p>
        )}
      </div>
      {text && <p className="max-w-measure whitespace-pre-line wrap-anywhere">{text}</p>}
      {note && (
        <figure className="grid max-w-measure grid-cols-1 gap-1 border-l-2 border-edge pl-4 text-sm">
          <figcaption className="font-semibold">
            {isReview ? 'A note from the studio' : 'Still missing'}
          </figcaption>
          <blockquote className="whitespace-pre-line wrap-anywhere text-ink-soft">{note}</blockquote>
        </figure>
      )}
      {previewLink && (
        <p className="wrap-anywhere">
          Preview: <SafeLink href={previewLink} />
        </p>
      )}
      {fileNames.length > 0 && (
        <div className="grid grid-cols-1 gap-1">
          <p className="font-semibold">Files to look at</p>
          <ul className="list-disc pl-5 wrap-anywhere">
            {fileNames.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none moves
              <li key={index}>{name}</li>
            ))}
          </ul>
          <p className="text-sm text-ink-soft">Sign in to open them.</p>
        </div>
      )}
    </>
  );
}
