import type { Post } from '@atelier/content/posts.ts';
import type { ArticlePath } from '@atelier/domain/pages.ts';
import { clsx } from 'clsx';
import { formatDate } from '../../../lib/format.ts';
import { Link } from '../../../lib/pages/links.ts';
import { useMorph } from '../components/morph.ts';
import { Picture } from '../components/picture.tsx';

/** A post in a list. The lead post fills a row. */
export function PostCard({ post, isLead = false }: { post: Post; isLead?: boolean }) {
  const { slug, title, description, published, topic, cover } = post;
  const path: ArticlePath = `/blog/${slug}`;
  return (
    <article
      className={clsx(
        'group relative grid content-start gap-5',
        isLead && 'md:col-span-3 lg:grid-cols-12 lg:items-end lg:gap-x-10',
      )}
    >
      <div style={useMorph(path)} className={clsx('overflow-hidden rounded-md', isLead && 'lg:col-span-8')}>
        <Picture
          name={cover}
          isFirst={isLead}
          isDecoration
          sizes={
            isLead
              ? '(min-width: 78rem) clamp(48rem, 47vw, 58rem), (min-width: 64rem) 62vw, calc(100vw - 2.5rem)'
              : '(min-width: 64rem) 24rem, (min-width: 48rem) 30vw, calc(100vw - 2.5rem)'
          }
          className="h-auto w-full transition-transform duration-500 group-hover:scale-[1.015]"
        />
      </div>
      <div className={clsx('grid gap-2', isLead && 'lg:col-span-4')}>
        <p className="text-sm text-ink-soft">
          <span className="font-semibold text-ink">{topic}</span> ·{' '}
          <time dateTime={published}>{formatDate(published)}</time>
        </p>
        <h2 className={isLead ? 'text-2xl' : 'text-lg'}>
          <Link
            to={path}
            viewTransition
            className="underline decoration-transparent decoration-2 underline-offset-4 transition-colors after:absolute after:inset-0 group-hover:decoration-accent"
          >
            {title}
          </Link>
        </h2>
        <p className="text-ink-soft">{description}</p>
      </div>
    </article>
  );
}
