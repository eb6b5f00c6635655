import type { ArticlePath, PagePath } from '@atelier/domain/pages.ts';
import { claims } from './claims.ts';
import { studio } from './studio.ts';

export interface PageFacts {
  path: PagePath | ArticlePath;
  /** In menus, breadcrumbs and the sitemap page. */
  label: string;
  /** For the browser's tab and search engines, without the studio's name. At most 50 characters. */
  title: string;
  /** For search engines and shared links. 70 to 160 characters. */
  description: string;
}

/**
 * Every public page except case studies and posts, which bring their own texts. In the sitemap page's
 * order.
 */
export const pages = {
  home: {
    path: '/',
    label: 'Home',
    title: studio.tagline,
    description: studio.description,
  },
  services: {
    path: '/services',
    label: 'Services',
    title: 'Services, and what each part costs',
    description:
      'Landing pages, websites, shops, AI assistants, analytics and SEO: what each one is, when it’s worth it, when it isn’t, and its price.',
  },
  work: {
    path: '/work',
    label: 'Work',
    title: 'Selected work',
    description:
      'Projects from brief to launch: what was in the way, what I built, and what changed afterwards, in numbers and pictures.',
  },
  process: {
    path: '/process',
    label: 'Process',
    title: 'How it works',
    description: `From the brief and a ${claims.introCall.text} call to the launch, step by step: what you do, what I do, how long it takes, and when you pay.`,
  },
  about: {
    path: '/about',
    label: 'About',
    title: 'One person, on purpose',
    description:
      'A studio of one that designs, builds and looks after websites. What I believe in, what I turn down, and how I made this site.',
  },
  faq: {
    path: '/faq',
    label: 'FAQ',
    title: 'Questions, answered plainly',
    description:
      'How long a website takes, what it costs, when you pay, who owns it, and what happens to your data: the questions everyone asks.',
  },
  blog: {
    path: '/blog',
    label: 'Blog',
    title: 'Notes on websites that work',
    description:
      'Short, practical notes on speed, forms, briefs and numbers, for people who have a website and want more from it.',
  },
  contact: {
    path: '/contact',
    label: 'Contact',
    title: 'Ask a question or book a call',
    description: `Write a few lines about what you have in mind and you’ll hear back ${studio.replyTime}, from the person who would do the work.`,
  },
  privacy: {
    path: '/privacy',
    label: 'Privacy',
    title: 'Privacy',
    description:
      'What this site keeps about you, why, for how long, and how to see, take or delete it. No analytics, no advertising, no third parties.',
  },
  terms: {
    path: '/terms',
    label: 'Terms',
    title: 'Terms',
    description:
      'What applies when you use this site and the client portal, and once you accept a proposal in the portal.',
  },
  sitemap: {
    path: '/sitemap',
    label: 'Sitemap',
    title: 'Every page of this site',
    description:
      'Every public page of this site in one place: services, selected work, notes, questions, and where clients sign in.',
  },
} as const satisfies Record<string, PageFacts>;

export type PageKey = keyof typeof pages;

/** The public account pages: search engines may find them, but the sitemap page doesn't list them. */
export const accountPages = {
  login: {
    path: '/login',
    label: 'Login',
    title: 'Sign in',
    description: `Sign in to your client portal at ${studio.name}: your project’s contract, milestones, messages and files in one place.`,
  },
  signUp: {
    path: '/sign-up',
    label: 'Sign up',
    title: 'Create your account',
    description: `Create an account at ${studio.name} to start a project, see an instant estimate, and follow every step in your portal.`,
  },
  forgot: {
    path: '/forgot',
    label: 'Reset password',
    title: 'Reset your password',
    description: `Forgot your password? Get a link by email and choose a new one for your account at ${studio.name}.`,
  },
} as const satisfies Record<string, PageFacts>;

export type AccountPageKey = keyof typeof accountPages;
