import { sql } from 'kysely';
import { PasswordHasher } from '../../server/src/features/auth/passwords/passwords.ts';
import { encodeRefreshToken, newRefreshKey } from '../../server/src/features/auth/tokens/refresh-token.ts';
import { SigningKeys } from '../../server/src/features/auth/tokens/signing-keys.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { listTables, type TableShape } from '../../server/src/platform/db/copy-rows.ts';
import type { Database, Db } from '../../server/src/platform/db/database.ts';
import { transaction } from '../../server/src/platform/db/transaction.ts';
import { loadServerSecret } from '../../server/src/platform/server-secret.ts';
import { PASSWORD } from '../../server/test/harness/sign-in.ts';
import { seedRows } from '../../server/test/samples/all-samples.ts';
import { sampleTerms } from '../../server/test/samples/contracts.ts';
import { sampleInvoice } from '../../server/test/samples/invoices.ts';
import { sampleBrief } from '../../server/test/samples/projects.ts';
import { id } from '../../server/test/samples/values.ts';

export const OWNER = 'owner@studio.example';
/** The client of the second account, who has a password as the owner has. */
export const CLIENT = 'client2@client.example';

type Value = string | number | null;
type Row = Record<string, Value>;

/** Texts as visitors and clients have typed them: of each script, of markup and queries, and as long as a field lets them be. */
const TYPED = [
  'Zoë & “Søn” — 5 < 6',
  "'; drop table projects; --",
  '<script>alert(1)</script>\n\t{{7*7}}',
  'العربية \u202e 中文',
  '👩‍👩‍👧 e\u0301 İıſß \ufffd\ufeff',
  '%_\\ \\n #{x} __proto__',
  ' ',
];

/** Columns that a person has typed, each with the longest text that the product takes there. */
const TYPED_COLUMNS: Readonly<Record<string, number>> = {
  'enquiries.name': 200,
  'enquiries.phone': 50,
  'enquiries.subject': 200,
  'enquiries.message': 5_000,
  'enquiries.user_agent': 400,
  'enquiries.referer': 400,
  'enquiry_messages.body': 10_000,
  'enquiry_messages.mail_id': 250,
  'enquiry_files.name': 200,
  'messages.body': 5_000,
  'messages.author_name': 200,
  'milestones.title': 200,
  'milestones.description': 2_000,
  'milestones.reason': 2_000,
  'contract_change_requests.message': 2_000,
  'contract_acceptances.project_title': 200,
  'contract_acceptances.typed_name': 200,
  'contract_acceptances.user_agent': 400,
  'projects.company': 200,
  'projects.title': 80,
  'project_invitations.invited_by_name': 200,
  'project_files.name': 200,
  'stored_files.name': 200,
  'project_activity.actor_name': 200,
  'project_activity.subject_title': 200,
  'pending_notifications.subject_title': 200,
  'admin_actions.subject_title': 200,
  'admin_actions.user_agent': 400,
  'mail_outbox.subject': 200,
  'mail_outbox.text_body': 50_000,
  'mail_outbox.html_body': 50_000,
  'mail_outbox.last_error': 1_000,
  'invoices.project_title': 200,
  'invoices.client': 200,
  'invoices.title': 200,
  'invoices.note': 2_000,
  'invoices.reason': 2_000,
  'planned_payments.label': 120,
  'billing_details.name': 200,
  'billing_details.address': 500,
  'billing_details.tax_id': 60,
  'payments.reference': 120,
  'payments.note': 500,
  'change_orders.project_title': 200,
  'change_orders.title': 200,
  'change_orders.reason': 5_000,
  'change_orders.answer': 5_000,
  'change_orders.typed_name': 200,
  'change_orders.user_agent': 400,
  'requests.title': 200,
  'requests.instructions': 5_000,
  'request_answers.body': 10_000,
  'request_answers.author_name': 200,
  'request_answers.reason': 5_000,
  'request_files.name': 200,
  'auth_sessions.user_agent': 400,
  'auth_link_requests.user_agent': 400,
  'auth_audit.user_agent': 400,
};

/** What is null only in rows of another kind: a submitted project, say, has the day of its submission. */
const NEVER_NULL: ReadonlySet<string> = new Set([
  'auth_keys.signing',
  'auth_users.password_hash',
  'auth_users.email_confirmed_at',
  'accounts.username',
  'accounts.username_key',
  'mail_outbox.finished_at',
  'projects.submitted_at',
  'project_activity.subject_id',
  // A note is about one or the other.
  'notes.project_id',
  'notes.enquiry_id',
]);

function typedText(n: number, max: number): string {
  const text = TYPED[n % TYPED.length] ?? '';
  // Each third one is as long as it may be.
  const filled = n % 3 === 0 ? text.padEnd(max, 'ä longer text 😀 ') : text;
  return filled.slice(0, max).toWellFormed();
}

/** The rows of a table as far as it has their columns: plausible, typed by hostile hands, with nulls in every fourth. */
function rowsOf({ name: table, columns }: TableShape, nullable: ReadonlySet<string>, count: number): Row[] {
  const sample = seedRows[table as keyof Database];
  if (!sample)
    throw new Error(`${table} has no rows in server/test/samples: this proof makes old rows of them`);
  const [most, row] = sample;
  return Array.from({ length: Math.min(count, most) }, (_, index) => {
    const n = index + 1;
    const values: Partial<Row> = { ...row(n), ...OVER[table]?.(n) };
    return Object.fromEntries(
      columns.map(({ name }): [string, Value] => {
        const column = `${table}.${name}`;
        const max = TYPED_COLUMNS[column];
        const isNull = n % 4 === 3 && nullable.has(column) && !NEVER_NULL.has(column);
        if (isNull) return [name, null];
        return [name, max === undefined ? (values[name] ?? null) : typedText(n, max)];
      }),
    );
  });
}

