import { sql } from 'kysely';
import type { Db } from '../../server/src/platform/db/database.ts';

/**
 * What the steps after an old one have to make of its rows, beside keeping them, and haven't.
 * @param newest the name of the old database's last step
 */
export async function findUnmoved(db: Db, newest: string): Promise<string[]> {
  const wrong: string[] = [];
  const had = (number: string) => newest >= number;
  const expectNone = async (what: string, query: ReturnType<typeof sql>) => {
    const { rows } = await query.execute(db);
    if (rows.length > 0) wrong.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
  };
  if (!had('0082') && had('0020')) {
    for (const [name, table, time] of [
      ['submissions', 'projects', 'submitted_at'],
      ['enquiries', 'enquiries', 'created_at'],
    ] as const) {
      await expectNone(
        `the metric ${name}`,
        sql`select month from (select substr(${sql.ref(time)}, 1, 7) as month, count(*) as n from ${sql.table(table)}
          where ${sql.ref(time)} is not null group by 1) as counted
          where not exists (select 1 from monthly_figures f where f.name = ${name} and f.month = counted.month and f.value = counted.n)`,
      );
    }
  }
  if (!had('0185') && had('0020')) {
    // The old projects' briefs ask for care alone.
    await expectNone(
      'kinds of projects',
      sql`select id, kind, title from projects where kind <> 'support' or title is not null`,
    );
    await expectNone(
      'what finds a project by its title',
      sql`select id, search_text from projects where search_text not like '% care'`,
    );
  }
  if (!had('0200')) {
    await expectNone('terms of drafts', sql`select project_id from contracts where draft_terms is not null`);
    await expectNone('terms of versions', sql`select id from contract_versions where terms is not null`);
  }
  for (const [number, ...tables] of [
    ['0201', 'invoices', 'invoice_numbers', 'planned_payments', 'billing_details'],
    ['0202', 'payments'],
    ['0203', 'card_checkouts', 'card_events'],
    ['0204', 'reminders', 'reminder_pauses'],
    ['0205', 'change_orders'],
    ['0210', 'project_members', 'project_invitations'],
    ['0211', 'requests', 'request_answers', 'request_files'],
    ['0215', 'project_reminder_pauses'],
    ['0220', 'bookings', 'call_settings'],
    ['0221', 'busy_calendars', 'busy_times'],
    ['0222', 'calendar_feeds'],
    ['0230', 'reply_addresses', 'inbound_mails'],
    ['0231', 'mailbox_positions', 'bounced_addresses'],
    ['0235', 'enquiry_messages', 'enquiry_files'],
    ['0240', 'decision_links'],
    ['0271', 'contact_changes'],
  ] as const) {
    // Nothing is owed for what was agreed before, and each project has one client.
    for (const table of tables)
      if (!had(number)) await expectNone(table, sql`select * from ${sql.table(table)}`);
  }
  if (!had('0240'))
    for (const table of ['milestones', 'request_answers'] as const)
      await expectNone('decisions', sql`select id from ${sql.table(table)} where by_mail_link <> 0`);
  if (!had('0105'))
    await expectNone('settled threads', sql`select * from unanswered_threads where is_settled <> 0`);
  if (!had('0111')) await expectNone('tries', sql`select id from auth_one_time_tokens where code_tries <> 0`);
  if (!had('0135')) await expectNone('subjects', sql`select id from enquiries where subject <> ''`);
  if (!had('0155')) await expectNone('failures', sql`select name from job_leases where failures <> 0`);
  return wrong;
}
