import type { Content, Part } from './manifest.ts';

/** What the parts of a backup are written to. */
export interface PartWriter {
  has(path: string): boolean;
  /**
   * Takes a part over from an earlier backup if one has this content.
   * @returns whether it did; if not, the part has to be added
   */
  reuse(path: string, content: Content): boolean;
  /** Writes a part. @returns its entry in the manifest */
  add(path: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Part>;
  /** A path on this machine's disk for a file that another program writes; `adopt` makes it a part. */
  scratchPath(path: string): string;
  adopt(path: string): Promise<void>;
  remove(path: string): Promise<void>;
}
