import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { OfflineScreen, useIsPartMissing } from './status-screens.tsx';

/** The first stop of the keyboard on every page: past the menu, to the content. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute top-3 left-3 z-50 rounded-md bg-ink px-4 py-3 font-semibold text-paper not-focus:sr-only"
    >
      Skip to content
    </a>
  );
}

/**
 * Shows that another page is loading, or that its code can't be loaded: the browser shows nothing
 * for a page's own requests.
 */
export function NavigationProgress() {
  const isNavigating = useNavigation().state !== 'idle';
  const isPartMissing = useIsPartMissing();
  if (!isNavigating) return null;
  return isPartMissing ? <OfflineScreen /> : <ProgressBar />;
}

/** Header, main part and footer, as the site and the client's area have them. */
export function SiteFrame({
  isNamedOnPaper = false,
  children,
}: {
  /** A printed page begins with the studio's name. */
  isNamedOnPaper?: boolean;
  children: ReactNode;
}) {
  const main = useMainFocus();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header isNamedOnPaper={isNamedOnPaper} />
      <main id="main" ref={main} tabIndex={-1} className="flex-1">
        {children}
        <NavigationProgress />
      </main>
      <Footer />
    </div>
  );
}

/**
 * After going to another page the keyboard and the screen reader start at its top, as after loading one. Where the page
 * stays and only a part of it changes (another row of a list was opened), the keyboard stays on the pressed control. An open
 * dialog keeps it too, since a page can arrive after the dialog opened; only a drawer of links gives it up.
 */
export function useMainFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const { activeElement } = document;
    const isPartOfPage = activeElement !== main.current && main.current?.contains(activeElement);
    const isInDialog = activeElement?.closest('[role$=dialog]:not(:has(nav))');
    if (!isPartOfPage && !isInDialog) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
