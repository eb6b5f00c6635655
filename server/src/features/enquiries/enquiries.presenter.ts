import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import type { EnquiryRow } from './enquiries.table.ts';

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
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    meta: { ip: row.ip, userAgent: row.user_agent, referer: row.referer },
  };
}
