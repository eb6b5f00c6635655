import { cleanFileName, formatAmount, refusalByName } from '@atelier/domain/files/rules.ts';
import { MAX_MESSAGE_FILES } from '@atelier/domain/messages/rules.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { uploadFile } from '../../lib/api/files.ts';
import { openQueue, type Sending, type UploadItem, type UploadQueue } from '../../lib/api/upload-queue.ts';
import { type MessagesPlace, messageEndpoints } from './messages.queries.ts';
import { addFile } from './outbox.ts';

/** The files on their way to an unfinished message. */
interface Attachments {
  queue: UploadQueue;
  /** Those that haven't arrived. */
  items: readonly UploadItem[];
  /** Adds files; `refusal` says why some can't be. */
  add(files: readonly File[]): { refusal: string | undefined };
}

/**
 * Sends the files of an unfinished message as they are chosen. What has arrived goes with its words.
 * @param arrived how many files the message has by now
 * @param maxBytes the largest file that can be attached; undefined while that is unknown
 */
export function useAttachments(
  { side, projectId }: MessagesPlace,
  { arrived, maxBytes }: { arrived: number; maxBytes: number | undefined },
): Attachments {
  const send = async ({ key, file, onProgress, signal }: Sending) => {
    const parts = { params: { id: projectId }, key, file, onProgress, signal };
    const { file: sent } = await uploadFile(messageEndpoints[side].attach, parts);
    const { id, name, size, type } = sent;
    addFile({ side, projectId }, { id, key, name, size, type });
  };
  const queue = openQueue(`message ${side} ${projectId}`, send);
  useEffect(() => {
    queue.refuse = (file) => {
      const message = refusalOf(file, maxBytes);
      return message === undefined ? undefined : { message, canRetry: false };
    };
  }, [queue, maxBytes]);
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  const add = (files: readonly File[]) => {
    const room = Math.max(0, MAX_MESSAGE_FILES - arrived - queue.items().length);
    queue.add(files.slice(0, room));
    return {
      refusal:
        files.length > room
          ? `A message can have up to ${MAX_MESSAGE_FILES} files. Send the others with another one.`
          : undefined,
    };
  };
  return { queue, items, add };
}

/** Checks a file before it is sent: its name and its size. The server asks about the room. */
function refusalOf(file: File, maxBytes: number | undefined): string | undefined {
  const byName = refusalByName(cleanFileName(file.name));
  if (byName !== undefined) return byName;
  if (file.size === 0) return 'This file is empty. Save it again, then send it.';
  if (maxBytes !== undefined && file.size > maxBytes) return `A file can be up to ${formatAmount(maxBytes)}.`;
  return undefined;
}
