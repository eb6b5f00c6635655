import { relative, resolve } from 'node:path';
import { PASSWORD_MIN_LENGTH } from '@atelier/domain/auth/rules.ts';
import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import { trimEndOf } from '@atelier/domain/text.ts';
import { z } from 'zod';
import type { DestinationLocation } from './features/backups/copy/make-backup.ts';
import type { Keep } from './features/backups/retention.ts';
import type { TimeOfDay } from './features/backups/schedule.ts';
import type { DatabaseLocation } from './platform/db/open.ts';
import { isLoopbackUrl } from './platform/http/client.ts';
import type { MailParty } from './platform/mail/transport.ts';
import { parseBucketUrl, type StoreLocation } from './platform/storage/object-store.ts';
import {
  email,
  flag,
  isAddressOrNetwork,
  isOrigin,
  isPlainAddress,
  keep,
  mailbox,
  recipients,
  timeOfDay,
  url,
  wholeNumber,
} from './setting-values.ts';

const MEGABYTE = 1024 * 1024;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every variable that the program reads; `.env.example` explains each. */
export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('development'),
  PORT: wholeNumber(0, 65_535, 4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url(['http:', 'https:'], 'https://studio.example')
    .refine((text) => !URL.canParse(text) || isOrigin(text), 'must be an origin without a path')
    .transform((text) => new URL(text).origin)
    .optional(),
  HSTS_SUBDOMAINS: flag.default(false),
  DATA_DIR: z.string().default('./data'),
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
  BACKUP_TO: z
    .string()
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
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example').optional(),
  SMTP_TLS: z.enum(['required', 'optional'], { error: 'must be required or optional' }).default('required'),
  MAIL_FROM: mailbox.optional(),
  OWNER_EMAIL: email.optional(),
  AUTH_URL: url(['http:', 'https:'], 'https://project.supabase.co/auth/v1')
    .refine((text) => !URL.canParse(text) || isPlainAddress(text), 'must not have a query or a password')
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
  AUTH_SIGNING_KEYS: z.string().optional(),
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
  TRUST_PROXY: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (list) => list.every(isAddressOrNetwork),
      'must be addresses or networks, such as 10.0.0.1,10.1.0.0/16',
    )
    .default([]),
  AUDIT_KEEP_DAYS: wholeNumber(30, 36_500, KEPT_DAYS.adminActions),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
});

/** The settings of this process, checked and in the program's own words. */
export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Origin of every link that leaves the server, without a slash at the end. */
  publicUrl: string;
  /** Whether browsers are to use https for every name below that of `publicUrl` too. */
  hstsSubdomains: boolean;
  /** Absolute path of the one folder to back up. */
  dataDir: string;
  /** Where mails are kept while there is no mail server. */
  mailboxDir: string;
  /** Where failed and slow requests of this machine are kept. */
  failureLogDir: string;
  database: DatabaseLocation;
  /** Where files are kept. */
  store: StoreLocation;
  /** Where a file is while it arrives: on the disk that has DATA_DIR, so that it can be moved from there. */
  spoolDir: string;
  uploads: {
    /** Of one file, in bytes. */
    maxBytes: number;
    /** Of all files of one project, old versions included, in bytes. */
    projectMaxBytes: number;
    /** Limit for all the files that one client sends, in bytes. */
    accountMaxBytes: number;
  };
  /** Bytes of the disk with DATA_DIR that files never use, so that the database and sign-ins keep working. */
  diskReserveBytes: number;
  /** The backups that it makes by itself; undefined where it makes none. */
  backups:
    | {
        to: DestinationLocation;
        at: TimeOfDay;
        keep: Keep;
        /** Public keys of the age format; undefined where nothing is encrypted. */
        encryptTo: readonly string[] | undefined;
      }
    | undefined;
  /** Payments by card; undefined without. `apiUrl` is Stripe's own unless it is given. */
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string | undefined } | undefined;
  mail: {
    smtpUrl: string | undefined;
    /** Whether mails may go unencrypted to a server that offers no TLS. */
    mayBePlain: boolean;
    from: MailParty;
  };
  /** In lower case. */
  ownerEmail: string | undefined;
  auth: {
    /** Absolute path of a private JWK set; undefined where the program makes its own keys. */
    signingKeyFile: string | undefined;
    autoconfirm: boolean;
    passwordMinLength: number;
    emailIntervalSeconds: number;
    passwordChange: 'free' | 'current-password' | 'code';
    /** Whether an admin can act as one only with a second factor. */
    adminsNeedSecondFactor: boolean;
    /** How long a session lasts, in days: unused, and in all. */
    sessionDays: Record<'client' | 'admin', { idle: number; total: number }>;
    /** Patterns of addresses outside the site that links in mails may lead to. */
    redirectAllowList: readonly string[];
  };
  /** Another provider in the place of the embedded one, which `auth` is about. */
  externalAuth:
    | {
        /** Without a slash at the end. */
        url: string;
        issuer: string;
        jwksUrl: string;
        jwtSecret: string | undefined;
        /** Public: pages are given it. */
        apiKey: string | undefined;
      }
    | undefined;
  rateLimitScale: number;
  trustedProxies: readonly string[];
  /** How long what admins did is kept. */
  auditKeepDays: number;
  logLevel: (typeof LOG_LEVELS)[number];
  metricsToken: string | undefined;
  /** The variables that are set, as they are. */
  given: Readonly<Record<string, string>>;
}

