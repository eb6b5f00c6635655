import { isWebLink } from '@atelier/domain/text.ts';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonStyle, buttonClass } from './button.tsx';
import { ExternalLink } from './icons.tsx';

/** An address from data: a link if it is http(s), plain text otherwise. Opens in another tab. */
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

/**
 * A link that saves a file instead of opening it, under the rule of `SafeLink`. `look` makes it
 * look like a button.
 */
export function DownloadLink({
  href,
  look,
  className = '',
  children,
  ...rest
}: Pick<ComponentProps<'a'>, 'aria-label' | 'children'> & {
  href: string;
  look?: ButtonStyle;
  className?: string;
}) {
  const target = href.trim();
  if (!isWebLink(target)) return <span className={className}>{children}</span>;
  const plain = `underline decoration-edge underline-offset-4 ${className}`;
  return (
    <a {...rest} href={target} className={look ? buttonClass({ ...look, className }) : plain}>
      {children}
    </a>
  );
}
