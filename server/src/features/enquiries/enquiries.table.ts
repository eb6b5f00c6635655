import type { EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import type { Selectable } from 'kysely';

/** A visitor's message from the contact form. */
interface EnquiryTable {
  id: string;
  name: string;
  email: string;
  phone: string;
  /** Empty if the visitor chose no subject. */
  subject: string;
  message: string;
  source: string;
  status: EnquiryStatus;
  /** Its source, as the server saw it. */
  ip: string;
  user_agent: string;
  referer: string;
  search_text: string;
  /** The time of the sender's last invitation to start a project. */
  invited_at: string | null;
  created_at: string;
  updated_at: string;
}

export type EnquiryRow = Selectable<EnquiryTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    enquiries: EnquiryTable;
  }
}
