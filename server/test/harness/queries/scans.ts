import type { Database, Engine } from '../../../src/platform/db/database.ts';
import type { ExplainedQuery } from './explain.ts';

/** Tables whose size doesn't grow with the business: the cost of reading one whole stays the same. */
const SMALL_TABLES: Partial<Record<keyof Database, string>> = {
  backup_alarms: 'a row for each kind of problem',
  clashing_addresses: 'rows of one migration, none afterwards',
  auth_keys: 'one row for each key that still verifies tokens',
  health_alarms: 'a row for each check that has a problem',
  invoice_numbers: 'a row a year',
  job_leases: 'one row for each recurring job',
  list_counts: 'one row for each count of a list',
  monthly_figures: 'a few rows a month',
  reminder_pauses: 'a row for each client whose reminders the studio has paused',
  project_reminder_pauses: 'a row for each project whose reminders the studio has paused',
  call_settings: 'one row',
  mailbox_positions: 'a row for each mailbox that answers were taken out of',
  busy_calendars: 'one row',
  busy_times: 'at most two thousand rows, which are replaced together',
};

/**
 * The plans that may read a whole table, or sort before they cut off a page, and why: by function
 * and table, or function and `sort`.
 */
export const ALLOWED: Readonly<Record<string, string>> = {
  'bounces.countBouncedAddresses bounced_addresses': 'addresses that don’t work, of the last weeks',
  'bounces.deleteBouncedBefore bounced_addresses': 'a daily job',
  'users.countUsers auth_users': 'a service asks for the total, which the protocol promises',
  'database-facts.readDatabaseSize pragma_page_count': 'a number of the file',
  'database-facts.readDatabaseSize pragma_page_size': 'a number of the file',
  'expired-rows.deleteExpired auth_one_time_tokens': 'an hourly job; only links that wait are in it',
  'outbox.listMailsOfRequest mail_outbox': 'the command `studio log`',
  'outbox.deleteSentBefore mail_outbox': 'a daily job',
  'outbox.forgetLines mail_outbox': 'a daily job',
  'pending-notifications.forgetActor pending_notifications':
    'the end of an account; a row is gone once its mail is written',
  'stored-files.listKeptFiles stored_files': 'backups',
  'users.listUsersNaming auth_users': 'rare calls of the studio: admins are named inside of metadata',
  'users.lockUserAndUsersNaming auth_users': 'rare calls of the studio: admins are named inside of metadata',
  'invoices.listAllInvoices invoices': 'an index of what is still to pay alone',
  'invoice-figures.sumOpenByMonth invoices': 'an index of what is still to pay alone',
  'invoice-figures.sumDrafts invoices': 'an index of the drafts alone',
  'invoices.countHeldBack invoices': 'an index of the drafts alone',
  'invoice-figures.sumByClient sort': 'the clients of a year',
  'milestones.listOwnMilestonesDueFrom sort': 'the open milestones of one client',
  'accounts.listAccounts sort': 'a search with fewer than a thousand hits',
  'projects.listProjects sort': 'a search with fewer than a thousand hits',
  'projects.listProjectsOf sort': 'the projects of one account',
  'unsent-mails.listFailedMails sort': 'mails that were given up in the last days',
  'sessions.listSessions sort': 'the sessions of one account',
  'sessions.listSessionFacts sort': 'the sessions of one account, in their export',
};

/** A plan that reads or sorts more than it returns, as `ALLOWED` names it. */
export interface Scan {
  name: string;
  step: string;
}

/** Every step of a plan that reads a whole growing table or its index, or sorts before a limit. */
export function findScans(engine: Engine, query: ExplainedQuery): Scan[] {
  const steps = engine === 'postgres' ? findPostgresScans(query) : findSqliteScans(query);
  return steps.map(([what, step]) => ({
    name: `${query.repository}.${query.name} ${what}`,
    step: step.trim(),
  }));
}

type Step = [what: string, step: string];

const isSmall = (table: string) => table in SMALL_TABLES;

function findSqliteScans({ sql, plan }: ExplainedQuery): Step[] {
  return plan.flatMap((line, at): Step[] => {
    if (/^USE TEMP B-TREE FOR ORDER BY/.test(line) && / limit /.test(sql)) return [['sort', line]];
    const [, name = '', rest = ''] = /^\s*SCAN (\w+)(.*)$/.exec(line) ?? [];
    if (name === '' || name === 'CONSTANT' || / (?:VALUES CLAUSE|CONSTANT ROWS?)/.test(line)) return [];
    if (isDerived(sql, name) || isSmall(tableOf(sql, name))) return [];
    // A search of the text index, which SQLite calls a scan of a virtual table.
    if (/ VIRTUAL TABLE INDEX \d+:M/.test(rest)) return [];
    // Reads along an index until the page is full: a sort would have been reported.
    if (at === 0 && / USING (?:COVERING )?INDEX/.test(rest) && / limit /.test(sql)) return [];
    return [[tableOf(sql, name), line]];
  });
}

function findPostgresScans({ sql, plan }: ExplainedQuery): Step[] {
  return plan.flatMap((line, at): Step[] => {
    const [, whole] = /Seq Scan on (\w+(?: \w+)?)/.exec(line) ?? [];
    const [, walked] = /Index(?: Only)? Scan(?: Backward)? using \w+ on (\w+)/.exec(line) ?? [];
    const table = tableOf(sql, whole?.split(' ')[0] ?? walked ?? '');
    if (table === '' || isSmall(table)) return [];
    if (walked !== undefined) {
      const hasCondition = /^\s*Index Cond:/.test(plan[at + 1] ?? '');
      if (hasCondition || hasLimitAbove(plan, at)) return [];
    }
    return [[table, line]];
  });
}

/** Whether a node ends early: a limit above it, and no node in between that needs all of its rows. */
function hasLimitAbove(plan: readonly string[], at: number): boolean {
  let depth = indentOf(plan[at] ?? '');
  for (let above = at - 1; above >= 0; above -= 1) {
    const line = plan[above] ?? '';
    if ((above > 0 && !line.includes('->')) || indentOf(line) >= depth) continue;
    depth = indentOf(line);
    const node = line.replace(/^\s*(?:->\s+)?/, '');
    if (node.startsWith('Limit')) return true;
    if (/^(?:Sort|Hash|Aggregate|HashAggregate|Materialize)\b/.test(node)) return false;
  }
  return false;
}

const indentOf = (line: string) => line.search(/\S/);

/** The table that an alias of a query stands for. */
function tableOf(sql: string, name: string): string {
  return new RegExp(`"(\\w+)" as "${name}"`).exec(sql)?.[1] ?? name;
}

/** Whether a name is that of rows that the query itself builds. */
function isDerived(sql: string, name: string): boolean {
  return new RegExp(`(?:\\) as|with) "?${name}"?`).test(sql);
}
