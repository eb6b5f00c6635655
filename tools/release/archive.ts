import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** A file of an archive. */
export interface ArchivedFile {
  bytes: Buffer;
  executable?: boolean;
}

/** Files by their path in the archive, with `/` between the parts. */
export type Contents = ReadonlyMap<string, ArchivedFile>;

/**
 * Writes files to a compressed tar archive, all in one `folder`. The same files and time give the same bytes, with the same
 * version of Node: sorted, owned by root, and nothing of this machine.
 */
export async function writeArchive(
  path: string,
  folder: string,
  contents: Contents,
  time: Date,
): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createGzip({ level: 9 }), createWriteStream(path));
  const sorted = [...contents].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, { bytes, executable }] of sorted) {
    tar.entry(
      { name: `${folder}/${name}`, mode: executable ? 0o755 : 0o644, mtime: time, uid: 0, gid: 0 },
      bytes,
    );
  }
  tar.finalize();
  await written;
}
