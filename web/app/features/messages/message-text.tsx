import { isWebLink, trimEndOf } from '@atelier/domain/text.ts';
import { Fragment } from 'react';
import { SafeLink } from '../../ui/safe-link.tsx';

interface TextPart {
  text: string;
  isLink: boolean;
}

const ADDRESS = /https?:\/\/[^\s<>"“”]+/gi;
/** What ends a sentence rather than an address. */
const AFTERWARDS = ".,;:!?'’)]}";

/** A text in parts, with the web addresses in it apart: http and https alone. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimAddress(match[0]);
    if (!isWebLink(address)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isLink: false });
    parts.push({ text: address, isLink: true });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false });
  return parts;
}

/** Without the punctuation after it; a bracket that the address itself opened stays. */
function trimAddress(found: string): string {
  const bare = trimEndOf(found, AFTERWARDS);
  const isOpen = bare.split('(').length > bare.split(')').length;
  return isOpen && found[bare.length] === ')' ? `${bare})` : bare;
}

/** A message's text: line breaks stay, and only web addresses become links. */
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
