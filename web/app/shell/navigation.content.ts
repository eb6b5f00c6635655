import { type PageKey, pages } from '@atelier/content/pages.ts';
import { serviceSections } from '@atelier/content/services.ts';
import { studio } from '@atelier/content/studio.ts';
import type { PageAddress } from '@atelier/domain/pages.ts';

/** Who a link is for; all visitors without it. */
type Audience = 'signed-in' | 'signed-out' | 'projects' | 'admin';

export interface NavigationLink {
  to: PageAddress;
  label: string;
  who?: Audience;
}

export interface LinkGroup {
  title: string;
  links: readonly NavigationLink[];
}

const pageLink = (key: PageKey): NavigationLink => ({ to: pages[key].path, label: pages[key].label });

/** The header and the mobile menu, in order (specification section 2, "Header navigation" and the table of routes). */
export const headerLinks: readonly NavigationLink[] = [
  { to: '/', label: 'Home' },
  pageLink('work'),
  pageLink('services'),
  pageLink('process'),
  pageLink('about'),
  { to: '/contact', label: 'Contact' },
  { to: '/client-portal', label: 'Client Portal', who: 'projects' },
  { to: '/admin', label: 'Admin', who: 'admin' },
  { to: '/start?fresh=1', label: 'Start Project', who: 'signed-in' },
  { to: '/profile', label: 'Profile', who: 'signed-in' },
  { to: '/login', label: 'Login', who: 'signed-out' },
  { to: '/sign-up', label: 'Sign up', who: 'signed-out' },
];

/** What the one line at the foot of the client's area leads to. */
export const portalFootLinks: readonly NavigationLink[] = [
  pageLink('about'),
  pageLink('faq'),
  { to: '/contact', label: 'Contact' },
  pageLink('privacy'),
  pageLink('terms'),
];

/** The same in the back office, where Contact is the inbox. */
export const studioFootLinks: readonly NavigationLink[] = [pageLink('privacy'), pageLink('terms')];

/** The footer's columns (specification section 2, "Footer"). A page is listed here from the day it exists. */
export const footerGroups: readonly LinkGroup[] = [
  {
    title: 'Studio',
    links: [
      pageLink('home'),
      pageLink('work'),
      pageLink('process'),
      pageLink('about'),
      pageLink('faq'),
      pageLink('blog'),
      pageLink('contact'),
    ],
  },
  {
    title: pages.services.label,
    links: serviceSections.map(({ anchor, label }) => ({
      to: `${pages.services.path}#${anchor}`,
      label,
    })),
  },
  {
    title: 'Clients',
    links: [
      { to: '/login', label: 'Login', who: 'signed-out' },
      { to: '/sign-up', label: 'Sign up', who: 'signed-out' },
      { to: '/client-portal', label: 'Client Portal', who: 'projects' },
      { to: '/start?fresh=1', label: 'Start Project', who: 'signed-in' },
      { to: '/profile', label: 'Profile', who: 'signed-in' },
    ],
  },
  {
    title: 'Small print',
    links: [pageLink('privacy'), pageLink('terms'), pageLink('sitemap')],
  },
];

/** Links that leave the site, each opening in a new tab. */
export const socialLinks: readonly { name: string; url: string }[] = studio.social;
