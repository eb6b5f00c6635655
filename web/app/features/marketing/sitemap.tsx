import { cases } from '@atelier/content/cases.ts';
import { pages } from '@atelier/content/pages.ts';
import { posts } from '@atelier/content/posts.ts';
import { serviceSections } from '@atelier/content/services.ts';
import type { PageAddress, PagePath } from '@atelier/domain/pages.ts';
import type { PublicPageHandle } from '../../../paint-first/handle.ts';
import { Link } from '../../lib/pages/links.ts';
import { metaOf } from '../../lib/pages/page-meta-by-key.ts';
import { StructuredData } from '../../ui/structured-data.tsx';
import { PageHero } from './components/page-hero.tsx';
import { breadcrumbData } from './seo/structured.ts';

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = () => metaOf('sitemap');

interface Entry {
  to: PageAddress;
  label: string;
}

const entry = ({ path, label }: { path: PagePath; label: string }): Entry => ({ to: path, label });

const groups: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: 'Studio',
    entries: [pages.home, pages.about, pages.process, pages.faq, pages.contact].map(entry),
  },
  {
    title: pages.services.label,
    entries: [
      { to: pages.services.path, label: 'All services' },
      ...serviceSections.map(
        ({ anchor, label }): Entry => ({ to: `${pages.services.path}#${anchor}`, label }),
      ),
    ],
  },
  {
    title: pages.work.label,
    entries: [
      { to: pages.work.path, label: 'All work' },
      ...cases.map(({ slug, client }): Entry => ({ to: `/work/${slug}`, label: client })),
    ],
  },
  {
    title: pages.blog.label,
    entries: [
      { to: pages.blog.path, label: 'All notes' },
      ...posts.map(({ slug, title }): Entry => ({ to: `/blog/${slug}`, label: title })),
    ],
  },
  {
    title: 'Clients',
    entries: [
      { to: '/login', label: 'Login' },
      { to: '/sign-up', label: 'Sign up' },
      { to: '/start', label: 'Start a project' },
      { to: '/client-portal', label: 'Client portal' },
      { to: '/profile', label: 'Profile' },
    ],
  },
  { title: 'Small print', entries: [pages.privacy, pages.terms].map(entry) },
];

/** Every page of the site on one page. The list for search engines is /sitemap.xml. */
export default function Sitemap() {
  return (
    <>
      <PageHero label={pages.sitemap.label} title={`${pages.sitemap.title}.`} />
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-12 px-5 pb-20 sm:grid-cols-2 sm:px-8 sm:pb-28 lg:grid-cols-3">
        {groups.map(({ title, entries }) => (
          <nav key={title} aria-label={title} className="border-t border-ink pt-4">
            <h2 className="text-lg">{title}</h2>
            <ul className="mt-2">
              {entries.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-11 items-center text-ink-soft underline-offset-4 hover:text-ink hover:underline sm:min-h-9"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <p className="mx-auto max-w-page px-5 pb-16 text-ink-soft sm:px-8">
        For machines:{' '}
        <a href="/sitemap.xml" className="underline underline-offset-4 hover:text-ink">
          sitemap.xml
        </a>{' '}
        and the{' '}
        <a href="/feed.xml" className="underline underline-offset-4 hover:text-ink">
          RSS feed
        </a>
        .
      </p>
      <StructuredData data={import.meta.env.SSR ? [breadcrumbData([pages.sitemap])] : undefined} />
    </>
  );
}
