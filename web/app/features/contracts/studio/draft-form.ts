import {
  type ContractDraft,
  contractDraftSchema,
  type StudioContract,
} from '@atelier/domain/contracts/schema.ts';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { ApiError } from '../../../lib/api/api-error.ts';
import { changeUnsent, readUnsent } from '../../../lib/storage/unsent-store.ts';
import { useSaveContract, useUploadContract } from '../contracts.queries.ts';
import { type DraftInput, draftInput, draftInputSchema, isSavedAs, readDraft } from './draft-input.ts';

const keptSchema = z.object({ input: draftInputSchema, base: contractDraftSchema });

/** The unsaved text and the draft it was typed into; undefined if there is none. */
function readKeptDraft(text: string): z.infer<typeof keptSchema> | undefined {
  if (text === '') return undefined;
  try {
    return keptSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * The form of a contract's draft. It knows which draft it was filled from: a save from elsewhere
 * shows as a conflict, and never replaces the typed text. The text survives a look at another tab
 * or page, and a reload.
 */
export function useDraftForm(projectId: string, draft: ContractDraft) {
  const unsentKey = `contract-draft:${projectId}`;
  const [kept] = useState(() => readKeptDraft(readUnsent(unsentKey).text));
  const [base, setBase] = useState(kept?.base ?? draft);
  const [input, setInput] = useState(() => kept?.input ?? draftInput(draft));
  const [isConflict, setConflict] = useState(false);
  // Errors show from the first refused save to the next one that is accepted.
  const [refusals, setRefusals] = useState(0);
  const saving = useSaveContract(projectId);
  const uploading = useUploadContract(projectId);
  const typed = readDraft(input, base);
  const isDirty = !isSavedAs(typed.draft, base);
  const isPending = saving.isPending || uploading.isPending;

  // Another tab's text for the same draft belongs to that tab.
  const isKeeping = useRef(kept !== undefined);
  const text = isDirty ? JSON.stringify({ input, base }) : '';
  useEffect(() => {
    if (text === '' && !isKeeping.current) return;
    isKeeping.current = text !== '';
    changeUnsent(unsentKey, (before) => ({ ...before, text }));
  }, [unsentKey, text]);
  // The save arrived and only its reply was lost: the server has exactly the typed text.
  const isArrived = (isDirty || isConflict) && !isPending && isSavedAs(readDraft(input, draft).draft, draft);
  useEffect(() => {
    if (!isArrived) return;
    setBase(draft);
    setConflict(false);
    saving.reset();
  }, [isArrived, draft, saving.reset]);
  useEffect(() => {
    if (draft.revision === base.revision || isDirty || isPending || isConflict) return;
    setInput(draftInput(draft));
    setBase(draft);
  }, [draft, base, isDirty, isPending, isConflict]);

  /** Makes the saved draft the base of the form. */
  const reconcile = (contract: StudioContract) => {
    setBase(contract.draft);
    setConflict(false);
    setRefusals(0);
    return contract;
  };
  const fail = (error: unknown) => {
    setConflict(error instanceof ApiError && error.code === 'conflict');
    return undefined;
  };
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
    isPending,
    isSaving: saving.isPending,
    isUploading: uploading.isPending,
    error: saving.error ?? uploading.error,
    /** Saves the typed text; undefined after a failure. After a conflict it overwrites the other save. */
    save: async (): Promise<StudioContract | undefined> => {
      if (!typed.draft) {
        setRefusals(refusals + 1);
        return undefined;
      }
      uploading.reset();
      const { revision } = isConflict ? draft : base;
      return saving.mutateAsync({ ...typed.draft, revision }).then(reconcile, fail);
    },
    upload: async (file: File) => {
      saving.reset();
      const { revision } = isConflict ? draft : base;
      const contract = await uploading.mutateAsync({ file, revision }).then(reconcile, fail);
      if (contract) setInput((before): DraftInput => ({ ...before, source: 'upload' }));
      return contract;
    },
    /** Replaces the typed text with what was saved elsewhere. */
    takeSaved: () => {
      saving.reset();
      uploading.reset();
      setInput(draftInput(draft));
      setBase(draft);
      setConflict(false);
      setRefusals(0);
    },
  };
}
