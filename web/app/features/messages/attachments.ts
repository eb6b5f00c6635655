import { MAX_MESSAGE_FILES } from '@atelier/domain/messages/rules.ts';
import { type ChosenFiles, type ChosenFilesOptions, useChosenFiles } from '../../lib/api/chosen-files.ts';
import { uploadFile } from '../../lib/api/files.ts';
import type { Sending } from '../../lib/api/upload-queue.ts';
import { type MessagesPlace, messageEndpoints } from './messages.queries.ts';
import { addFile } from './outbox.ts';

/** The files of an unfinished message. */
export function useAttachments(
  { side, projectId }: MessagesPlace,
  limits: Pick<ChosenFilesOptions, 'arrived' | 'maxBytes'>,
): ChosenFiles {
  const send = async ({ key, file, onProgress, signal }: Sending) => {
    const parts = { params: { id: projectId }, key, file, onProgress, signal };
    const { file: sent } = await uploadFile(messageEndpoints[side].attach, parts);
    const { id, name, size, type } = sent;
    addFile({ side, projectId }, { id, key, name, size, type });
  };
  return useChosenFiles(`message ${side} ${projectId}`, send, {
    ...limits,
    most: MAX_MESSAGE_FILES,
    tooMany: `A message can have up to ${MAX_MESSAGE_FILES} files. Send the others with another one.`,
  });
}
