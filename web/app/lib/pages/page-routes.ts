import { PAGES, type PageName } from '@atelier/domain/pages.ts';
import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** The route of a page of the table, or of the frame that stands at its address. */
export function page(name: PageName, file: string, children?: RouteConfigEntry[]): RouteConfigEntry {
  return route(PAGES[name].slice(1), file, children);
}

/** The route of a page inside the frame that stands at another page's address. */
export function pageWithin(frame: PageName, name: PageName, file: string): RouteConfigEntry {
  return route(PAGES[name].slice(PAGES[frame].length + 1), file);
}

/** The route of one case study or post. */
export function articlePage(name: 'caseStudy' | 'post', slug: string, file: string): RouteConfigEntry {
  return route(PAGES[name].slice(1).replace(':slug', slug), file);
}

/** What an admin screen's route says about itself in its `handle`. */
export interface AdminHandle {
  /** Takes the whole width beside the sidebar (projects and portal, specification section 2). */
  isFullWidth?: boolean;
}
