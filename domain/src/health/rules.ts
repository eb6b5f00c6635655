/** Everything that is checked about an installation, with its name for people. */
export const CHECK_NAMES = {
  version: 'Version',
  folder: 'Disk',
  privacy: 'Privacy of the data',
  database: 'Database',
  'database-tls': 'Connection to the database',
  integrity: 'Database file',
  notifications: 'Live updates',
  clock: 'Clock',
  keys: 'Signing keys',
  certificate: 'Certificate',
  backup: 'Backup',
  files: 'Files',
  uploads: 'Upload limits',
  mails: 'Email',
  'mail-delivery': 'Email delivery',
  'mail-server': 'Mail server',
  'mail-bounces': 'Emails that came back',
  addresses: 'Email addresses',
  'mail-in': 'Answers by email',
  jobs: 'Recurring jobs',
  invoices: 'Invoices that send themselves',
  site: 'Site',
} as const;
export type CheckId = keyof typeof CHECK_NAMES;

/**
 * - `ok`: nothing to do
 * - `notice`: worth knowing; nothing is broken
 * - `problem`: needs the owner
 */
export const FINDING_LEVELS = ['ok', 'notice', 'problem'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/** A check's result, in words. */
export interface Finding {
  id: CheckId;
  level: FindingLevel;
  sentence: string;
  /** Null where nothing has to be done. */
  whatToDo: string | null;
}

/** Less free space than this, in bytes, is a problem: the database and its log need room to grow. */
const LOW_SPACE_BYTES = 1024 ** 3;
/** Less than this is worth knowing. */
const LITTLE_SPACE_BYTES = 5 * LOW_SPACE_BYTES;

export function spaceLevel(freeBytes: number): FindingLevel {
  if (freeBytes <= LOW_SPACE_BYTES) return 'problem';
  return freeBytes <= LITTLE_SPACE_BYTES ? 'notice' : 'ok';
}

/** How far, in seconds, two clocks may be apart: processes accept a minute of each other. */
export function driftLevel(seconds: number): FindingLevel {
  const apart = Math.abs(seconds);
  if (apart > 30) return 'problem';
  return apart > 2 ? 'notice' : 'ok';
}

/** A job that failed once is tried again soon; one that keeps failing needs the owner. */
export function jobLevel(failuresSinceSuccess: number): FindingLevel {
  if (failuresSinceSuccess === 0) return 'ok';
  return failuresSinceSuccess === 1 ? 'notice' : 'problem';
}

/** Mails that were tried and still wait after this many seconds need the owner: the mail server refuses or is away. */
export const MAIL_LATE_SECONDS = 3_600;

/**
 * How a certificate stands that is valid from one moment to another. Tools renew one when a third of its life is left;
 * times in milliseconds.
 */
export function certificateLevel({ from, to, now }: { from: number; to: number; now: number }): FindingLevel {
  const left = (to - now) / (to - from);
  if (now < from || left < 1 / 8) return 'problem';
  return left < 1 / 4 ? 'notice' : 'ok';
}
