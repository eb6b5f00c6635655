import { api } from '@atelier/domain/api.ts';
import { cleanFileName, type FileLimits, refusalByName, refusalBySize } from '@atelier/domain/files/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isAborted } from '../../lib/api/api-error.ts';
import { refetchAll } from '../../lib/api/query-client.ts';
import { uploadFile } from '../../lib/api/upload-file.ts';
import { emptyWithUser } from '../../lib/storage/account-store.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { type FilesSide, filesKey } from './files.queries.ts';
import { type Sending, type UnderWay, UploadQueue, type UploadRefusal } from './upload-queue.ts';

/** By side and project; they outlive the screens. */
const queues = new Map<string, UploadQueue>();
/** Those whose screen is open. */
const watched = new Set<UploadQueue>();

/** The uploads of a project, those of an earlier visit to this screen included. */
export function useUploads(projectId: string, side: FilesSide, limits: FileLimits | undefined) {
  const queryClient = useQueryClient();
  const send = async ({ key, file, replaces, onProgress, signal }: Sending) => {
    const parts = { key, file, onProgress, signal };
    try {
      if (side === 'client') await uploadFile(api.sendFile, { ...parts, params: { id: projectId } });
      else if (replaces)
        await uploadFile(api.replaceFile, { ...parts, params: { id: projectId, fileId: replaces } });
      else await uploadFile(api.sendFileAsStudio, { ...parts, params: { id: projectId } });
    } catch (error) {
      if (!watched.has(queue) && !isAborted(error))
        showToast(`${file.name} wasn’t sent. Check the project’s files.`, { tone: 'danger' });
      throw error;
    }
    showToast(`${file.name} has arrived.`, { tone: 'success' });
    await refetchAll(queryClient, filesKey(projectId));
  };
  const name = `${side} ${projectId}`;
  const queue = queues.get(name) ?? createQueue(name, send);
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

function createQueue(name: string, send: (sending: Sending) => Promise<void>): UploadQueue {
  const queue = new UploadQueue(send);
  queues.set(name, queue);
  queue.subscribe(guardLeaving);
  return queue;
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

/** Cancels every upload and clears the list: for signing out, and for another user's sign-in. */
export function forgetUploads(): void {
  for (const queue of queues.values()) queue.clear();
  queues.clear();
}
emptyWithUser(forgetUploads);

/** Leaving the page during an upload asks first, on every screen of it. */
function guardLeaving(): void {
  const isBusy = [...queues.values()].some((queue) => queue.isBusy);
  if (isBusy) window.addEventListener('beforeunload', askFirst);
  else window.removeEventListener('beforeunload', askFirst);
}

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
