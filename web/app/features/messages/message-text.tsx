import { Fragment } from 'react';
import { SafeLink } from '../../ui/safe-link.tsx';
import { splitLinks } from './split-links.ts';

/** What somebody wrote, as text: lines as they made them, and only web addresses to be clicked. */
export function MessageText({ body }: { body: string }) {
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {splitLinks(body).map((part, index) =>
        part.isLink ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their places
          <SafeLink key={index} href={part.text} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their places
          <Fragment key={index}>{part.text}</Fragment>
        ),
      )}
    </p>
  );
}
