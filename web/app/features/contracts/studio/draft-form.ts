import { api } from '@atelier/domain/api.ts';
import { type ContractDraft, contractDraftSchema } from '@atelier/domain/contracts/schema.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { useDraftForm } from '../../../lib/storage/draft-form.ts';
import { changesContract, useUploadContract } from '../contracts.queries.ts';
import { type DraftInput, draftInput, draftInputSchema, isSavedAs, readDraft } from './draft-input.ts';

/** The form of a contract's draft, with the upload that can be its document. */
export function useContractForm(projectId: string, draft: ContractDraft) {
  const saving = useCall(api.saveContract, changesContract(projectId));
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
    save: async (body) => {
      resetUploading();
      return (await save({ params: { id: projectId }, body })).contract;
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
      const contract = await form.saveOver(async (revision) => (await upload({ file, revision })).contract);
      if (contract) form.change((before): DraftInput => ({ ...before, source: 'upload' }));
      return contract;
    },
    takeSaved: () => {
      resetUploading();
      form.takeSaved();
    },
  };
}
