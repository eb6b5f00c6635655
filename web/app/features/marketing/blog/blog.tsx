import { pages } from '@atelier/content/pages.ts';
import { posts } from '@atelier/content/posts.ts';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { metaOf } from '../../../lib/pages/page-meta-by-key.ts';
import { ButtonAnchor } from '../../../ui/button.tsx';
import { Rss } from '../../../ui/icons.tsx';
import { StructuredData } from '../../../ui/structured-data.tsx';
import { Closing } from '../components/closing.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { breadcrumbData } from '../seo/structured.ts';
import { PostCard } from './post-card.tsx';

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = () => metaOf('blog');

/** All posts, the newest large. */
export default function Blog() {
  return (
    <>
      <PageHero label={pages.blog.label} title={`${pages.blog.title}.`}>
        {pages.blog.description}
      </PageHero>
      <div className="mx-auto max-w-page px-5 pb-20 sm:px-8 sm:pb-28">
        <div className="grid gap-x-8 gap-y-14 md:grid-cols-3 lg:gap-x-10">
          {posts.map((post, position) => (
            <PostCard key={post.slug} post={post} isLead={position === 0} />
          ))}
        </div>
        <div className="mt-16 flex flex-wrap items-center gap-x-6 gap-y-4 border-t border-rule pt-8">
          <p className="text-ink-soft">I write when I have something to say. The feed tells you when.</p>
          <ButtonAnchor href="/feed.xml" variant="secondary" size="sm">
            <Rss aria-hidden="true" className="size-4" />
            RSS feed
          </ButtonAnchor>
        </div>
      </div>
      <Closing />
      <StructuredData data={import.meta.env.SSR ? [breadcrumbData([pages.blog])] : undefined} />
    </>
  );
}
