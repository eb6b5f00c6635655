import { api } from '@atelier/domain/api.ts';
import { MAX_ANSWER_FILES } from '@atelier/domain/requests/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ChosenFiles, type ChosenFilesOptions, useChosenFiles } from '../../../lib/api/chosen-files.ts';
import { uploadFile } from '../../../lib/api/files.ts';
import type { Sending } from '../../../lib/api/upload-queue.ts';
import { addUnsentFile } from '../request-mutations.ts';

/** The files of an unfinished answer. */
export function useAnswerFiles(
  { projectId, requestId }: { projectId: string; requestId: string },
  limits: Pick<ChosenFilesOptions, 'arrived' | 'maxBytes'>,
): ChosenFiles {
  const queryClient = useQueryClient();
  const send = async ({ key, file, onProgress, signal }: Sending) => {
    const parts = { params: { id: projectId, requestId }, key, file, onProgress, signal };
    const sent = await uploadFile(api.uploadAnswerFile, parts);
    addUnsentFile(queryClient, { projectId, requestId, file: sent.file });
  };
  return useChosenFiles(`request ${requestId}`, send, {
    ...limits,
    most: MAX_ANSWER_FILES,
    tooMany: `An answer can have up to ${MAX_ANSWER_FILES} files. Send the others as an addition.`,
  });
}
