import { api } from '@atelier/domain/api.ts';
import { MAX_REPLY_FILES } from '@atelier/domain/enquiries/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ChosenFiles, type ChosenFilesOptions, useChosenFiles } from '../../../lib/api/chosen-files.ts';
import { uploadFile } from '../../../lib/api/files.ts';
import type { Sending } from '../../../lib/api/upload-queue.ts';
import { addReplyFile } from './enquiry-thread.queries.ts';

/** The files of an unfinished reply. */
export function useReplyFiles(
  enquiryId: string,
  limits: Pick<ChosenFilesOptions, 'arrived' | 'maxBytes'>,
): ChosenFiles {
  const queryClient = useQueryClient();
  const send = async ({ key, file, onProgress, signal }: Sending) => {
    const parts = { params: { id: enquiryId }, key, file, onProgress, signal };
    addReplyFile(queryClient, enquiryId, (await uploadFile(api.uploadReplyFile, parts)).file);
  };
  return useChosenFiles(`enquiry ${enquiryId}`, send, {
    ...limits,
    most: MAX_REPLY_FILES,
    tooMany: `A reply can have up to ${MAX_REPLY_FILES} files.`,
  });
}
