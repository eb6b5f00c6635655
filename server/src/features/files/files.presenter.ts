import type { Deliverable, FileVersion } from '@atelier/domain/files/schema.ts';
import type { FileRows, FileVersionRow } from './files.table.ts';

/** Creates the signed address of a stored file. */
export type SignDownload = (storedKey: string) => string;

export function presentFile([current, ...older]: FileRows, sign: SignDownload): Deliverable {
  return {
    _id: current.file_id,
    id: current.file_id,
    from: current.side === 'studio' ? 'owner' : 'client',
    ...presentVersion(current, sign),
    versions: older.map((row) => presentVersion(row, sign)),
  };
}

function presentVersion(row: FileVersionRow, sign: SignDownload): FileVersion {
  return {
    version: row.version,
    name: row.name,
    size: row.size,
    type: row.type,
    url: sign(row.stored_key),
    createdAt: row.created_at,
  };
}
