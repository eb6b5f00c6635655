import type { Db } from '../../platform/db/database.ts';

/**
 * A stored address that two rows would have in the form of the address rule (decision 115): the row stayed as it was. Listed by
 * migration 0270, and shown in Health as long as the row has the address.
 */
interface ClashingAddressTable {
  /** The table. */
  list: 'accounts' | 'project_invitations' | 'bounced_addresses';
  row_id: string;
  email: string;
  /** The address in the rule's form, which another row has. */
  becomes: string;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    clashing_addresses: ClashingAddressTable;
  }
}

const SHOWN = 5;

/** The first of them that still are. */
export async function listClashingAddresses(db: Db): Promise<{ email: string; becomes: string }[]> {
  return db
    .selectFrom('clashing_addresses as clash')
    .leftJoin('accounts', 'accounts.id', 'clash.row_id')
    .leftJoin('project_invitations', 'project_invitations.id', 'clash.row_id')
    .leftJoin('bounced_addresses', 'bounced_addresses.id', 'clash.row_id')
    .select(['clash.email', 'clash.becomes'])
    .where((eb) =>
      eb(
        'clash.email',
        '=',
        eb.fn.coalesce('accounts.email', 'project_invitations.email', 'bounced_addresses.email'),
      ),
    )
    .orderBy('clash.row_id')
    .limit(SHOWN)
    .execute();
}
