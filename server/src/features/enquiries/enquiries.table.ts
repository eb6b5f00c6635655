import type { EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import type { Selectable } from 'kysely';

/** What a visitor sent through the contact form. */
interface EnquiryTable {
  id: string;
  name: string;
  email: string;
  phone: string;
  /** Empty if the visitor chose none. */
  subject: string;
  message: string;
  source: string;
  status: EnquiryStatus;
  /** Where it came from, as the server saw it. */
  ip: string;
  user_agent: string;
  referer: string;
  search_text: string;
  /** When its sender was last invited to begin a project. */
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
