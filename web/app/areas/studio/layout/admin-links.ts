import { trimEndOf } from '@atelier/domain/text.ts';
import { FolderKanban, Inbox, LayoutDashboard, type LucideIcon, ScrollText, Users } from 'lucide-react';

export interface AdminLink {
  to: string;
  label: string;
  icon: LucideIcon;
  /** What further addresses that belong to it begin with. */
  also?: readonly string[];
}

/** The admin area's places, in order: those of specification section 2, then our own. */
export const adminLinks: readonly AdminLink[] = [
  { to: '/admin', label: 'Overview', icon: LayoutDashboard },
  {
    to: '/admin/projects',
    label: 'Projects',
    icon: FolderKanban,
    also: ['/admin/portal/', '/admin/contracts'],
  },
  { to: '/admin/users', label: 'Users', icon: Users },
  { to: '/admin/contact', label: 'Contact', icon: Inbox },
  { to: '/admin/audit', label: 'Audit', icon: ScrollText },
];

/** Whether an address belongs to a link's place; the overview is its own address alone. */
export function isInPlace(link: AdminLink, pathname: string): boolean {
  if (link.also?.some((start) => pathname.startsWith(start))) return true;
  const path = trimEndOf(pathname, '/');
  return path === link.to || (link.to !== '/admin' && path.startsWith(`${link.to}/`));
}
