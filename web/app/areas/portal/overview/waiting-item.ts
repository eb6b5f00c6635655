import type { ProjectTabName } from '@atelier/domain/project-parts.ts';

/** A task that waits for its reader, and its place. */
export interface WaitingItem {
  key: string;
  title: string;
  /** What it is about; people's own words, perhaps, and long ones. */
  detail: string;
  /** The tab that it is done in, and its place there. */
  tab: ProjectTabName;
  anchor?: string;
}

/** Rows of one kind before the others are counted together. */
const MOST = 4;

/** The first few of one kind, and for the others one row that leads to all of them. */
export function shorten(items: readonly WaitingItem[], rest: (count: number) => WaitingItem): WaitingItem[] {
  if (items.length <= MOST) return [...items];
  return [...items.slice(0, MOST - 1), rest(items.length - MOST + 1)];
}

/** `1 file`, `3 files` */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;
