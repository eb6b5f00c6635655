import { cases } from '@atelier/content/cases.ts';
import { posts } from '@atelier/content/posts.ts';
import { layout, type RouteConfigEntry, route } from '@react-router/dev/routes';

const folder = 'features/marketing';
const content = '../../content';

/** The public pages besides home and contact. A case study and a post are routes of their own, so that each is one page. */
export const marketingRoutes: RouteConfigEntry[] = [
  route('services', `${folder}/services/services.tsx`),
  route('process', `${folder}/process/process-page.tsx`),
  route('work', `${folder}/work/work.tsx`),
  layout(
    `${folder}/work/case-layout.tsx`,
    cases.map(({ slug }) => route(`work/${slug}`, `${content}/cases/${slug}.mdx`)),
  ),
  route('about', `${folder}/about/about.tsx`),
  route('faq', `${folder}/faq/faq.tsx`),
  route('blog', `${folder}/blog/blog.tsx`),
  layout(
    `${folder}/blog/post-layout.tsx`,
    posts.map(({ slug }) => route(`blog/${slug}`, `${content}/posts/${slug}.mdx`)),
  ),
  layout(`${folder}/legal/legal-layout.tsx`, [
    route('privacy', `${content}/legal/privacy.mdx`),
    route('terms', `${content}/legal/terms.mdx`),
  ]),
  route('sitemap', `${folder}/sitemap/sitemap.tsx`),
];
