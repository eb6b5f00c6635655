import { cases } from '@atelier/content/cases.ts';
import { posts } from '@atelier/content/posts.ts';
import { layout, type RouteConfigEntry } from '@react-router/dev/routes';
import { articlePage, page } from '../../lib/pages/page-routes.ts';

const folder = 'features/marketing';
const content = '../../content';

/** The public pages besides home and contact. A case study and a post are routes of their own, so that each is one page. */
export const marketingRoutes: RouteConfigEntry[] = [
  page('services', `${folder}/services.tsx`),
  page('process', `${folder}/process.tsx`),
  page('work', `${folder}/work/work.tsx`),
  layout(
    `${folder}/work/case-layout.tsx`,
    cases.map(({ slug }) => articlePage('caseStudy', slug, `${content}/cases/${slug}.mdx`)),
  ),
  page('about', `${folder}/about.tsx`),
  page('faq', `${folder}/faq/faq.tsx`),
  page('blog', `${folder}/blog/blog.tsx`),
  layout(
    `${folder}/blog/post-layout.tsx`,
    posts.map(({ slug }) => articlePage('post', slug, `${content}/posts/${slug}.mdx`)),
  ),
  layout(`${folder}/legal-layout.tsx`, [
    page('privacy', `${content}/legal/privacy.mdx`),
    page('terms', `${content}/legal/terms.mdx`),
  ]),
  page('sitemap', `${folder}/sitemap.tsx`),
];
