import {
  type ContractDraft,
  contractDraftSchema,
  type StudioContract,
  saveContractSchema,
} from '@atelier/domain/contracts/schema.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { ApiError } from '../../../lib/api/api-error.ts';
import { changeUnsent, readUnsent } from '../../../lib/storage/unsent-store.ts';
import { useSaveContract, useUploadContract } from '../contracts.queries.ts';

/** A total as it is typed: "12500", "$12,500", or nothing for "TBD". */
const typedTotal = z
  .string()
  .transform((text) => text.replaceAll(/[$,\s]/g, ''))
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(saveContractSchema.shape.total);

/** What the studio fills in for a contract. */
export const draftFormSchema = z.object({
  total: typedTotal,
  source: saveContractSchema.shape.source,
  link: saveContractSchema.shape.link,
});
export type DraftInput = z.input<typeof draftFormSchema>;
type DraftOutput = z.output<typeof draftFormSchema>;

/** A draft as form input. */
export function draftInput({ total, source, link }: ContractDraft): Required<DraftInput> {
  return { total: total === null ? '' : String(total), source, link };
}

const keptSchema = z.object({
  input: z.object({
    total: z.string(),
    source: saveContractSchema.shape.source,
    link: z.string().optional(),
  }),
  base: contractDraftSchema,
});

/** The unsaved text and the draft it was typed into; undefined if there is none. */
function readKeptDraft(text: string): z.infer<typeof keptSchema> | undefined {
  if (text === '') return undefined;
  try {
    return keptSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether the form equals a draft. */
export function isSameDraft(input: DraftInput, draft: ContractDraft): boolean {
  const parsed = draftFormSchema.safeParse(input);
  if (!parsed.success) return false;
  const { total, source, link } = parsed.data;
  return total === draft.total && source === draft.source && link === draft.link;
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
  const [isConflict, setConflict] = useState(false);
  const saving = useSaveContract(projectId);
  const uploading = useUploadContract(projectId);
  const form = useForm<DraftInput, unknown, DraftOutput>({
    defaultValues: kept?.input ?? draftInput(draft),
    resolver: zodResolver(draftFormSchema),
  });
  const input = form.watch();
  const isDirty = !isSameDraft(input, base);
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
  const isArrived = (isDirty || isConflict) && !isPending && isSameDraft(input, draft);
  useEffect(() => {
    if (!isArrived) return;
    setBase(draft);
    setConflict(false);
    saving.reset();
  }, [isArrived, draft, saving.reset]);
  useEffect(() => {
    if (draft.revision === base.revision || isDirty || isPending || isConflict) return;
    form.reset(draftInput(draft));
    setBase(draft);
  }, [draft, base, isDirty, isPending, isConflict, form]);

  /** Makes the saved draft the base of the form. */
  const reconcile = (contract: StudioContract) => {
    setBase(contract.draft);
    setConflict(false);
    return contract;
  };
  const fail = (error: unknown) => {
    setConflict(error instanceof ApiError && error.code === 'conflict');
    return undefined;
  };
  return {
    form,
    isDirty,
    isConflict,
    isPending,
    isSaving: saving.isPending,
    isUploading: uploading.isPending,
    error: saving.error ?? uploading.error,
    /** Saves the typed text; undefined after a failure. After a conflict it overwrites the other save. */
    save: async (fields: DraftOutput) => {
      uploading.reset();
      const { revision } = isConflict ? draft : base;
      return saving.mutateAsync({ ...fields, revision }).then(reconcile, fail);
    },
    upload: async (file: File) => {
      saving.reset();
      const { revision } = isConflict ? draft : base;
      const contract = await uploading.mutateAsync({ file, revision }).then(reconcile, fail);
      if (contract) form.setValue('source', 'upload');
      return contract;
    },
    /** Replaces the typed text with what was saved elsewhere. */
    takeSaved: () => {
      saving.reset();
      uploading.reset();
      form.reset(draftInput(draft));
      setBase(draft);
      setConflict(false);
    },
  };
}
