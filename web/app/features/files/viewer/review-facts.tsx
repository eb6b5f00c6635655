import { canHaveComments, roundWords } from '@atelier/domain/files/rules.ts';
import type { FileVersion } from '@atelier/domain/files/schema.ts';
import { formatDate } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';

/** What both sides have said of a version; nothing for a file of the client's. */
export function ReviewFacts({
  version: { review, type },
  roundsIncluded,
}: {
  version: Pick<FileVersion, 'review' | 'type'>;
  roundsIncluded: number;
}) {
  if (!review) return null;
  const { approval, open, round } = review;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
      {approval && (
        <>
          <Badge tone="success">Approved</Badge>
          <span className="wrap-anywhere">
            by {approval.name}, {formatDate(approval.at)}
          </span>
        </>
      )}
      {!approval && canHaveComments('studio', type) && <span>{roundWords(round, roundsIncluded)}</span>}
      {open > 0 && <Badge tone="warning">{open === 1 ? '1 open comment' : `${open} open comments`}</Badge>}
    </p>
  );
}
