import type { Deliverable, FileComment, FileVersion } from '@atelier/domain/files/schema.ts';
import type { SignDownload } from '../../platform/storage/storage.ts';
import type { FileCommentRow, FileRows, FileVersionRow } from './files.table.ts';
import type { Reviews } from './reviews.service.ts';

export function presentFile(
  [current, ...older]: FileRows,
  reviews: Reviews,
  sign: SignDownload,
): Deliverable {
  return {
    _id: current.file_id,
    id: current.file_id,
    from: current.side === 'studio' ? 'owner' : 'client',
    ...presentVersion(current, reviews, sign),
    versions: older.map((row) => presentVersion(row, reviews, sign)),
  };
}

function presentVersion(row: FileVersionRow, reviews: Reviews, sign: SignDownload): FileVersion {
  return {
    version: row.version,
    name: row.name,
    size: row.size,
    type: row.type,
    url: sign(row.stored_key),
    createdAt: row.created_at,
    review: reviews.get(row.id) ?? null,
  };
}

/** A comment as this account reads it. */
export function presentComment(row: FileCommentRow, readerId: string): FileComment {
  const { page, x, y } = row;
  return {
    id: row.id,
    replyTo: row.reply_to,
    point: page === null || x === null || y === null ? null : { page, x, y },
    from: row.author_side === 'studio' ? 'owner' : 'client',
    authorName: row.author_name,
    isOwn: row.author_id === readerId,
    body: row.body,
    key: row.client_key,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    resolvedAt: row.resolved_at,
  };
}
