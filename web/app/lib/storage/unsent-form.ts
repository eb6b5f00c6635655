import type { z } from 'zod';
import { changeUnsent, readUnsent } from './unsent-store.ts';

/*
 * The unsaved text of a form, beside unsent messages: it survives leaving and reloading the page, belongs to its author alone,
 * and ends with signing out.
 */

/** What a form was left with; undefined if there is nothing, or only what an earlier version of the form stored. */
export function readForm<Kept>(key: string, schema: z.ZodType<Kept>): Kept | undefined {
  const { text } = readUnsent(key);
  if (text === '') return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Stores what a form is left with, or deletes it. */
export function keepForm(key: string, kept: unknown): void {
  const text = kept === undefined ? '' : JSON.stringify(kept);
  changeUnsent(key, (before) => ({ ...before, text }));
}
