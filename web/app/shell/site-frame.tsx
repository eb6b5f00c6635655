import { studio } from '@atelier/content/studio.ts';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ProgressBar, StatusLine } from '../ui/feedback/status.tsx';
import { Field, Input } from '../ui/forms/field.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { BrandMark, Header, MenuLink } from './header.tsx';
import { footerGroups, type NavigationLink, socialLinks } from './navigation.content.ts';
import { OfflineScreen, useIsPartMissing } from './status-screens.tsx';

/**
 * The footer's newsletter form. It sends nothing anywhere (specification section 2), and says so before and after instead of
 * thanking for nothing. The feed does what a newsletter would.
 */
function NewsletterForm() {
  const [answer, setAnswer] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAnswer('Nothing was sent or kept: there’s no newsletter yet. Every new note is in the feed.');
  };
  return (
    <form method="dialog" onSubmit={submit} className="grid max-w-sm gap-2">
      <Field
        label="Newsletter"
        hint={
          <>
            There isn’t one yet, so this sends nothing. New notes are in the{' '}
            <a href="/feed.xml" className="underline underline-offset-4">
              feed
            </a>
            .
          </>
        }
      >
        <div className="flex max-xs:flex-wrap gap-2">
          <Input type="email" name="email" required autoComplete="email" placeholder="you@example.com" />
          <Button type="submit" variant="secondary">
            Subscribe
          </Button>
        </div>
      </Field>
      <StatusLine>{answer}</StatusLine>
    </form>
  );
}

const linkClass =
  'inline-flex min-h-11 items-center text-ink-soft underline-offset-4 hover:text-ink hover:underline sm:min-h-8';

/** The foot of every public page. */
function Footer() {
  return (
    <footer className="mt-auto border-t border-rule bg-sunken print:hidden">
      <div className="mx-auto grid max-w-page gap-8 px-5 py-10 sm:gap-12 sm:px-8 sm:py-14 lg:grid-cols-[1fr_2fr] lg:gap-20">
        <div className="grid content-start gap-2 sm:gap-4">
          <p className="flex items-center gap-2.5 font-display text-xl font-bold tracking-tight">
            <BrandMark />
            {studio.name}
          </p>
          <p className="max-w-xs text-ink-soft max-sm:hidden">{studio.description}</p>
          <a
            href={`mailto:${studio.email}`}
            className={`${linkClass} justify-self-start font-semibold wrap-anywhere`}
          >
            {studio.email}
          </a>
          <div className="sm:mt-4">
            <NewsletterForm />
          </div>
        </div>
        <nav
          aria-label="Footer"
          className="grid grid-cols-[2fr_3fr] max-xs:grid-cols-1 content-start gap-x-8 gap-y-6 sm:gap-y-10 sm:grid-cols-[1fr_1.35fr_1fr_1fr] lg:max-xl:gap-x-4 lg:max-xl:grid-cols-[1fr_1.7fr_1fr_1fr]"
        >
          {footerGroups.map((group) => (
            <div key={group.title}>
              <h2 className="mb-1 font-sans text-sm font-semibold tracking-normal">{group.title}</h2>
              <ul className="grid">
                {group.links.map((link) => (
                  <li key={link.to} data-when={link.who}>
                    <MenuLink link={link} className={linkClass} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <div className="border-t border-rule">
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-4 sm:px-8">
          <p className="text-sm text-ink-soft">
            {studio.name}. {studio.location}.
          </p>
          <ul className="flex flex-wrap gap-x-5">
            {socialLinks.map(({ name, url }) => (
              <li key={name}>
                <a href={url} target="_blank" rel="noopener noreferrer" className={`${linkClass} text-sm`}>
                  {name}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
          <ThemeToggle />
        </div>
      </div>
    </footer>
  );
}

/** The foot of every screen behind a sign-in: one line. */
export function AppFoot({
  links,
  className,
}: {
  links: readonly NavigationLink[];
  /** Its width and margins. */
  className: string;
}) {
  return (
    <footer className="mt-auto border-t border-rule print:hidden">
      <div
        className={`mx-auto flex flex-wrap items-center justify-between gap-x-6 py-2 text-sm text-ink-soft ${className}`}
      >
        <p>
          {studio.name}. {studio.location}.
        </p>
        <ul className="flex flex-wrap gap-x-5">
          {links.map((link) => (
            <li key={link.to}>
              <MenuLink link={link} className={linkClass} />
            </li>
          ))}
          <li>
            <a href={`mailto:${studio.email}`} className={`${linkClass} wrap-anywhere`}>
              {studio.email}
            </a>
          </li>
        </ul>
      </div>
    </footer>
  );
}

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
  foot = <Footer />,
  children,
}: {
  /** A printed page begins with the studio's name. */
  isNamedOnPaper?: boolean;
  foot?: ReactNode;
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
      {foot}
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
