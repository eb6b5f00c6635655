import type { Enquiry, EnquiryFile, EnquiryMessage } from '@atelier/domain/enquiries/schema.ts';
import type { SignDownload } from '../../platform/storage/storage.ts';
import type { EnquiryFileRow, EnquiryMessageRow, EnquiryRow } from './enquiries.table.ts';

/** An enquiry as the inbox shows it. */
export function presentEnquiry(row: EnquiryRow): Enquiry {
  return {
    _id: row.id,
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    subject: row.subject,
    message: row.message,
    source: row.source,
    status: row.status,
    invitedAt: row.invited_at,
    repliedAt: row.replied_at,
    answeredAt: row.answered_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    meta: { ip: row.ip, userAgent: row.user_agent, referer: row.referer },
  };
}

export function presentEnquiryFile(file: EnquiryFileRow, sign: SignDownload): EnquiryFile {
  return { id: file.id, name: file.name, size: file.size, type: file.type, url: sign(file.stored_key) };
}

/** What was written in an enquiry since it arrived, each with its files. */
export function presentEnquiryMessages(
  messages: readonly EnquiryMessageRow[],
  files: readonly EnquiryFileRow[],
  sign: SignDownload,
): EnquiryMessage[] {
  const byMessage = Map.groupBy(files, ({ message_id }) => message_id);
  return messages.map((row) => ({
    id: row.id,
    side: row.side,
    body: row.body,
    createdAt: row.created_at,
    files: (byMessage.get(row.id) ?? []).map((file) => presentEnquiryFile(file, sign)),
    byMail: row.by_mail,
    folded: row.folded,
  }));
}
