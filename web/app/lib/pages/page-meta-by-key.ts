import { type AccountPageKey, accountPages, type PageKey, pages } from '@atelier/content/pages.ts';
import type { MetaDescriptor } from 'react-router';
import { pageMeta } from './page-meta.ts';

/** What a page of the list in `content/pages.ts` says about itself to browsers, search engines and shared links. */
export function metaOf(key: PageKey | AccountPageKey): MetaDescriptor[] {
  return pageMeta({ ...pages, ...accountPages }[key]);
}
