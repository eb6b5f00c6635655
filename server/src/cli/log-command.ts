import { AppError, referenceOf } from '@atelier/domain/errors.ts';
import type { Config } from '../config.ts';
import { findAccount } from '../core/accounts/accounts.repository.ts';
import type { Db } from '../platform/db/database.ts';
import { type FailureEntry, readFailures } from '../platform/failure-log.ts';
import { listMailsOfRequest } from '../platform/mail/outbox.repository.ts';
import { STUDIO_COMMAND } from '../platform/version.ts';
import { type Command, openCurrentDatabase, readArguments } from './command.ts';

/** Entries listed without an id. */
const LISTED = 20;
const MAILS_SHOWN = 50;

export const logCommand: Command = {
  name: 'log',
  usage: '[id]',
  summary: 'show a failed or slow request: what happened, for whom, its mails and its queries',
  details: [
    'The id is the reference that a page shows with an error, or the whole x-request-id of a reply. Without one, the newest',
    `${LISTED} failed and slow requests are listed. Each machine keeps its own (DATA_DIR/log): with several, ask each of them.`,
  ],
  async run(args, { config, print }) {
    const { positionals } = readArguments(args, { positionals: 1, options: {} });
    const entries = await readFailures(config.failureLogDir);
    const [given] = positionals;
    if (given === undefined) {
      for (const line of listEntries(entries)) print(line);
      return 0;
    }
    const id = given.toLowerCase();
    if (!/^[0-9a-f-]{6,36}$/.test(id)) {
      throw new AppError(
        'validation_failed',
        `An id has letters a to f, digits and dashes: ${STUDIO_COMMAND} log 3f9a01bc`,
      );
    }
    const found = entries.filter((entry) => entry.id.endsWith(id));
    for (const entry of found) for (const line of describeEntry(entry)) print(line);
    if (found.length === 0)
      print(`No failed or slow request of this machine ends in ${id}. (Each machine keeps its own.)`);
    const isKnown = await printFromDatabase(config, id, found, print);
    return found.length > 0 || isKnown ? 0 : 1;
  },
};

function listEntries(entries: readonly FailureEntry[]): string[] {
  if (entries.length === 0) return ['No request has failed or was slow.'];
  return entries.slice(0, LISTED).map((entry) => `${referenceOf(entry.id)}  ${headOf(entry)}`);
}

const headOf = ({ time, method, route, status, ms, outcome }: FailureEntry) =>
  `${time}  ${method} ${route}  ${status}${outcome ? ` ${outcome}` : ''}  ${ms} ms`;

function describeEntry(entry: FailureEntry): string[] {
  const { errors = [], queries, more } = entry;
  return [
    headOf(entry),
    `  id ${entry.id}, version ${entry.version}`,
    ...errors.flatMap(({ type, kind, frames }, at) => [
      `  ${at === 0 ? 'thrown' : 'because'}: ${type}${kind ? ` (${kind})` : ''}`,
      ...frames.map((frame) => `    ${frame}`),
    ]),
    queries.length === 0 ? '  no queries' : '  queries: started after, took',
    ...queries.map(({ sql, at, ms }) => {
      const took = ms === undefined ? 'unanswered' : `${ms.toFixed(1)} ms`;
      return `    ${`${at.toFixed(1)} ms`.padStart(11)} ${took.padStart(11)}  ${sql}`;
    }),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

/** Whose request it was, and its mails; what can't be read now is said. @returns whether there was a mail */
async function printFromDatabase(
  config: Config,
  id: string,
  found: readonly FailureEntry[],
  print: (line: string) => void,
): Promise<boolean> {
  try {
    const { db, close } = await openCurrentDatabase(config);
    try {
      await printAccounts(db, found, print);
      return await printMails(db, id, print);
    } finally {
      await close();
    }
  } catch (error) {
    print(
      `The database can’t be asked for its account and mails: ${error instanceof Error ? error.message : error}`,
    );
    return false;
  }
}

async function printAccounts(db: Db, found: readonly FailureEntry[], print: (line: string) => void) {
  for (const accountId of new Set(found.flatMap(({ account }) => account ?? []))) {
    const account = await findAccount(db, accountId);
    print(account ? `  account ${accountId}: ${account.email}` : `  account ${accountId}, since deleted`);
  }
}

async function printMails(db: Db, id: string, print: (line: string) => void): Promise<boolean> {
  const mails = await listMailsOfRequest(db, id, MAILS_SHOWN);
  for (const {
    request_id,
    kind,
    recipient,
    status,
    attempts,
    last_error,
    created_at,
    finished_at,
  } of mails) {
    const when = status === 'pending' ? `written ${created_at}` : (finished_at ?? created_at);
    const why = last_error === null ? '' : `: ${last_error}`;
    print(
      `  mail ${kind} to ${recipient}: ${status}, ${when}, ${attempts} attempts${why} (request ${request_id})`,
    );
  }
  if (mails.length === 0) print('  no mails');
  return mails.length > 0;
}
