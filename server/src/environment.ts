import { relative, resolve } from 'node:path';
import { PASSWORD_MIN_LENGTH } from '@atelier/domain/auth/rules.ts';
import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import { trimEndOf } from '@atelier/domain/text.ts';
import { z } from 'zod';
import { isLoopbackUrl } from './platform/http/client.ts';
import { parseBucketUrl } from './platform/storage/object-store.ts';
import {
  email,
  findStrayCharacter,
  flag,
  imapUrl,
  isMailServer,
  isOrigin,
  isPlainAddress,
  keep,
  mailbox,
  mailInAddress,
  nameServers,
  networks,
  optionalPort,
  path,
  recipients,
  timeOfDay,
  url,
  wholeNumber,
} from './setting-values.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every variable that the program reads; `.env.example` explains each. */
export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('development'),
  PORT: wholeNumber(0, 65_535, 4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url(['http:', 'https:'], 'https://studio.example')
    .refine((text) => isOrigin(text) && isPlainAddress(text), 'must be an origin without a path')
    .transform((text) => new URL(text).origin)
    .optional(),
  HSTS_SUBDOMAINS: flag.default(false),
  DATA_DIR: path.default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host/database').optional(),
  STORAGE_URL: z
    .string()
    .refine(
      (text) => parseBucketUrl(text) !== undefined,
      'must be an address like s3://bucket?endpoint=https://s3.example&region=eu-west-1',
    )
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().optional(),
  UPLOAD_MAX_MB: wholeNumber(1, 5_000, 100),
  PROJECT_FILES_MAX_MB: wholeNumber(1, 1_000_000, 2_000),
  ACCOUNT_FILES_MAX_MB: wholeNumber(1, 1_000_000, 5_000),
  DISK_RESERVE_MB: wholeNumber(0, 100_000_000, 500),
  BACKUP_TO: path
    .refine(
      (text) => !/^[a-z][a-z0-9+.-]+:/i.test(text) || parseBucketUrl(text) !== undefined,
      'must be the path of a folder, or an address like s3://bucket/backups?endpoint=https://s3.example',
    )
    .optional(),
  BACKUP_ENCRYPT_TO: recipients.optional(),
  BACKUP_AT: timeOfDay.default({ hour: 2, minute: 30 }),
  BACKUP_KEEP: keep.default({ days: 7, weeks: 5, months: 12 }),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w{8,500}$/, 'must be a secret key, which begins with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w{8,500}$/, 'must be the secret of a webhook, which begins with whsec_')
    .optional(),
  STRIPE_API_URL: url(['http:', 'https:'], 'http://127.0.0.1:12111').optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example')
    .refine(isMailServer, 'must name a mail server, without a path')
    .optional(),
  SMTP_TLS: z.enum(['required', 'optional'], { error: 'must be required or optional' }).default('required'),
  MAIL_FROM: mailbox.optional(),
  MAIL_IN_ADDRESS: mailInAddress.optional(),
  MAIL_IN_PORT: optionalPort,
  MAIL_IN_HOST: z.string().default('127.0.0.1'),
  MAIL_IN_IMAP_URL: imapUrl.optional(),
  MAIL_IN_IMAP_DONE_FOLDER: z.string().max(200).optional(),
  MAIL_IN_DIRECT: flag.default(false),
  MAIL_IN_TRUSTED_HOST: z.string().max(253).optional(),
  MAIL_IN_RELAYS: networks.default([]),
  MAIL_IN_BOUNCES: flag.default(false),
  MAIL_IN_TLS_CERT: path.optional(),
  MAIL_IN_TLS_KEY: path.optional(),
  MAIL_IN_MAX_MB: wholeNumber(1, 100, 25),
  MAIL_IN_KEEP_DAYS: wholeNumber(1, 3_650, KEPT_DAYS.receivedMails),
  MAIL_IN_NAME_SERVERS: nameServers.default([]),
  OWNER_EMAIL: email.optional(),
  AUTH_URL: url(['http:', 'https:'], 'https://project.supabase.co/auth/v1')
    .refine(isPlainAddress, 'must not have a query or a password')
    .transform((text) => trimEndOf(text, '/'))
    .optional(),
  AUTH_API_KEY: z
    .string()
    .regex(/^[\w.-]{1,2000}$/, 'must be the public key: letters, digits, dots, - and _')
    .optional(),
  AUTH_ISSUER: z.string().max(500).optional(),
  AUTH_JWKS_URL: url(
    ['http:', 'https:'],
    'https://project.supabase.co/auth/v1/.well-known/jwks.json',
  ).optional(),
  AUTH_JWT_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
  AUTH_SIGNING_KEYS: path.optional(),
  AUTH_AUTOCONFIRM: flag.default(false),
  AUTH_PASSWORD_MIN_LENGTH: wholeNumber(6, 72, PASSWORD_MIN_LENGTH),
  AUTH_EMAIL_INTERVAL: wholeNumber(0, 3600, 30),
  AUTH_PASSWORD_CHANGE: z.enum(['free', 'current-password', 'code']).default('current-password'),
  AUTH_ADMIN_MFA: z.enum(['off', 'required'], { error: 'must be off or required' }).default('off'),
  AUTH_SESSION_IDLE_DAYS: wholeNumber(1, 3_650, 30),
  AUTH_SESSION_DAYS: wholeNumber(1, 3_650, 90),
  AUTH_ADMIN_SESSION_IDLE_DAYS: wholeNumber(1, 3_650, 7),
  AUTH_ADMIN_SESSION_DAYS: wholeNumber(1, 3_650, 30),
  AUTH_REDIRECTS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((list) => list.every((pattern) => /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(pattern)), {
      message: 'must be addresses or patterns of them, such as https://*.studio.example/**',
    })
    .default([]),
  RATE_LIMIT_SCALE: z
    .string()
    .refine((text) => Number(text) > 0 && Number.isFinite(Number(text)), 'must be a number above 0')
    .transform(Number)
    .default(1),
  TRUST_PROXY: networks.default([]),
  AUDIT_KEEP_DAYS: wholeNumber(30, 36_500, KEPT_DAYS.adminActions),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
});
export type Environment = z.output<typeof environmentSchema>;

