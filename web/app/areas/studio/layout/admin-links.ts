import { PAGES, type PagePath, startOfPath } from '@atelier/domain/pages.ts';
import { trimEndOf } from '@atelier/domain/text.ts';
import { FolderKanban, Inbox, LayoutDashboard, type LucideIcon, ScrollText, Users } from 'lucide-react';

export interface AdminLink {
  to: PagePath;
  label: string;
  icon: LucideIcon;
  /** What further addresses that belong to it begin with. */
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
  { to: PAGES.users, label: 'Users', icon: Users },
  { to: PAGES.inbox, label: 'Contact', icon: Inbox },
  { to: PAGES.audit, label: 'Audit', icon: ScrollText },
];

/** Whether an address belongs to a link's place; the overview is its own address alone. */
export function isInPlace(link: AdminLink, pathname: string): boolean {
  if (link.also?.some((start) => pathname.startsWith(start))) return true;
  const path = trimEndOf(pathname, '/');
  return path === link.to || (link.to !== PAGES.studio && path.startsWith(`${link.to}/`));
}
