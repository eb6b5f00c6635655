import { api } from '@atelier/domain/api.ts';
import { type FileLimits, refusalBySize } from '@atelier/domain/portal/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { askAgain } from '../../../lib/query-client.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { filesKey } from './files-key.ts';
import type { FilesSide } from './files-side.ts';
import { type Sending, UploadQueue } from './upload-queue.ts';

/** By side and project; they outlive the screens. */
const queues = new Map<string, UploadQueue>();

/** The uploads of a project, those of an earlier visit to this screen included. */
export function useUploads(projectId: string, side: FilesSide, limits: FileLimits | undefined) {
  const queryClient = useQueryClient();
  const send = async ({ file, replaces, onProgress, signal }: Sending) => {
    const parts = { file, onProgress, signal };
    if (side === 'client') await uploadFile(api.sendFile, { ...parts, params: { id: projectId } });
    else if (replaces)
      await uploadFile(api.replaceFile, { ...parts, params: { id: projectId, fileId: replaces } });
    else await uploadFile(api.sendFileAsStudio, { ...parts, params: { id: projectId } });
    showToast(`${file.name} has arrived.`, { tone: 'success' });
    await askAgain(queryClient, filesKey(projectId));
  };
  const name = `${side} ${projectId}`;
  const queue = queues.get(name) ?? new UploadQueue(send);
  queues.set(name, queue);
  useEffect(() => {
    queue.refuse = (file) => limits && refusalBySize(file.size, limits)?.message;
  }, [queue, limits]);
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  const isBusy = items.some((item) => item.state !== 'failed');
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);
  return { queue, items };
}
