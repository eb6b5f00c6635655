import { AppError } from '@atelier/domain/errors.ts';
import { damaged, type Manifest, type Part } from './manifest.ts';

/** A backup as a restore reads it, whatever place and form it has. */
export interface BackupSource {
  /** Its folders and files on this machine, which a restore must not move or replace. */
  occupies: readonly string[];
  manifest: Manifest;
  /** The bytes of a part. Fails at the end if they are not those of the manifest. @throws validation_failed */
  read(part: Part): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Reads every part and compares it with the manifest. @throws validation_failed naming the first that differs */
export async function verifyParts(source: BackupSource): Promise<void> {
  for (const part of source.manifest.parts) {
    for await (const _ of source.read(part));
  }
}

/** The bytes of the part at a path. @throws validation_failed if the backup has none */
export function readPart({ manifest, read }: BackupSource, path: string): AsyncIterable<Uint8Array> {
  const part = manifest.parts.find((each) => each.path === path);
  if (!part) throw damaged(path, 'is missing');
  return read(part);
}

/** @throws conflict for a backup of a newer version of this program */
export function assertKnownVersion({ migrations }: Manifest, known: readonly { name: string }[]): void {
  const unknown = migrations.filter((name) => !known.some((migration) => migration.name === name));
  if (unknown.length === 0) return;
  throw new AppError(
    'conflict',
    `This is a backup of a newer version of this program (${unknown.join(', ')}): install that version first.`,
  );
}
