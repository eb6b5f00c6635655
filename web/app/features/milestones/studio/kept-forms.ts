import { type Milestone, milestoneSchema } from '@atelier/domain/milestones/schema.ts';
import { useState } from 'react';
import { z } from 'zod';
import { changeUnsent, readUnsent } from '../../../lib/storage/unsent-store.ts';

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
type KeptAddition = z.infer<typeof additionSchema>;
/** An unsaved edit, with the milestone's state when the edit began, and its place in the plan. */
type KeptEdit = z.infer<typeof editSchema>;

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

/** Which milestones of a list are being edited. */
export interface OpenEdits {
  /** The list, and in their places those that were deleted elsewhere while they are being edited. */
  shown: readonly Milestone[];
  isOpen: (id: string) => boolean;
  open: (milestone: Milestone) => void;
  close: (id: string) => void;
}

/**
 * Keeps a milestone visible while it is being edited, so that no typed word is lost. Reopens text
 * that was unsaved when the studio left the page.
 */
export function useOpenEdits(projectId: string, milestones: readonly Milestone[]): OpenEdits {
  const [edits, setEdits] = useState<readonly { milestone: Milestone; place: number }[]>(() =>
    Object.values(readEdits(projectId)),
  );
  const shown = [...milestones];
  for (const { milestone, place } of edits) {
    if (!milestones.some(({ _id }) => _id === milestone._id)) shown.splice(place, 0, milestone);
  }
  return {
    shown,
    isOpen: (id) => edits.some(({ milestone }) => milestone._id === id),
    open: (milestone) =>
      setEdits((before) => [...before, { milestone, place: milestones.indexOf(milestone) }]),
    close: (id) => {
      keepEdit(projectId, id, undefined);
      setEdits((before) => before.filter(({ milestone }) => milestone._id !== id));
    },
  };
}
