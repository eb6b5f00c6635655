import { canPostByHand } from '@atelier/domain/mail-in/rules.ts';
import type { BouncedAddress, InboundMail } from '@atelier/domain/mail-in/schema.ts';
import type { BouncedAddressRow, InboundMailRow } from './mail-in.table.ts';

/** The titles of what mails are about, by the ids of projects and enquiries. */
export type SubjectTitles = ReadonlyMap<string, string>;

/** A mail as the studio's list shows it. */
export function presentInboundMail(
  row: InboundMailRow,
  { titles, keepDays }: { titles: SubjectTitles; keepDays: number },
): InboundMail {
  const named = (id: string | null) => {
    const title = id === null ? undefined : titles.get(id);
    return id === null || title === undefined ? null : { id, title };
  };
  return {
    id: row.id,
    state: row.state,
    reason: row.state === 'posted' ? null : row.reason,
    proof: row.proof,
    fromName: row.from_name,
    fromAddress: row.from_address,
    subject: row.subject,
    text: row.body,
    size: row.size,
    receivedAt: row.received_at,
    deletedAt: new Date(Date.parse(row.received_at) + keepDays * 24 * 3600_000).toISOString(),
    project: named(row.project_id),
    enquiry: named(row.enquiry_id),
    canPost: canPostByHand(row),
  };
}

/** An address that an email came back from, as the studio sees it. */
export function presentBouncedAddress({
  id,
  email,
  subject,
  report,
  bounced_at,
}: BouncedAddressRow): BouncedAddress {
  return { id, email, subject, report, bouncedAt: bounced_at };
}
