import type { ComponentProps } from 'react';
import { Link, type PageLinkProps } from '../lib/pages/links.ts';
import { type ButtonStyle, buttonClass } from './button.tsx';

/** A link within the application that looks like a button. */
export function ButtonLink({
  variant,
  size,
  isWide,
  className,
  ...rest
}: Omit<PageLinkProps, 'className'> & ButtonStyle) {
  return <Link {...rest} className={buttonClass({ variant, size, isWide, className })} />;
}

/** A link to elsewhere (mailto:, a download, another site) that looks like a button. */
export function ButtonAnchor({
  variant,
  size,
  isWide,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'className'> & ButtonStyle) {
  return (
    <a {...rest} className={buttonClass({ variant, size, isWide, className })}>
      {children}
    </a>
  );
}
