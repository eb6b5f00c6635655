import { z } from 'zod';
import { shortText } from './text-schema.ts';

/** Items on a page by default (specification section 9). */
export const DEFAULT_PAGE_SIZE = 20;
/** The largest page size. */
export const MAX_PAGE_SIZE = 100;
/** The last page number: beyond it the user has to search. */
export const MAX_PAGE = 10_000;

/** A number from a query string: absent is the default, anything but a whole number in range is an error. */
function wholeNumber(fallback: number, max: number) {
  return z.coerce
    .number({ error: 'Must be a whole number.' })
    .int('Must be a whole number.')
    .min(1, 'Must be 1 or more.')
    .max(max, `Must be ${max} or less.`)
    .default(fallback);
}

/** A search counts up to here: counting everything would cost more than it tells. */
export const SEARCH_TOTAL_CAP = 1_000;

/** `page` and `limit` of a list call. */
export const pageQuerySchema = z.object({
  page: wholeNumber(1, MAX_PAGE),
  limit: wholeNumber(DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** Free-text search of a list: cleaned, trimmed, bounded; empty means no search. */
export const searchTextSchema = shortText(200).optional();

/** A page of a list: `{ items, total, page, pages }`. `total` may be capped for a search. */
export function pageReplySchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    pages: z.number().int(),
  });
}

/** A list without paging: `{ items }`. */
export function listReplySchema<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item) });
}

/** How many pages `total` items fill; an empty list has one (empty) page, so that "Page 1 of 1" reads right. */
export function pageCount(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

/** A displayed total: "1,234"; for a search that stopped counting, "1,000+". */
export function formatTotal(total: number, { isSearch = false } = {}): string {
  const isCapped = isSearch && total >= SEARCH_TOTAL_CAP;
  return `${total.toLocaleString('en-US')}${isCapped ? '+' : ''}`;
}
