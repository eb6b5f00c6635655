import { PAGES, type PagePath, startOfPath } from '@atelier/domain/pages.ts';
import { trimEndOf } from '@atelier/domain/text.ts';
import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import {
  CalendarClock,
  FolderKanban,
  HeartPulse,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  PanelLeft,
  PanelLeftClose,
  PanelLeftOpen,
  ScrollText,
  Search,
  Users,
  Wallet,
  X,
} from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../../../lib/pages/links.ts';
import { createKeptStore } from '../../../lib/storage/account-store.ts';
import { SIDEBAR_COLLAPSED_KEY } from '../../../lib/storage/local-store.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { backdropClass } from '../../../ui/overlays/backdrop.ts';

export interface AdminLink {
  to: PagePath;
  label: string;
  icon: LucideIcon;
  /** Prefixes of further addresses that belong to it. */
  also?: readonly string[];
}

/** The admin area's places, in order: those of specification section 2, then our own. */
export const adminLinks: readonly AdminLink[] = [
  { to: PAGES.studio, label: 'Overview', icon: LayoutDashboard },
  {
    to: PAGES.studioProjects,
    label: 'Projects',
    icon: FolderKanban,
    also: [startOfPath('studioProject'), PAGES.acceptedContracts],
  },
  { to: PAGES.money, label: 'Money', icon: Wallet },
  { to: PAGES.users, label: 'Users', icon: Users },
  { to: PAGES.inbox, label: 'Contact', icon: Inbox, also: [PAGES.receivedMails] },
  { to: PAGES.calls, label: 'Calls', icon: CalendarClock },
  { to: PAGES.audit, label: 'Audit', icon: ScrollText },
  { to: PAGES.health, label: 'Health', icon: HeartPulse },
];

/** Whether an address belongs to a link's place; the overview is its own address alone. */
export function isInPlace(link: AdminLink, pathname: string): boolean {
  if (link.also?.some((start) => pathname.startsWith(start))) return true;
  const path = trimEndOf(pathname, '/');
  return path === link.to || (link.to !== PAGES.studio && path.startsWith(`${link.to}/`));
}

const collapsed = createKeptStore({
  scope: 'device',
  key: SIDEBAR_COLLAPSED_KEY,
  parse: (text) => text === '1',
  print: (isCollapsed) => (isCollapsed ? '1' : '0'),
});

/** Whether the sidebar is narrow, as last left, and a function that toggles it. */
function useSidebarCollapsed(): [isCollapsed: boolean, toggle: () => void] {
  const isCollapsed = useSyncExternalStore(collapsed.subscribe, collapsed.get);
  return [isCollapsed, () => collapsed.keep(!isCollapsed)];
}

function PaletteButton({ isNarrow = false, onOpen }: { isNarrow?: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-label={isNarrow ? 'Go to…' : undefined}
      aria-keyshortcuts="Control+K Meta+K"
      title={isNarrow ? 'Go to… (Ctrl K)' : undefined}
      onClick={onOpen}
      className={clsx(
        'flex min-h-11 items-center gap-3 rounded-md border border-edge text-ink-soft hover:border-ink hover:text-ink',
        isNarrow ? 'justify-center' : 'px-3',
      )}
    >
      <Search aria-hidden="true" className="size-5 shrink-0" />
      {!isNarrow && (
        <>
          <span className="flex-1 text-left">Go to…</span>
          <kbd className="font-mono text-xs text-ink-faint">{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
        </>
      )}
    </button>
  );
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The links of the admin area. Narrow, their words are for screen readers and the pointer's hint. */
function AdminNav({ isNarrow = false }: { isNarrow?: boolean }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Admin">
      <ul className="grid grid-cols-1 gap-1">
        {adminLinks.map((link) => {
          const isCurrent = isInPlace(link, pathname);
          return (
            <li key={link.to}>
              <Link
                to={link.to}
                aria-current={isCurrent ? 'page' : undefined}
                title={isNarrow ? link.label : undefined}
                className={clsx(
                  'flex min-h-11 items-center gap-3 rounded-md font-medium no-underline transition-colors',
                  isNarrow ? 'justify-center' : 'px-3',
                  isCurrent
                    ? 'bg-accent-soft text-on-accent-soft'
                    : 'text-ink-soft hover:bg-neutral-soft hover:text-ink',
                )}
              >
                <link.icon aria-hidden="true" className="size-5 shrink-0" />
                <span className={clsx(isNarrow && 'sr-only')}>{link.label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/**
 * Instead of the sidebar on small screens: a bar with the current place, and the links in a drawer.
 */
export function AdminDrawer({ onSearch }: { onSearch: () => void }) {
  const { key, pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const place = adminLinks.find((link) => isInPlace(link, pathname));
  return (
    // Open only at the history entry where it was opened: following any link closes it.
    <Base.Root open={openAt === key} onOpenChange={(isOpen) => setOpenAt(isOpen ? key : undefined)}>
      <div
        data-second-bar
        className="sticky top-18 z-20 flex items-center justify-between border-b border-rule bg-paper px-5 sm:px-8 lg:hidden print:hidden"
      >
        <Base.Trigger className="-ml-2 flex min-h-12 items-center gap-2.5 rounded-md px-2 font-medium">
          <PanelLeft aria-hidden="true" className="size-5 text-ink-soft" />
          <span className="sr-only">Admin menu, now at </span>
          {place?.label ?? 'Admin'}
        </Base.Trigger>
        <IconButton label="Go to…" className="-mr-2" onClick={onSearch}>
          <Search aria-hidden="true" />
        </IconButton>
      </div>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 overflow-y-auto bg-paper px-4 py-4 text-ink shadow-floating transition-transform duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="flex items-center justify-between pl-3">
            <Base.Title className="font-display text-lg font-semibold">Admin</Base.Title>
            <Base.Close render={<IconButton label="Close admin menu" />}>
              <X aria-hidden="true" />
            </Base.Close>
          </div>
          <AdminNav />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The admin area's sidebar on wide screens: wide or narrow, as this browser was left. */
export function AdminSidebar({ onSearch }: { onSearch: () => void }) {
  const [isCollapsed, toggle] = useSidebarCollapsed();
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  const label = isCollapsed ? 'Expand sidebar' : 'Collapse sidebar';
  return (
    <aside
      aria-label="Admin area"
      className={clsx(
        'sticky top-14 hidden h-[calc(100dvh-3.5rem)] shrink-0 flex-col justify-between gap-4 overflow-y-auto border-r border-rule py-6 transition-[width] lg:flex print:hidden',
        isCollapsed ? 'w-16 px-2' : 'w-64 px-4',
      )}
    >
      <div className="grid grid-cols-1 gap-4">
        <PaletteButton isNarrow={isCollapsed} onOpen={onSearch} />
        <AdminNav isNarrow={isCollapsed} />
      </div>
      <button
        type="button"
        aria-expanded={!isCollapsed}
        aria-label={label}
        title={label}
        onClick={toggle}
        className={clsx(
          'flex min-h-11 items-center gap-3 rounded-md text-sm text-ink-soft hover:bg-neutral-soft hover:text-ink',
          isCollapsed ? 'justify-center' : 'px-3',
        )}
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {!isCollapsed && <span>Collapse</span>}
      </button>
    </aside>
  );
}
