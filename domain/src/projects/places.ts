import { changeOrderAnchor } from '../change-orders/rules.ts';
import { invoiceAnchor } from '../invoices/rules.ts';
import { milestoneAnchor } from '../milestones/rules.ts';
import { type MadeAddress, projectPath, requestAnchor, studioProjectPath } from '../pages.ts';
import type { ProjectTabName } from '../project-parts.ts';
import type { ProjectSide } from './rules.ts';

/*
 * Everything in a project that a mail's link leads to. Each has a place in the portal and in the studio's view: a journey follows
 * a link to each of them at the width of a phone and of a desk.
 */

/** The whole of a tab. */
const TABS = {
  project: 'overview',
  contract: 'contract',
  milestones: 'milestones',
  invoices: 'invoices',
  files: 'files',
  messages: 'feedback',
} as const satisfies Record<string, ProjectTabName>;

/** One thing in a tab, and the id of its element there. */
const THINGS = {
  change_order: { tab: 'contract', anchor: changeOrderAnchor },
  milestone: { tab: 'milestones', anchor: milestoneAnchor },
  invoice: { tab: 'invoices', anchor: invoiceAnchor },
  request: { tab: 'overview', anchor: requestAnchor },
} as const satisfies Record<string, { tab: ProjectTabName; anchor: (id: string) => string }>;

type Thing = keyof typeof THINGS;
export type ProjectPlaceName = keyof typeof TABS | Thing;
export type ProjectPlace = { what: keyof typeof TABS } | { what: Thing; id: string };

/** The element id of the row of tabs with the open one below it. */
export const TABS_ANCHOR = 'view';

/** The id of its element in its tab; undefined for the whole of it. */
export const placeAnchor = (place: ProjectPlace): string | undefined =>
  'id' in place ? THINGS[place.what].anchor(place.id) : undefined;

/** Its address on one side. */
export function placePath(side: ProjectSide, projectId: string, place: ProjectPlace): MadeAddress {
  const tab = 'id' in place ? THINGS[place.what].tab : TABS[place.what];
  const path = side === 'client' ? projectPath(projectId, { tab }) : studioProjectPath(projectId, tab);
  return `${path}#${placeAnchor(place) ?? TABS_ANCHOR}` as MadeAddress;
}

/** The only one of several things, or else the whole of a tab. */
export function onlyPlace(
  what: Thing,
  things: readonly { id: string }[],
  otherwise: keyof typeof TABS,
): ProjectPlace {
  const [only] = things;
  return only && things.length === 1 ? { what, id: only.id } : { what: otherwise };
}
