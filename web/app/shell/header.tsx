import { clsx } from 'clsx';
import { useRef } from 'react';
import { Menu } from '../ui/icons.tsx';
import { BrandLink } from './brand.tsx';
import { MenuLink } from './menu-link.tsx';
import { MOBILE_MENU_ID, MobileMenu, needsScript } from './mobile-menu.tsx';
import { headerLinks } from './navigation.content.ts';

const linkClass =
  'relative inline-flex min-h-11 items-center px-3 text-sm font-medium text-ink-soft transition-colors hover:text-ink ' +
  'aria-[current=page]:text-ink after:absolute after:inset-x-3 after:bottom-1.5 after:h-0.5 after:origin-left ' +
  'after:scale-x-0 after:bg-accent after:transition-transform hover:after:scale-x-100 aria-[current=page]:after:scale-x-100 forced-colors:aria-[current=page]:underline';

/** The top of every page. Its links are the same for all; CSS shows the right ones. */
export function Header({
  isFullWidth = false,
  isNamedOnPaper = false,
}: {
  isFullWidth?: boolean;
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
      <div
        className={clsx(
          'mx-auto flex h-18 items-center justify-between gap-6 px-5 sm:px-8',
          !isFullWidth && 'max-w-page',
        )}
      >
        <BrandLink />
        <nav aria-label="Main" className="-mr-3 hidden md:flex print:hidden">
          {headerLinks.map((link) => (
            <MenuLink key={link.to} link={link} className={linkClass} />
          ))}
        </nav>
        <button
          type="button"
          {...{ command: 'show-modal', commandfor: MOBILE_MENU_ID }}
          aria-haspopup="dialog"
          className="-mr-2.5 inline-grid size-11 place-items-center rounded-full hover:bg-neutral-soft md:hidden print:hidden"
          onClick={() => needsScript() && menu.current?.showModal()}
        >
          <Menu aria-hidden="true" className="size-6" />
          <span className="sr-only">Menu</span>
        </button>
      </div>
      <MobileMenu ref={menu} />
    </header>
  );
}
