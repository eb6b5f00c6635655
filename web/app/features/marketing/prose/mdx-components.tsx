import type { PictureName } from '@atelier/content/pictures.ts';
import type { MadeAddress } from '@atelier/domain/pages.ts';
import { headingId, isWebLink } from '@atelier/domain/text.ts';
import { Children, type ComponentProps, type ReactNode } from 'react';
import { Link } from '../../../lib/pages/links.ts';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { Picture } from '../components/picture.tsx';
import { Unbroken } from '../components/unbroken.ts';

/** A picture wider than the text, with a caption. */
function Figure({ name, caption, isTall = false }: { name: PictureName; caption: string; isTall?: boolean }) {
  return (
    <figure
      className={
        isTall
          ? 'my-12 sm:float-right sm:mt-2 sm:mb-12 sm:ml-10 sm:w-64 lg:-mr-36 lg:w-88 xl:mr-(--beyond) xl:ml-12 xl:w-96'
          : 'my-14 clear-both lg:-mx-36 xl:mx-(--beyond)'
      }
    >
      <Picture
        name={name}
        sizes={
          isTall
            ? '(min-width: 36rem) 24rem, calc(100vw - 2.5rem)'
            : '(min-width: 80rem) clamp(74rem, 72vw, 88rem), calc(100vw - 2.5rem)'
        }
        className="h-auto w-full rounded-md"
      />
      <figcaption className="mt-3 text-sm text-ink-soft">{caption}</figcaption>
    </figure>
  );
}

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
  if (!href.startsWith('/')) return <span>{children}</span>;
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

/** The elements of an MDX text; every compiled text calls this (see vite/mdx.ts). */
export function useMDXComponents(): typeof components {
  return components;
}
