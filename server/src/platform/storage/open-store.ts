import { createFolderStore } from './folder-store.ts';
import type { ObjectStore, StoreLocation } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

/** The store of the settings. Nothing is touched before its first use. */
export function openStore(location: StoreLocation): ObjectStore {
  return location.kind === 's3' ? createS3Store(location) : createFolderStore(location.folder);
}
