import { studio } from '@atelier/content/studio.ts';

/** Who a link is for; without it, everybody. */
export type Audience = 'signed-in' | 'signed-out' | 'projects' | 'admin';

export interface NavigationLink {
  to: string;
  label: string;
  who?: Audience;
}

/** The header and the mobile menu, in order (specification section 2, "Header navigation"). */
export const headerLinks: readonly NavigationLink[] = [
  { to: '/', label: 'Home' },
  { to: '/contact', label: 'Contact' },
  { to: '/client-portal', label: 'Client Portal', who: 'projects' },
  { to: '/admin', label: 'Admin', who: 'admin' },
  { to: '/start?fresh=1', label: 'Start Project', who: 'signed-in' },
  { to: '/profile', label: 'Profile', who: 'signed-in' },
  { to: '/login', label: 'Login', who: 'signed-out' },
  { to: '/sign-up', label: 'Sign up', who: 'signed-out' },
];

export interface LinkGroup {
  title: string;
  links: readonly NavigationLink[];
}

/** The footer's columns (specification section 2, "Footer"). A page is listed here from the day it exists. */
export const footerGroups: readonly LinkGroup[] = [
  {
    title: 'Studio',
    links: [
      { to: '/', label: 'Home' },
      { to: '/contact', label: 'Contact' },
    ],
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
];

/** Links that leave the site, each opening in a new tab. */
export const socialLinks: readonly { name: string; url: string }[] = studio.social;
