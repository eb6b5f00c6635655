import { legalChanged } from '@atelier/content/legal.ts';
import { type PageFacts, pages } from '@atelier/content/pages.ts';
import { type MetaArgs, Outlet, useLocation } from 'react-router';
import type { PublicPageHandle } from '../../../paint-first/handle.ts';
import { formatDate } from '../../lib/format.ts';
import { pageMeta } from '../../lib/pages/page-meta.ts';
import { StructuredData } from '../../ui/structured-data.tsx';
import { PageHero } from './components/page-hero.tsx';
import { Prose } from './prose/prose.tsx';
import { breadcrumbData } from './seo/structured.ts';

const legalPages: readonly PageFacts[] = [pages.privacy, pages.terms];

/** The legal page at an address of this layout; the route table has no other addresses in it. */
function pageAt(pathname: string): PageFacts {
  const page = legalPages.find(({ path }) => pathname.startsWith(path));
  if (!page) throw new Error(`No legal page at ${pathname}`);
  return page;
}

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = ({ location }: MetaArgs) => pageMeta(pageAt(location.pathname));

/** Around the text of a legal page. */
export default function LegalLayout() {
  const page = pageAt(useLocation().pathname);
  return (
    <>
      <PageHero label={page.label} title={page.title}>
        <p>{page.description}</p>
        <p className="mt-3 text-sm">
          Last changed <time dateTime={legalChanged}>{formatDate(legalChanged)}</time>
        </p>
      </PageHero>
      <div className="border-t border-rule px-5 sm:px-8">
        <Prose className="py-12 sm:py-16">
          <Outlet />
        </Prose>
      </div>
      <StructuredData data={import.meta.env.SSR ? [breadcrumbData([page])] : undefined} />
    </>
  );
}
