import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../api/api-error.ts';
import { changeUnsent, readUnsent } from './unsent-store.ts';

/** A draft that the server saves over the revision that its form was filled from. */
interface SavedDraft {
  revision: number;
}

interface DraftForm<Input, Draft, Typed, Reply> {
  /** Where the unsaved text is kept. */
  unsentKey: string;
  /** As the server has it now. */
  draft: Draft;
  inputSchema: z.ZodType<Input>;
  draftSchema: z.ZodType<Draft>;
  /** A draft as form input. */
  toInput: (draft: Draft) => Input;
  /** The input as it would be saved, which is undefined while something in it is wrong. */
  read: (input: Input, base: Draft) => { draft: Typed | undefined; errors: Readonly<Record<string, string>> };
  isSavedAs: (typed: Typed | undefined, draft: Draft) => boolean;
  save: (typed: Typed & SavedDraft) => Promise<Reply>;
  draftOf: (reply: Reply) => Draft;
  isPending: boolean;
  /** Forgets why the last save failed. */
  reset: () => void;
}

/** What is kept as unsaved text, such as the input and the draft it was typed into; undefined if there is none. */
export function readKept<Kept>(text: string, schema: z.ZodType<Kept>): Kept | undefined {
  if (text === '') return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * The form of a draft. It knows which draft it was filled from: a save from elsewhere shows as a conflict, and never
 * replaces the typed text. The text survives a look at another tab or page, and a reload.
 */
export function useDraftForm<Input, Draft extends SavedDraft, Typed, Reply>({
  unsentKey,
  draft,
  inputSchema,
  draftSchema,
  toInput,
  read,
  isSavedAs,
  save,
  draftOf,
  isPending,
  reset,
}: DraftForm<Input, Draft, Typed, Reply>) {
  const [kept] = useState(() =>
    readKept(readUnsent(unsentKey).text, z.object({ input: inputSchema, base: draftSchema })),
  );
  const [base, setBase] = useState(kept?.base ?? draft);
  const [input, setInput] = useState(() => kept?.input ?? toInput(draft));
  const [isConflict, setConflict] = useState(false);
  // Errors show from the first refused save to the next one that is accepted.
  const [refusals, setRefusals] = useState(0);
  const typed = read(input, base);
  const isDirty = !isSavedAs(typed.draft, base);

  // Another tab's text for the same draft belongs to that tab.
  const isKeeping = useRef(kept !== undefined);
  const text = isDirty ? JSON.stringify({ input, base }) : '';
  useEffect(() => {
    if (text === '' && !isKeeping.current) return;
    isKeeping.current = text !== '';
    changeUnsent(unsentKey, (before) => ({ ...before, text }));
  }, [unsentKey, text]);
  // The save arrived and only its reply was lost: the server has exactly the typed text.
  const isArrived = (isDirty || isConflict) && !isPending && isSavedAs(read(input, draft).draft, draft);
  useEffect(() => {
    if (!isArrived) return;
    setBase(draft);
    setConflict(false);
    reset();
  }, [isArrived, draft, reset]);
  useEffect(() => {
    if (draft.revision === base.revision || isDirty || isPending || isConflict) return;
    setInput(toInput(draft));
    setBase(draft);
  }, [draft, base, isDirty, isPending, isConflict, toInput]);

  /** Runs a save over the revision that the form is based on; undefined after a failure. */
  const saveOver = (act: (revision: number) => Promise<Reply>): Promise<Reply | undefined> =>
    act((isConflict ? draft : base).revision).then(
      (reply) => {
        setBase(draftOf(reply));
        setConflict(false);
        setRefusals(0);
        return reply;
      },
      (error: unknown) => {
        setConflict(error instanceof ApiError && error.code === 'conflict');
        return undefined;
      },
    );
  return {
    input,
    change: setInput,
    /** As it would be saved; undefined while something in it is wrong. */
    typed: typed.draft,
    errors: refusals > 0 ? typed.errors : {},
    /** How many saves the form has refused since the last one: each leads to the first error. */
    refusals,
    isDirty,
    isConflict,
    saveOver,
    /** Saves the typed text; undefined after a failure. After a conflict it overwrites the other save. */
    save: async (): Promise<Reply | undefined> => {
      const { draft: sent } = typed;
      if (!sent) {
        setRefusals(refusals + 1);
        return undefined;
      }
      return saveOver((revision) => save({ ...sent, revision }));
    },
    /** Replaces the typed text with what was saved elsewhere. */
    takeSaved: () => {
      reset();
      setInput(toInput(draft));
      setBase(draft);
      setConflict(false);
      setRefusals(0);
    },
  };
}
