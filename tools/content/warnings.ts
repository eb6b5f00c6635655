import { isDay, when } from './rules.ts';
import type { Site } from './site.ts';

/** What is not wrong and yet may not be meant, a sentence each. A build goes on. */
export function findWarnings({ posts }: Site, now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  return posts.flatMap(({ slug, published }) =>
    when(
      isDay(published) && published > today,
      `content/posts.ts, “${slug}”: its day, ${published}, is yet to come; it is shown already.`,
    ),
  );
}