const briefOf = (n: number) =>
  JSON.stringify({ ...sampleBrief, company: typedText(n, 200), goals: typedText(n + 1, 2_000) });

/** As a field has it that isn't empty. */
const wordsOf = (n: number, max: number) => typedText(n, max).trim() || 'A';

const termsOf = (n: number) =>
  JSON.stringify({
    ...sampleTerms,
    lines: sampleTerms.lines.map((line, index) => ({
      ...line,
      title: wordsOf(n + index, 120),
      detail: wordsOf(n + index + 1, 1_000),
    })),
    plan: {
      ...sampleTerms.plan,
      parts: sampleTerms.plan.parts.map((part, index) => ({ ...part, label: wordsOf(n + index, 120) })),
    },
    clauses: sampleTerms.clauses.map((clause) => ({
      ...clause,
      title: wordsOf(n, 120),
      text: wordsOf(n + 1, 5_000),
    })),
  });

/** What these rows have over the samples, which are for the plans of queries. */
const OVER: Readonly<Record<string, (n: number) => Partial<Row>>> = {
  accounts: (n) =>
    n === 1 ? { email: OWNER, username: 'owner', username_key: 'owner', role: 'admin' } : { role: 'client' },
  auth_users: (n) => ({
    app_metadata: '{"provider":"email"}',
    email_confirmed_at: new Date(n).toISOString(),
    user_metadata: JSON.stringify({ username: typedText(n, 60) }),
    ...(n === 1 && { email: OWNER }),
  }),
  auth_factors: () => ({ status: 'unverified' }),
  projects: (n) => {
    const isDraft = n % 10 === 0;
    const final = isDraft ? null : briefOf(n);
    return {
      data: briefOf(n),
      final,
      status: isDraft ? 'draft' : n % 7 === 0 ? 'archived' : 'submitted',
      ...(isDraft && { submitted_at: null }),
    };
  },
  contracts: (n) => ({ draft_terms: termsOf(n) }),
  contract_versions: (n) => ({ terms: termsOf(n) }),
  invoices: (n) => ({
    lines: JSON.stringify(
      sampleInvoice.lines.map((line) => ({
        ...line,
        title: wordsOf(n, 200),
        detail: wordsOf(n + 1, 1_000),
        taxName: wordsOf(n + 2, 60),
      })),
    ),
    billing: JSON.stringify({
      name: wordsOf(n, 200),
      address: wordsOf(n + 1, 500),
      taxId: wordsOf(n + 2, 60),
    }),
  }),
  // Each thread waits for an answer, so that each has a message of its client.
  messages: () => ({ author_role: 'client' }),
  monthly_figures: (n) => ({ value: n }),
};

/** Someone's session of that time. */
export interface OldSession {
  refreshToken: string;
}

/**
 * Fills every table that a database of an older version has: with rows of the samples as far as they have its columns. Owner and
 * client can sign in by their password, and the owner has a session.
 * @returns the session; undefined where that version had none
 */
export async function fillOldSchema(db: Db, dataDir: string, count: number): Promise<OldSession | undefined> {
  const shapes = await listTables(db);
  const nullable = await readNullable(db);
  await transaction(db, async (trx) => {
    for (const shape of shapes) {
      // Its keys are real, and its counts are those of the lists.
      if (shape.name === 'auth_keys' || shape.name === 'list_counts') continue;
      for (const row of rowsOf(shape, nullable, count)) {
        const names = sql.join(Object.keys(row).map((name) => sql.id(name)));
        await sql`insert into ${sql.id(shape.name)} (${names}) values (${sql.join(Object.values(row))})`.execute(
          trx,
        );
      }
    }
  });
  await countLists(db, shapes);
  return shapes.some(({ name }) => name === 'auth_users') ? makeSignIns(db, dataDir) : undefined;
}

/** The columns that may be null, each as `table.column`. */
async function readNullable(db: Db): Promise<Set<string>> {
  const tables = await db.introspection.getTables();
  return new Set(
    tables.flatMap(({ name, columns }) =>
      columns.filter(({ isNullable }) => isNullable).map((column) => `${name}.${column.name}`),
    ),
  );
}

async function countLists(db: Db, shapes: readonly TableShape[]): Promise<void> {
  for (const [list, status] of [
    ['accounts', ''],
    ['projects', 'status'],
    ['enquiries', 'status'],
  ] as const) {
    if (!shapes.some(({ name }) => name === list)) continue;
    const name = status ? sql`${sql.lit(`${list}.`)} || status` : sql.lit(list);
    await sql`insert into list_counts (name, count) select ${name}, count(*) from ${sql.id(list)} group by 1`.execute(
      db,
    );
  }
}

async function makeSignIns(db: Db, dataDir: string): Promise<OldSession> {
  const secret = await loadServerSecret(dataDir);
  await new SigningKeys(db, secret, systemClock).load();
  const hash = await new PasswordHasher().hash(PASSWORD);
  await sql`update auth_users set password_hash = ${hash} where email in (${OWNER}, ${CLIENT})`.execute(db);
  const [sessionId, key] = [id('c', 1), newRefreshKey()];
  const sealed = secret.seal('auth.refresh-key', sessionId, key);
  const now = systemClock.now().toISOString();
  await sql`update auth_sessions set refresh_key = ${sealed}, created_at = ${now}, refreshed_at = ${now}, aal = 'aal1'
    where id = ${sessionId}`.execute(db);
  return { refreshToken: encodeRefreshToken(sessionId, 1, key) };
}