/** The environment is not one the program can run with; the message names every fault, one a line. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Reads the settings from `env` (an empty value counts as unset). This file alone looks at the
 * environment; the result is frozen.
 * @throws ConfigError naming every fault
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = pickSettings(env);
  const parsed = environmentSchema.safeParse(given);
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  if (given.SMTP_URL && !given.MAIL_FROM)
    faults.push('MAIL_FROM must be set when SMTP_URL is: mails need a sender');
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
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return toConfig(parsed.data, given);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return way === '' || !/^(?:\.\.(?:[/\\]|$)|[/\\]|[A-Za-z]:)/.test(way);
}

/** Whether a remote sign-up with the owner's address becomes admin without a mail. */
function canAnybodyBecomeOwner(env: z.infer<typeof environmentSchema>): boolean {
  return env.AUTH_AUTOCONFIRM && env.OWNER_EMAIL !== undefined && !isLoopbackUrl(publicUrlOf(env));
}

function publicUrlOf({ PUBLIC_URL, PORT }: z.infer<typeof environmentSchema>): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
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

function toConfig(env: z.infer<typeof environmentSchema>, given: Record<string, string>): Config {
  const dataDir = resolve(env.DATA_DIR);
  return deepFreeze({
    production: env.NODE_ENV === 'production',
    host: env.HOST,
    port: env.PORT,
    publicUrl: publicUrlOf(env),
    hstsSubdomains: env.HSTS_SUBDOMAINS,
    dataDir,
    mailboxDir: `${dataDir}/mailbox`,
    failureLogDir: `${dataDir}/log`,
    database: env.DATABASE_URL
      ? { engine: 'postgres', url: env.DATABASE_URL }
      : { engine: 'sqlite', file: `${dataDir}/atelier.sqlite` },
    store: toStoreLocation(env, dataDir),
    spoolDir: `${dataDir}/spool`,
    uploads: {
      maxBytes: env.UPLOAD_MAX_MB * MEGABYTE,
      projectMaxBytes: env.PROJECT_FILES_MAX_MB * MEGABYTE,
      accountMaxBytes: env.ACCOUNT_FILES_MAX_MB * MEGABYTE,
    },
    diskReserveBytes: env.DISK_RESERVE_MB * MEGABYTE,
    backups: env.BACKUP_TO
      ? {
          to: toBucket(env, env.BACKUP_TO) ?? { kind: 'folder', folder: resolve(env.BACKUP_TO) },
          at: env.BACKUP_AT,
          keep: env.BACKUP_KEEP,
          encryptTo: env.BACKUP_ENCRYPT_TO,
        }
      : undefined,
    mail: {
      smtpUrl: env.SMTP_URL,
      mayBePlain: env.SMTP_TLS === 'optional' || (!!env.SMTP_URL && isLoopbackUrl(env.SMTP_URL)),
      from: env.MAIL_FROM ?? { address: 'studio@localhost' },
    },
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            apiUrl: env.STRIPE_API_URL,
          }
        : undefined,
    ownerEmail: env.OWNER_EMAIL,
    auth: {
      signingKeyFile: env.AUTH_SIGNING_KEYS ? resolve(env.AUTH_SIGNING_KEYS) : undefined,
      autoconfirm: env.AUTH_AUTOCONFIRM,
      passwordMinLength: env.AUTH_PASSWORD_MIN_LENGTH,
      emailIntervalSeconds: env.AUTH_EMAIL_INTERVAL,
      passwordChange: env.AUTH_PASSWORD_CHANGE,
      adminsNeedSecondFactor: env.AUTH_ADMIN_MFA === 'required',
      sessionDays: {
        client: { idle: env.AUTH_SESSION_IDLE_DAYS, total: env.AUTH_SESSION_DAYS },
        admin: { idle: env.AUTH_ADMIN_SESSION_IDLE_DAYS, total: env.AUTH_ADMIN_SESSION_DAYS },
      },
      redirectAllowList: env.AUTH_REDIRECTS,
    },
    externalAuth: env.AUTH_URL
      ? {
          url: env.AUTH_URL,
          issuer: env.AUTH_ISSUER ?? env.AUTH_URL,
          jwksUrl: env.AUTH_JWKS_URL ?? `${env.AUTH_URL}/.well-known/jwks.json`,
          jwtSecret: env.AUTH_JWT_SECRET,
          apiKey: env.AUTH_API_KEY,
        }
      : undefined,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    trustedProxies: env.TRUST_PROXY,
    auditKeepDays: env.AUDIT_KEEP_DAYS,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    given,
  });
}

function toStoreLocation(env: z.infer<typeof environmentSchema>, dataDir: string): StoreLocation {
  return toBucket(env, env.STORAGE_URL) ?? { kind: 'folder', folder: `${dataDir}/files` };
}

function toBucket(
  env: z.infer<typeof environmentSchema>,
  url: string | undefined,
): StoreLocation | undefined {
  const bucket = url ? parseBucketUrl(url) : undefined;
  if (!bucket) return undefined;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return {
    kind: 's3',
    ...bucket,
    region: bucket.region ?? env.AWS_REGION ?? 'us-east-1',
    credentials:
      accessKeyId && secretAccessKey
        ? { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN }
        : undefined,
  };
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) deepFreeze(member);
  }
  return Object.freeze(value);
}
