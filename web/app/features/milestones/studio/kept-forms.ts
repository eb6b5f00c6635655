import { type Milestone, milestoneSchema } from '@atelier/domain/milestones/schema.ts';
import { z } from 'zod';
import { changeUnsent, readUnsent } from '../../../lib/unsent-store.ts';

/*
 * Unsaved text in a plan's forms. It is stored beside unsent messages: it survives leaving and
 * reloading the page, belongs to its author alone, and ends with signing out.
 */
const fieldsSchema = z.object({ title: z.string(), due: z.string(), description: z.string() });
const additionSchema = z.object({ fields: fieldsSchema, isDraft: z.boolean() });
const editSchema = z.object({ milestone: milestoneSchema, place: z.number(), fields: fieldsSchema });
const editsSchema = z.record(z.string(), editSchema);

/** The text of a form. */
export type KeptFields = z.infer<typeof fieldsSchema>;
/** A milestone that is being added. */
export type KeptAddition = z.infer<typeof additionSchema>;
/** An unsaved edit, with the milestone's state when the edit began, and its place in the plan. */
export type KeptEdit = z.infer<typeof editSchema>;

const additionKey = (projectId: string) => `milestone-addition:${projectId}`;
const editsKey = (projectId: string) => `milestone-edits:${projectId}`;

export function readAddition(projectId: string): KeptAddition | undefined {
  return read(additionKey(projectId), additionSchema);
}

/** Stores the text, or deletes it. */
export function keepAddition(projectId: string, addition: KeptAddition | undefined): void {
  keep(additionKey(projectId), addition);
}

/** A project's unsaved edits, by the id of their milestone. */
export function readEdits(projectId: string): Readonly<Record<string, KeptEdit>> {
  return read(editsKey(projectId), editsSchema) ?? {};
}

/** Stores the text of an edit, or deletes it. */
export function keepEdit(projectId: string, milestoneId: string, edit: KeptEdit | undefined): void {
  const { [milestoneId]: _, ...others } = readEdits(projectId);
  const edits = edit ? { ...others, [milestoneId]: edit } : others;
  keep(editsKey(projectId), Object.keys(edits).length > 0 ? edits : undefined);
}

/** The fields of a milestone, as its form has them. */
export function fieldsOf({ title, due, description }: Milestone): KeptFields {
  return { title, due: due ?? '', description };
}

function read<Kept>(key: string, schema: z.ZodType<Kept>): Kept | undefined {
  const { text } = readUnsent(key);
  if (text === '') return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function keep(key: string, kept: unknown): void {
  changeUnsent(key, (before) => ({ ...before, text: kept === undefined ? '' : JSON.stringify(kept) }));
}
