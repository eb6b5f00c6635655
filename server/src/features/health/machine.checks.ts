import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { spaceLevel } from '@atelier/domain/health/rules.ts';
import { isLoopbackUrl } from '../../platform/http/client.ts';
import { describeError } from '../../platform/log.ts';
import { SECRET_FILE } from '../../platform/server-secret.ts';
import { type CheckedStore, checkStore } from '../../platform/storage/check-store.ts';
import { FULL_VERSION } from '../../platform/version.ts';
import { type Check, ok, problem, type Result } from './checks.ts';
import type { ClockSettings } from './clock.check.ts';
import { type CheckedMailIn, mailInCheck, type ReadMailbox } from './mail-in.check.ts';

/** What is checked of the machine and of the settings. */
export interface MachineSettings extends CheckedStore, ClockSettings {
  production: boolean;
  dataDir: string;
  uploads: { maxBytes: number; projectMaxBytes: number; accountMaxBytes: number };
  mailIn: CheckedMailIn | undefined;
  mail: { smtpUrl: string | undefined; mayBePlain: boolean };
}

const MEGABYTE = 1024 ** 2;

/**
 * What is there without a database: the disk, who can read the data, where files go, the mail server, the site.
 * @param readMailbox how the mailbox with answers was lately; it may throw
 */
export function machineChecks(
  settings: MachineSettings,
  findSite: () => Promise<boolean>,
  readMailbox: ReadMailbox,
): Check[] {
  return [
    { id: 'version', run: () => ok(`Atelier ${FULL_VERSION} on Node ${process.versions.node}.`) },
    { id: 'folder', run: () => checkFolder(settings.dataDir) },
    { id: 'privacy', run: () => checkPrivacy(settings) },
    { id: 'files', run: () => checkFiles(settings) },
    { id: 'uploads', run: () => checkUploads(settings.uploads) },
    { id: 'site', run: () => checkSite(findSite) },
    { id: 'mail-server', run: () => checkMailServer(settings) },
    mailInCheck(settings.mailIn, readMailbox),
  ];
}

async function checkFolder(folder: string): Promise<Result> {
  try {
    await access(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    return problem(
      `${folder} can’t be written: ${describeError(error)}.`,
      'Give the product’s account the folder, or set DATA_DIR to one that it may write.',
    );
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const level = spaceLevel(free);
  const sentence = `${folder} is writable, ${Math.round(free / MEGABYTE).toLocaleString('en')} MB free.`;
  if (level === 'ok') return ok(sentence);
  return { level, sentence: `${sentence} That’s little.`, whatToDo: 'Free some space, or enlarge the disk.' };
}

/** Mode bits that let in accounts other than the owner's. */
const FOR_OTHERS = 0o077;

/** Paths that only the product's system account may read; older folders or files can be open to others. */
async function checkPrivacy({ database, dataDir }: MachineSettings): Promise<Result> {
  if (process.platform === 'win32') return ok('Windows decides who can read the data.');
  const file = database.engine === 'sqlite' ? database.file : undefined;
  const files = [...(file ? [file, `${file}-wal`, `${file}-shm`] : []), join(dataDir, SECRET_FILE)];
  const open: string[] = [];
  for (const path of [dataDir, ...files]) {
    const found = await stat(path).catch(() => undefined);
    if (found && (found.mode & FOR_OTHERS) !== 0) open.push(path);
  }
  if (open.length === 0) return ok('Only this account can read the data.');
  return problem(
    `Other accounts on this machine can read ${open.join(', ')}.`,
    `Run: chmod -R go= ${dataDir}`,
  );
}

/** @param what is kept there */
export async function checkFiles(store: CheckedStore, what = 'Files'): Promise<Result> {
  try {
    return ok(`${what} are stored ${await checkStore(store)}: one was written, read and removed.`);
  } catch (error) {
    return problem(
      `${what} can’t be stored: ${describeError(error)}.`,
      'Check that the folder or bucket is there and that the product may write to it.',
    );
  }
}

function checkUploads({ maxBytes, projectMaxBytes, accountMaxBytes }: MachineSettings['uploads']): Result {
  const megabytes = (bytes: number) => `${bytes / MEGABYTE} MB`;
  const limits = `${megabytes(maxBytes)} a file, ${megabytes(projectMaxBytes)} a project, ${megabytes(accountMaxBytes)} a client`;
  if (maxBytes <= Math.min(projectMaxBytes, accountMaxBytes)) return ok(`Files may have ${limits}.`);
  return problem(
    `A single file may be larger than all files together: ${limits}.`,
    'Lower UPLOAD_MAX_MB, or raise PROJECT_FILES_MAX_MB and ACCOUNT_FILES_MAX_MB.',
  );
}

/** @param findSite throws for a site that can't be used */
async function checkSite(findSite: () => Promise<boolean>): Promise<Result> {
  if (await findSite()) return ok('The site is built.');
  return problem('The site isn’t built.', 'Run: npm run build');
}

function checkMailServer({ mail, production }: MachineSettings): Result {
  const { smtpUrl, mayBePlain } = mail;
  if (smtpUrl) {
    const isPlain = mayBePlain && smtpUrl.startsWith('smtp:') && !isLoopbackUrl(smtpUrl);
    const how = isPlain ? ', unencrypted if it offers no TLS (SMTP_TLS=optional)' : '';
    return ok(`Emails go through ${new URL(smtpUrl).hostname}${how}.`);
  }
  const sentence = 'No mail server is set: emails are kept in the data folder, and nobody receives them.';
  const whatToDo = 'Set SMTP_URL and MAIL_FROM.';
  return { level: production ? 'problem' : 'notice', sentence, whatToDo };
}
