import type { PictureName } from './pictures.ts';

export interface Post {
  /** The page is /blog/{slug}; its text is `posts/{slug}.mdx`. */
  slug: string;
  /** At most 60 characters. */
  title: string;
  /** For lists, search engines and the feed. 70 to 160 characters. */
  description: string;
  /** The day of publication, "2026-11-02". */
  published: string;
  topic: string;
  cover: PictureName;
}

/** The notes, newest first. */
export const posts: readonly Post[] = [
  {
    slug: 'what-makes-a-page-fast',
    title: 'What makes a page fast, in the order it matters',
    description:
      'Most slow pages are slow for the same four reasons. How to find yours in a minute, and what to fix first.',
    published: '2026-11-03',
    topic: 'Speed',
    cover: 'post-speed',
  },
  {
    slug: 'forms-people-finish',
    title: 'Forms that people finish',
    description:
      'Every field costs you someone. How to ask for less, keep bots out without puzzles, and never lose what people typed.',
    published: '2026-09-22',
    topic: 'Forms',
    cover: 'post-forms',
  },
  {
    slug: 'a-brief-that-gets-a-fair-price',
    title: 'A brief that gets you a fair price',
    description:
      'A price is a guess about the unknown. Six answers that take the guesswork out, whoever you ask for a quote.',
    published: '2026-08-11',
    topic: 'Briefs',
    cover: 'post-brief',
  },
  {
    slug: 'numbers-worth-watching',
    title: 'Five numbers worth watching',
    description:
      'Forty charts are a way of not looking. Five numbers tell a small business whether its site works.',
    published: '2026-06-30',
    topic: 'Analytics',
    cover: 'post-numbers',
  },
];

/** The post with a slug. */
export function findPost(slug: string): Post | undefined {
  return posts.find((each) => each.slug === slug);
}
