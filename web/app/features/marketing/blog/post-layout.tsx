import { pages } from '@atelier/content/pages.ts';
import { person } from '@atelier/content/person.ts';
import { findPost, type Post, posts } from '@atelier/content/posts.ts';
import type { ArticlePath } from '@atelier/domain/pages.ts';
import { type MetaArgs, Outlet, useLocation } from 'react-router';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { formatDate } from '../../../lib/format.ts';
import { pageMeta } from '../../../lib/pages/page-meta.ts';
import { StructuredData } from '../../../ui/structured-data.tsx';
import { Closing } from '../components/closing.tsx';
import { useMorph } from '../components/morph.ts';
import { PageHero } from '../components/page-hero.tsx';
import { Picture } from '../components/picture.tsx';
import { Prose } from '../prose/prose.tsx';
import { breadcrumbData, postData } from '../seo/structured.ts';
import { PostCard } from './post-card.tsx';

/** The post at an address of this layout; the route table has no other addresses in it. */
function postAt(pathname: string): Post {
  const post = findPost(pathname.split('/')[2] ?? '');
  if (!post) throw new Error(`No post at ${pathname}`);
  return post;
}

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export function meta({ location }: MetaArgs) {
  const { slug, title, description, published } = postAt(location.pathname);
  return pageMeta({ path: `/blog/${slug}`, title, description }, published);
}

/** A post around its text: title, picture and further posts. */
export default function PostLayout() {
  const post = postAt(useLocation().pathname);
  const { slug, title, description, published, topic, cover } = post;
  const path: ArticlePath = `/blog/${slug}`;
  const others = posts.filter((each) => each.slug !== slug).slice(0, 3);
  return (
    <>
      <article>
        <PageHero trail={[pages.blog]} label={topic} title={title}>
          <p>{description}</p>
          <p className="mt-3 text-sm">
            By {person.name}, <time dateTime={published}>{formatDate(published)}</time>
          </p>
        </PageHero>
        <div className="mx-auto max-w-page px-5 sm:px-8">
          <div style={useMorph(path)}>
            <Picture
              name={cover}
              isFirst
              sizes="(min-width: 78rem) clamp(74rem, 72vw, 88rem), calc(100vw - 2.5rem)"
              className="h-auto w-full rounded-md"
            />
          </div>
          <Prose className="py-12 sm:py-16">
            <Outlet />
          </Prose>
        </div>
      </article>
      {others.length > 0 && (
        <nav aria-label="More notes" className="mx-auto max-w-page px-5 pb-20 print:hidden sm:px-8 sm:pb-28">
          <p className="border-t border-ink pt-6 pb-10 font-display text-2xl font-semibold tracking-tight">
            More notes
          </p>
          <div className="grid gap-x-8 gap-y-14 md:grid-cols-3 lg:gap-x-10">
            {others.map((other) => (
              <PostCard key={other.slug} post={other} />
            ))}
          </div>
        </nav>
      )}
      <Closing />
      <StructuredData
        data={
          import.meta.env.SSR
            ? [breadcrumbData([pages.blog, { path, label: title }]), postData(post)]
            : undefined
        }
      />
    </>
  );
}
