import { createHash } from 'node:crypto';
import { access, constants, mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import type { Config } from '../config.ts';
import { loadMigrations } from '../load-migrations.ts';
import { findMissingMigrations } from '../platform/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../platform/db/open.ts';
import { checkSqliteIntegrity } from '../platform/db/sqlite.ts';
import { isFileFault } from '../platform/durable-file.ts';
import { DEAF, hearsNotifications } from '../platform/events/postgres-event-bus.ts';
import { loadSite } from '../platform/http/site.ts';
import { newId } from '../platform/ids.ts';
import { countUnsentMails } from '../platform/mail/outbox.repository.ts';
import { SECRET_FILE } from '../platform/server-secret.ts';
import { openStore } from '../platform/storage/object-store.ts';
import { SITE_FOLDER } from '../run-server.ts';
import type { Command } from './command.ts';

/**
 * Writes a small file to the configured store, reads and deletes it: the path that every file takes,
 * with the same rights.
 * @returns the store's location
 * @throws the error of the store
 */
export async function checkStore({
  store: location,
  spoolDir,
}: Pick<Config, 'store' | 'spoolDir'>): Promise<string> {
  const key = newId();
  const content = `A check of the store, ${key}`;
  await mkdir(spoolDir, { mode: 0o700 }).catch((error: unknown) => {
    if (!isFileFault(error, 'EEXIST')) throw error;
  });
  const path = join(spoolDir, key);
  await writeFile(path, content, { mode: 0o600 });
  const store = openStore(location);
  try {
    const sha256 = createHash('sha256').update(content).digest('hex');
    await store.put(key, { path, size: Buffer.byteLength(content), sha256 });
    const read = await text(await store.read(key));
    await store.delete(key);
    if (read !== content) throw new Error('What was read is not what was written');
    return store.description;
  } finally {
    await store.close();
    await rm(path, { force: true });
  }
}

/** A check's result: a sentence, and whether it passed. */
interface Finding {
  well: boolean;
  text: string;
}

const LOW_SPACE_BYTES = 1024 ** 3;

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary: 'check settings, folder, database, files, emails and site for problems',
  async run(_args, { config, print }) {
    const findings = [
      { well: true, text: `Node ${process.versions.node}` },
      await checkFolder(config.dataDir),
      ...(await checkPrivacy(config)),
      ...(await checkDatabase(config)),
      ...(await checkFiles(config)),
      await checkSite(),
      checkMail(config),
    ];
    for (const { well, text } of findings) print(`${well ? 'ok   ' : 'WRONG'} ${text}`);
    return findings.every(({ well }) => well) ? 0 : 1;
  },
};

async function checkFolder(folder: string): Promise<Finding> {
  try {
    await access(folder, constants.R_OK | constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const text = `${folder} is writable, ${Math.round(free / 1024 ** 2)} MB free`;
    return { well: free > LOW_SPACE_BYTES, text: free > LOW_SPACE_BYTES ? text : `${text}: that is little` };
  } catch (error) {
    return { well: false, text: `${folder} cannot be written: ${sentence(error)}` };
  }
}

/** Mode bits that let in accounts other than the owner's. */
const FOR_OTHERS = 0o077;

/** Paths that only the product's system account may read; older folders or files can be open to others. */
async function checkPrivacy(config: Config): Promise<Finding[]> {
  if (process.platform === 'win32') return [];
  const file = config.database.engine === 'sqlite' ? config.database.file : undefined;
  const files = [...(file ? [file, `${file}-wal`, `${file}-shm`] : []), join(config.dataDir, SECRET_FILE)];
  const open: string[] = [];
  for (const path of [config.dataDir, ...files]) {
    const found = await stat(path).catch(() => undefined);
    if (found && (found.mode & FOR_OTHERS) !== 0) open.push(path);
  }
  if (open.length === 0) return [{ well: true, text: 'only this account can read the data' }];
  const text = `other accounts on this machine can read ${open.join(', ')}: chmod -R go= ${config.dataDir}`;
  return [{ well: false, text }];
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  let database: OpenDatabase;
  try {
    database = openDatabase(config.database);
  } catch (error) {
    return [{ well: false, text: `the database can’t be opened: ${sentence(error)}` }];
  }
  try {
    await database.ping();
    const missing = await findMissingMigrations(database.db, await loadMigrations());
    if (missing.length > 0) return [{ well: false, text: `not migrated: ${missing.join(', ')}` }];
    return [
      { well: true, text: `the database (${database.engine}) responds and is up to date` },
      ...(database.engine === 'sqlite' ? await checkIntegrity(database) : []),
      ...(config.database.engine === 'postgres' ? [await checkNotifications(config.database.url)] : []),
      await checkOutbox(database),
    ];
  } catch (error) {
    return [{ well: false, text: `the database doesn’t respond: ${sentence(error)}` }];
  } finally {
    await database.close();
  }
}

async function checkFiles(config: Config): Promise<Finding[]> {
  const { maxBytes, projectMaxBytes, accountMaxBytes } = config.uploads;
  const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`;
  const limits = `${megabytes(maxBytes)} a file, ${megabytes(projectMaxBytes)} a project, ${megabytes(accountMaxBytes)} a client`;
  const roomFinding =
    maxBytes <= Math.min(projectMaxBytes, accountMaxBytes)
      ? { well: true, text: `files may have ${limits}` }
      : {
          well: false,
          text: `UPLOAD_MAX_MB is more than PROJECT_FILES_MAX_MB or ACCOUNT_FILES_MAX_MB: ${limits}`,
        };
  try {
    const where = await checkStore(config);
    return [
      { well: true, text: `files are stored ${where}: one was written, read and removed` },
      roomFinding,
    ];
  } catch (error) {
    return [{ well: false, text: `files can’t be stored: ${sentence(error)}` }, roomFinding];
  }
}

async function checkIntegrity({ db }: OpenDatabase): Promise<Finding[]> {
  const { faults, orphans } = await checkSqliteIntegrity(db);
  return [
    {
      well: faults.length === 0,
      text: faults.length === 0 ? 'the file is intact' : `the file is damaged: ${faults[0]}`,
    },
    { well: orphans === 0, text: `${orphans} rows that refer to nothing` },
  ];
}

/** Live events are notifications, which some PostgreSQL connections (poolers) don't deliver. */
async function checkNotifications(url: string): Promise<Finding> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const hears = await hearsNotifications(client, url);
    return { well: hears, text: hears ? 'database notifications arrive' : DEAF };
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkOutbox({ db }: OpenDatabase): Promise<Finding> {
  const { pending, failed } = await countUnsentMails(db);
  return { well: failed === 0, text: `${pending} mails waiting, ${failed} given up` };
}

async function checkSite(): Promise<Finding> {
  try {
    const site = await loadSite(SITE_FOLDER);
    return site
      ? { well: true, text: 'the site is built' }
      : { well: false, text: 'the site isn’t built: npm run build' };
  } catch (error) {
    return { well: false, text: sentence(error) };
  }
}

function checkMail(config: Config): Finding {
  return config.mail.smtpUrl
    ? { well: true, text: `emails go through ${new URL(config.mail.smtpUrl).hostname}` }
    : {
        well: !config.production,
        text: 'no mail server is set (SMTP_URL): emails are kept in the data folder',
      };
}

function sentence(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return (error instanceof Error ? error.message : String(error)) + cause;
}
