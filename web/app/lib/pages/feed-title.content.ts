import { pages } from '@atelier/content/pages.ts';
import { studio } from '@atelier/content/studio.ts';

/** What the feed is called where a page names it. */
export const feedTitle = `${studio.name}: ${pages.blog.label}`;
