import { api } from '@atelier/domain/api.ts';
import { cleanFileName, type FileLimits, refusalByName, refusalBySize } from '@atelier/domain/files/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isAborted } from '../../lib/api/api-error.ts';
import { uploadFile } from '../../lib/api/files.ts';
import { refetchAll } from '../../lib/api/query-client.ts';
import {
  openQueue,
  type Sending,
  type UnderWay,
  type UploadQueue,
  type UploadRefusal,
} from '../../lib/api/upload-queue.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { type FilesSide, filesKey } from './files.queries.ts';

/** Those whose screen is open. */
const watched = new Set<UploadQueue>();

/** The uploads of a project, those of an earlier visit to this screen included. */
export function useUploads(projectId: string, side: FilesSide, limits: FileLimits | undefined) {
  const queryClient = useQueryClient();
  const send = async ({ key, file, replaces, onProgress, signal }: Sending) => {
    const parts = { key, file, onProgress, signal };
    let delivered: string | undefined;
    try {
      if (side === 'client') await uploadFile(api.sendFile, { ...parts, params: { id: projectId } });
      else if (replaces)
        await uploadFile(api.replaceFile, { ...parts, params: { id: projectId, fileId: replaces } });
      else {
        const reply = await uploadFile(api.sendFileAsStudio, { ...parts, params: { id: projectId } });
        delivered = reply.file.id;
      }
    } catch (error) {
      if (!watched.has(queue) && !isAborted(error))
        showToast(`${file.name} wasn’t sent. Check the project’s files.`, { tone: 'danger' });
      throw error;
    }
    showToast(`${file.name} has arrived.`, { tone: 'success' });
    await refetchAll(queryClient, filesKey(projectId));
    if (delivered !== undefined) queue.onArrived?.(delivered);
  };
  const queue = openQueue(`files ${side} ${projectId}`, send);
  useEffect(() => {
    queue.refuse = (file, underWay) => refusalOf(file, limits, underWay);
  }, [queue, limits]);
  useEffect(() => {
    watched.add(queue);
    return () => void watched.delete(queue);
  }, [queue]);
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  return { queue, items };
}

/** Checks a file before it is sent: its name, its size, and the remaining room. */
function refusalOf(
  file: File,
  limits: FileLimits | undefined,
  underWay: UnderWay,
): UploadRefusal | undefined {
  const byName = refusalByName(cleanFileName(file.name));
  if (byName !== undefined) return { message: byName, canRetry: false };
  if (!limits) return undefined;
  const usedBytes = limits.usedBytes + underWay.bytes;
  const usedFiles = limits.usedFiles + underWay.files;
  const account = limits.account && {
    ...limits.account,
    usedBytes: limits.account.usedBytes + underWay.bytes,
  };
  const bySize = refusalBySize(file.size, { ...limits, usedBytes, usedFiles, account });
  return bySize && { message: bySize.message, canRetry: bySize.code === 'quota_exceeded' };
}
