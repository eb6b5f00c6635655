import { type PageQuery, pageCount } from '@atelier/domain/paging.ts';

/** A page of a list as the wire has it. */
export function presentPage<Item>(items: Item[], total: number, { page, limit }: PageQuery) {
  return { items, total, page, pages: pageCount(total, limit) };
}