export interface ReadEnvironment {
  /** The variables that are set, as they are. */
  given: Record<string, string>;
  /** Their values and the defaults; undefined if one is none. */
  values: Environment | undefined;
  /** What is wrong with each, and with those that don't go together. */
  faults: readonly string[];
}

/** Reads the variables from `env`; an empty value counts as unset. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): ReadEnvironment {
  const given = pickSettings(env);
  const parsed = environmentSchema.safeParse(given);
  const faults = Object.entries(given).flatMap(([name, value]) => {
    const stray = findStrayCharacter(value);
    if (stray) return [`${name} ${stray}`];
    const issues = parsed.error?.issues.filter(({ path }) => path[0] === name) ?? [];
    return issues.map(({ message }) => `${name} ${message}`);
  });
  if (given.SMTP_URL && !given.MAIL_FROM)
    faults.push('MAIL_FROM must be set when SMTP_URL is: mails need a sender');
  if (parsed.success && given.MAIL_IN_ADDRESS && given.MAIL_IN_PORT === undefined && !given.MAIL_IN_IMAP_URL)
    faults.push(
      'MAIL_IN_PORT or MAIL_IN_IMAP_URL must be set when MAIL_IN_ADDRESS is: answers arrive by one of them',
    );
  for (const name of ['MAIL_IN_PORT', 'MAIL_IN_IMAP_URL', 'MAIL_IN_TLS_CERT', 'MAIL_IN_TLS_KEY']) {
    if (parsed.success && given[name] && !given.MAIL_IN_ADDRESS)
      faults.push(`${name} is about answers by email: set MAIL_IN_ADDRESS, too`);
  }
  if (parsed.success && haveOnePort(parsed.data))
    faults.push('MAIL_IN_PORT must not be PORT: answers by email need a port of their own');
  if (given.MAIL_IN_IMAP_DONE_FOLDER && !given.MAIL_IN_IMAP_URL)
    faults.push('MAIL_IN_IMAP_DONE_FOLDER is about answers in a mailbox: set MAIL_IN_IMAP_URL, too');
  for (const name of ['MAIL_IN_DIRECT', 'MAIL_IN_RELAYS']) {
    if (given[name] && given.MAIL_IN_PORT === undefined)
      faults.push(`${name} is about answers that mail servers bring: set MAIL_IN_PORT, too`);
  }
  if (given.MAIL_IN_RELAYS && !given.MAIL_IN_TRUSTED_HOST)
    faults.push('MAIL_IN_RELAYS is about what MAIL_IN_TRUSTED_HOST writes into emails: set that, too');
  if (given.MAIL_IN_TRUSTED_HOST && !given.MAIL_IN_IMAP_URL && !given.MAIL_IN_RELAYS)
    faults.push(
      'MAIL_IN_TRUSTED_HOST is believed in emails out of a mailbox or from your own mail server: set MAIL_IN_IMAP_URL or MAIL_IN_RELAYS, too',
    );
  if (Boolean(given.MAIL_IN_TLS_CERT) !== Boolean(given.MAIL_IN_TLS_KEY))
    faults.push('MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY belong together: set both, or neither');
  if (given.PUBLIC_URL?.startsWith('https:') && given.AUTH_URL?.startsWith('http:'))
    faults.push('AUTH_URL must be https where PUBLIC_URL is: browsers refuse to call it otherwise');
  if (Boolean(given.STRIPE_SECRET_KEY) !== Boolean(given.STRIPE_WEBHOOK_SECRET))
    faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both, or neither');
  if (Boolean(given.AWS_ACCESS_KEY_ID) !== Boolean(given.AWS_SECRET_ACCESS_KEY))
    faults.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together: set both, or neither');
  if (parsed.success && canAnybodyBecomeOwner(parsed.data))
    faults.push(
      'AUTH_AUTOCONFIRM must be off where OWNER_EMAIL is set and PUBLIC_URL is not this machine: the first ' +
        'to sign up with that address would be admin',
    );
  for (const name of ['AUTH_ISSUER', 'AUTH_JWKS_URL', 'AUTH_JWT_SECRET', 'AUTH_API_KEY']) {
    if (given[name] && !given.AUTH_URL) faults.push(`${name} is about another provider: set AUTH_URL, too`);
  }
  if (parsed.success && given.BACKUP_ENCRYPT_TO && !given.BACKUP_TO)
    faults.push('BACKUP_ENCRYPT_TO is about backups to BACKUP_TO: set that, too');
  if (given.BACKUP_TO !== undefined && given.BACKUP_TO === given.STORAGE_URL)
    faults.push('BACKUP_TO must not be STORAGE_URL: give the backups a bucket, or a prefix, of their own');
  if (parsed.success && parsed.data.BACKUP_TO && isInside(parsed.data.BACKUP_TO, parsed.data.DATA_DIR))
    faults.push(
      'BACKUP_TO must not be in DATA_DIR: what deletes or replaces the one would take the other along',
    );
  return { given, values: parsed.data, faults };
}

const EVERY_ADDRESS: readonly string[] = ['0.0.0.0', '::'];

/** Whether the site and the answers by email would listen at the same place. */
function haveOnePort({ PORT, HOST, MAIL_IN_PORT, MAIL_IN_HOST }: Environment): boolean {
  const meet = HOST === MAIL_IN_HOST || [HOST, MAIL_IN_HOST].some((host) => EVERY_ADDRESS.includes(host));
  return MAIL_IN_PORT === PORT && PORT !== 0 && meet;
}

/** The variables of `env` that this program reads and that are set, as they are. */
function pickSettings(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(environmentSchema.shape)) {
    const value = env[name]?.trim();
    if (value) given[name] = value;
  }
  return given;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return way === '' || !/^(?:\.\.(?:[/\\]|$)|[/\\]|[A-Za-z]:)/.test(way);
}

/** Whether a remote sign-up with the owner's address becomes admin without a mail. */
function canAnybodyBecomeOwner(env: Environment): boolean {
  return env.AUTH_AUTOCONFIRM && env.OWNER_EMAIL !== undefined && !isLoopbackUrl(publicUrlOf(env));
}

/** Origin of every link, without a slash at the end. */
export function publicUrlOf({ PUBLIC_URL, PORT }: Pick<Environment, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}
