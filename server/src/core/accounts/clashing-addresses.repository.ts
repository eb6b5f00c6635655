import type { Db } from '../../platform/db/database.ts';

/**
 * A stored address that two rows would have in the form of the address rule (decision 115): the row stayed as it was. Listed by
 * migration 0270, and shown in Health as long as the row has the address.
 */
interface ClashingAddressTable {
  /** The table. */
  list: (typeof LISTS)[number];
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
const LISTS = ['accounts', 'project_invitations', 'bounced_addresses'] as const;

/** The first of them that still are. */
export async function listClashingAddresses(db: Db): Promise<{ email: string; becomes: string }[]> {
  return db
    .selectFrom('clashing_addresses as clash')
    .select(['clash.email', 'clash.becomes'])
    .where(({ or, exists, selectFrom }) =>
      or(
        LISTS.map((list) =>
          exists(
            selectFrom(list)
              .select('id')
              .whereRef(`${list}.id`, '=', 'clash.row_id')
              .whereRef(`${list}.email`, '=', 'clash.email'),
          ),
        ),
      ),
    )
    .orderBy('clash.list')
    .orderBy('clash.row_id')
    .limit(SHOWN)
    .execute();
}
