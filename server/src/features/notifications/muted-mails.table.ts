import type { NotificationKind } from '@atelier/domain/project-parts.ts';

/** A kind of mail that an address does not get. By address, because the studio's need not have an account. */
export interface MutedMailTable {
  /** In lower case. */
  address: string;
  kind: NotificationKind;
  created_at: string;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    muted_mails: MutedMailTable;
  }
}
