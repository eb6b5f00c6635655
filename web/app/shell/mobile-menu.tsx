import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { X } from '../ui/icons.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { BrandMark } from './brand.tsx';
import { MenuLink } from './menu-link.tsx';
import { headerLinks } from './navigation.content.ts';

const linkClass =
  'flex min-h-14 items-center justify-between border-b border-rule font-display text-2xl font-semibold tracking-tight ' +
  'aria-[current=page]:text-accent';

/** Browsers that know `command` open and close the dialog themselves, even before any script has arrived. */
export const needsScript = () => !('commandForElement' in HTMLButtonElement.prototype);

/** The id the menu's button names, so that it opens before any script has arrived. */
export const MOBILE_MENU_ID = 'mobile-menu';

/**
 * The menu on phones: a native modal dialog, so that Escape closes it, the keyboard stays inside and the page behind is out
 * of reach. Closes on every change of route; CSS holds the page still while it is open.
 */
export function MobileMenu({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    // Opened before the page came to life it stays open: only a change of route closes it.
    if (shown.current !== key) ref.current?.close();
    shown.current = key;
  }, [key, ref]);

  return (
    <dialog
      id={MOBILE_MENU_ID}
      ref={ref}
      aria-label="Menu"
      className="m-0 h-dvh max-h-none w-full max-w-none bg-paper text-ink open:flex open:flex-col md:hidden"
    >
      <div className="flex h-18 shrink-0 items-center justify-between border-b border-rule px-5">
        <BrandMark />
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
      <nav aria-label="Menu" className="grid px-5 py-4">
        {headerLinks.map((link) => (
          <MenuLink key={link.to} link={link} className={linkClass} />
        ))}
      </nav>
      <div className="mt-auto flex items-center justify-between gap-4 border-t border-rule px-5 py-4 noscript:hidden">
        <span className="text-sm text-ink-soft">Theme</span>
        <ThemeToggle />
      </div>
    </dialog>
  );
}
