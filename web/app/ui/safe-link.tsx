import { isWebLink } from '@atelier/domain/text.ts';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

/** Somebody else's address: a link if it is http(s), plain text if it is anything else. Opens beside the page. */
export function SafeLink({
  href,
  children,
  className,
}: {
  href: string;
  children?: ReactNode;
  className?: string;
}) {
  const target = href.trim();
  if (!isWebLink(target)) return <span className={className}>{children ?? href}</span>;
  return (
    <a
      href={target}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className={`underline decoration-edge underline-offset-4 hover:decoration-accent ${className ?? ''}`}
    >
      {children ?? href}
      <ExternalLink aria-hidden="true" className="ml-1 -mt-0.5 inline size-3.5" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
