import { z } from 'zod';
import { DEFAULT_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE } from './paging-rules.ts';
import { shortText } from './text-schema.ts';

/** A number from a query string: absent is the default, anything but a whole number in range is an error. */
function wholeNumber(fallback: number, max: number) {
  return z.coerce
    .number({ error: 'Must be a whole number.' })
    .int('Must be a whole number.')
    .min(1, 'Must be 1 or more.')
    .max(max, `Must be ${max} or less.`)
    .default(fallback);
}

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
