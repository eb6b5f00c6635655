import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** An account's end finds what names its person, in projects that they left before too. */
export async function up(context: MigrationContext): Promise<void> {
  await createIndex(context, 'project_invitations', ['invited_by']);
  await createIndex(context, 'contract_change_requests', ['account_email']);
}
