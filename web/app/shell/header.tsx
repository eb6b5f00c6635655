import { studio } from '@atelier/content/studio.ts';
import { clsx } from 'clsx';
import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Link, NavLink } from '../lib/pages/links.ts';
import { Menu, X } from '../ui/icons.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { headerLinks, type NavigationLink } from './navigation.content.ts';

/** The studio's mark: a dot of ink between two crop marks of a printer's sheet. */
export function BrandMark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={`${className} text-accent`}>
      <circle cx="12" cy="12" r="5.5" fill="currentColor" />
      <path d="M2 9V2h7M15 22h7v-7" stroke="currentColor" strokeWidth="3" />
    </svg>
  );
}

/** Name and mark, leading home. */
function BrandLink() {
  return (
    <Link
      to="/"
      className="inline-flex min-h-11 items-center gap-2.5 font-display text-xl font-bold tracking-tight"
      aria-label={`${studio.name}, home`}
    >
      <BrandMark />
      {studio.name}
    </Link>
  );
}

/** One link of a menu, shown to those it is meant for (see ui/styles/base.css). Marked `aria-current` on its own page, unless it leads to a part of it. */
export function MenuLink({ link, className }: { link: NavigationLink; className: string }) {
  if (link.to.includes('#')) {
    return (
      <Link to={link.to} data-when={link.who} className={className}>
        {link.label}
      </Link>
    );
  }
  return (
    <NavLink to={link.to} end={link.to === '/'} data-when={link.who} className={className}>
      {link.label}
    </NavLink>
  );
}

const menuLinkClass =
  'flex min-h-13 items-center justify-between border-b border-rule font-display text-2xl font-semibold tracking-tight ' +
  'aria-[current=page]:text-accent';

/** Browsers that know `command` open and close the dialog themselves, even before any script has arrived. */
const needsScript = () => !('commandForElement' in HTMLButtonElement.prototype);

/** The id the menu's button names, so that it opens before any script has arrived. */
const MOBILE_MENU_ID = 'mobile-menu';

/**
 * The menu on phones: a native modal dialog, so that Escape closes it, the keyboard stays inside and the page behind is out
 * of reach. Closes on every change of route; CSS holds the page still while it is open.
 */
function MobileMenu({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    // A menu opened before hydration stays open: only a change of route closes it.
    if (shown.current !== key) ref.current?.close();
    shown.current = key;
  }, [key, ref]);

  return (
    <dialog
      id={MOBILE_MENU_ID}
      ref={ref}
      aria-label="Menu"
      className="m-0 h-dvh max-h-none w-full max-w-none bg-paper text-ink open:flex open:flex-col min-[68rem]:hidden"
    >
      <div className="flex h-18 shrink-0 items-center justify-between border-b border-rule px-5">
        <BrandLink />
        <button
          type="button"
          {...{ command: 'close', commandfor: MOBILE_MENU_ID }}
          className="-mr-2.5 inline-grid size-11 place-items-center rounded-full hover:bg-neutral-soft"
          onClick={() => needsScript() && ref.current?.close()}
        >
          <X aria-hidden="true" className="size-6" />
          <span className="sr-only">Close menu</span>
        </button>
      </div>
      <nav aria-label="Menu" className="grid overflow-y-auto px-5 py-4">
        {headerLinks.map((link) => (
          <MenuLink key={link.to} link={link} className={menuLinkClass} />
        ))}
      </nav>
      <div className="mt-auto flex items-center justify-between gap-4 border-t border-rule px-5 py-4 noscript:hidden">
        <span className="text-sm text-ink-soft">Theme</span>
        <ThemeToggle />
      </div>
    </dialog>
  );
}

const linkClass =
  'relative inline-flex min-h-11 items-center px-3 text-sm font-medium text-ink-soft transition-colors hover:text-ink ' +
  'aria-[current=page]:text-ink after:absolute after:inset-x-3 after:bottom-1.5 after:h-0.5 after:origin-left ' +
  'after:scale-x-0 after:bg-accent after:transition-transform hover:after:scale-x-100 aria-[current=page]:after:scale-x-100 forced-colors:aria-[current=page]:underline';

/**
 * The top of every page. Its links are the same for all; CSS shows the right ones. They stand in a row from 68rem, where those
 * of an admin with projects fit too, in every fallback face.
 */
export function Header({
  isNamedOnPaper = false,
}: {
  /** Its name is printed; else nothing of it is. */
  isNamedOnPaper?: boolean;
}) {
  const menu = useRef<HTMLDialogElement>(null);
  return (
    <header
      className={clsx(
        'sticky top-0 z-30 [view-transition-name:header] border-b border-rule bg-paper',
        isNamedOnPaper ? 'print:static' : 'print:hidden',
      )}
    >
      <div className="mx-auto flex h-18 max-w-page items-center justify-between gap-6 px-5 sm:px-8">
        <BrandLink />
        <nav aria-label="Main" className="-mr-3 hidden min-[68rem]:flex print:hidden">
          {headerLinks.map((link) => (
            <MenuLink key={link.to} link={link} className={linkClass} />
          ))}
        </nav>
        <button
          type="button"
          {...{ command: 'show-modal', commandfor: MOBILE_MENU_ID }}
          aria-haspopup="dialog"
          className="-mr-2.5 inline-grid size-11 place-items-center rounded-full hover:bg-neutral-soft min-[68rem]:hidden print:hidden"
          onClick={() => needsScript() && menu.current?.showModal()}
        >
          <Menu aria-hidden="true" className="size-6" />
          <span className="sr-only">Menu</span>
        </button>
      </div>
      <MobileMenu ref={menu} />
      {/* The first paint waits for the header's end: painted half-parsed, its links moved when the rest
          arrived (CLS 0.002 to 0.009 on a slow processor). */}
      <link rel="expect" href={`#${MOBILE_MENU_ID}`} blocking="render" />
    </header>
  );
}
