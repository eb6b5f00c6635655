import type { MadeAddress } from '@atelier/domain/pages.ts';
import { headingId, isWebLink } from '@atelier/domain/text.ts';
import { Children, type ComponentProps, type ReactNode } from 'react';
import { Link } from '../../../lib/links.ts';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { Unbroken } from '../components/unbroken.ts';
import { Figure } from './figure.tsx';

const unbroken = (child: ReactNode) => (typeof child === 'string' ? <Unbroken text={child} /> : child);

const textOf = (children: ReactNode) => [children].flat().join('');

function ProseLink({ href = '', children }: ComponentProps<'a'>) {
  if (isWebLink(href)) return <SafeLink href={href}>{children}</SafeLink>;
  const look =
    'font-medium text-ink underline decoration-accent decoration-1 underline-offset-4 hover:decoration-2';
  if (/^(mailto:|#)/.test(href)) {
    return (
      <a href={href} className={look}>
        {children}
      </a>
    );
  }
  if (!href.startsWith('/')) return children;
  return (
    <Link to={href as MadeAddress} className={look}>
      {children}
    </Link>
  );
}

const components = {
  h2: ({ children }: ComponentProps<'h2'>) => (
    <h2 id={headingId(textOf(children))} className="mt-14 mb-4 text-2xl">
      {children}
    </h2>
  ),
  h3: ({ children }: ComponentProps<'h3'>) => <h3 className="mt-9 mb-2 text-lg">{children}</h3>,
  p: ({ children }: ComponentProps<'p'>) => <p className="my-5">{Children.map(children, unbroken)}</p>,
  ul: ({ children }: ComponentProps<'ul'>) => (
    <ul className="my-5 grid grid-cols-1 list-disc gap-2 pl-5 marker:text-accent">{children}</ul>
  ),
  ol: ({ children }: ComponentProps<'ol'>) => (
    <ol className="my-5 grid grid-cols-1 list-decimal gap-2 pl-6 marker:font-semibold marker:text-accent">
      {children}
    </ol>
  ),
  blockquote: ({ children }: ComponentProps<'blockquote'>) => (
    <blockquote className="my-10 border-l-4 border-accent pl-6 font-display text-xl font-medium tracking-tight *:text-balance">
      {children}
    </blockquote>
  ),
  a: ProseLink,
  Figure,
};

/** What the parts of an MDX text look like; every compiled text asks for it (see vite/mdx.ts). */
export function useMDXComponents(): typeof components {
  return components;
}
