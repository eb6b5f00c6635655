import type { ContractDraft, StudioContract } from '@atelier/domain/portal/contract.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../../../lib/api-error.ts';
import { useSession } from '../../../../lib/session.ts';
import {
  type DraftInput,
  type DraftOutput,
  draftFormSchema,
  draftInput,
  isSameDraft,
} from './draft-fields.ts';
import { useSaveContract } from './save-contract.ts';
import { useUploadContract } from './upload-contract.ts';

/** What is typed and not saved, and the draft that it was typed into, by who types and for which project. */
const unsaved = new Map<string, { input: DraftInput; base: ContractDraft }>();

/**
 * The form of a contract's draft. It knows which draft it was filled from: what was saved elsewhere meanwhile is shown
 * as a conflict, and never takes the place of what is being typed. What is typed is still there after a look at another
 * tab or page.
 */
export function useDraftForm(projectId: string, draft: ContractDraft) {
  const session = useSession();
  const key = `${session.status === 'signed-in' ? session.user.id : ''} ${projectId}`;
  const [base, setBase] = useState(() => unsaved.get(key)?.base ?? draft);
  const [isConflict, setConflict] = useState(false);
  const saving = useSaveContract(projectId);
  const uploading = useUploadContract(projectId);
  const form = useForm<DraftInput, unknown, DraftOutput>({
    defaultValues: unsaved.get(key)?.input ?? draftInput(draft),
    resolver: zodResolver(draftFormSchema),
  });
  const input = form.watch();
  const isDirty = !isSameDraft(input, base);
  const isPending = saving.isPending || uploading.isPending;

  useEffect(() => {
    if (isDirty) unsaved.set(key, { input, base });
    else unsaved.delete(key);
  });
  useEffect(() => {
    if (draft.revision === base.revision || isDirty || isPending || isConflict) return;
    form.reset(draftInput(draft));
    setBase(draft);
  }, [draft, base, isDirty, isPending, isConflict, form]);

  /** What the server made of it is what the form stands on from now on. */
  const settle = (contract: StudioContract) => {
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
    /** Saves what is typed; undefined when that failed. After a conflict it goes over what was saved elsewhere. */
    save: async (fields: DraftOutput) => {
      uploading.reset();
      const { revision } = isConflict ? draft : base;
      return saving.mutateAsync({ ...fields, revision }).then(settle, fail);
    },
    upload: async (file: File) => {
      saving.reset();
      const { revision } = isConflict ? draft : base;
      const contract = await uploading.mutateAsync({ file, revision }).then(settle, fail);
      if (contract) form.setValue('source', 'upload');
      return contract;
    },
    /** Gives up what is typed for what was saved elsewhere. */
    takeSaved: () => {
      saving.reset();
      uploading.reset();
      form.reset(draftInput(draft));
      setBase(draft);
      setConflict(false);
    },
  };
}
