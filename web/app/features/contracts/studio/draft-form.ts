import { type ContractDraft, contractDraftSchema } from '@atelier/domain/contracts/schema.ts';
import { useDraftForm } from '../../../lib/storage/draft-form.ts';
import { useSaveContract, useUploadContract } from '../contracts.queries.ts';
import { type DraftInput, draftInput, draftInputSchema, isSavedAs, readDraft } from './draft-input.ts';

/** The form of a contract's draft, with the upload that can be its document. */
export function useContractForm(projectId: string, draft: ContractDraft) {
  const saving = useSaveContract(projectId);
  const uploading = useUploadContract(projectId);
  const { mutateAsync: save, reset: resetSaving } = saving;
  const { mutateAsync: upload, reset: resetUploading } = uploading;
  const isPending = saving.isPending || uploading.isPending;
  const form = useDraftForm({
    unsentKey: `contract-draft:${projectId}`,
    draft,
    inputSchema: draftInputSchema,
    draftSchema: contractDraftSchema,
    toInput: draftInput,
    read: readDraft,
    isSavedAs,
    save: (body) => {
      resetUploading();
      return save(body);
    },
    draftOf: (contract) => contract.draft,
    isPending,
    reset: resetSaving,
  });
  return {
    ...form,
    isPending,
    isSaving: saving.isPending,
    isUploading: uploading.isPending,
    error: saving.error ?? uploading.error,
    upload: async (file: File) => {
      resetSaving();
      const contract = await form.saveOver((revision) => upload({ file, revision }));
      if (contract) form.change((before): DraftInput => ({ ...before, source: 'upload' }));
      return contract;
    },
    takeSaved: () => {
      resetUploading();
      form.takeSaved();
    },
  };
}
