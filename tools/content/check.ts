import { findErrors } from './errors.ts';
import { isDay, when } from './rules.ts';
import { readSite, type Site } from './site.ts';

/** What is valid but may be a mistake, a sentence each. A build continues. */
export function findWarnings({ posts }: Site, now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  return posts.flatMap(({ slug, published }) =>
    when(
      isDay(published) && published > today,
      `content/posts.ts, “${slug}”: its day, ${published}, is yet to come; it is shown already.`,
    ),
  );
}

/** What is missing in `content/` or at odds with itself, and what is only worth a look: a sentence each. */
export function checkContent(): { errors: string[]; warnings: string[] } {
  const site = readSite();
  return { errors: findErrors(site), warnings: findWarnings(site, new Date()) };
}

if (import.meta.main) {
  const { errors, warnings } = checkContent();
  for (const error of errors) console.error(error);
  for (const warning of warnings) console.log(`Worth a look: ${warning}`);
  process.exitCode = errors.length === 0 ? 0 : 1;
}
