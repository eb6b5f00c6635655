import { resolve } from 'node:path';
import { type Environment, publicUrlOf, readEnvironment } from './environment.ts';
import type { DestinationLocation } from './features/backups/copy/make-backup.ts';
import type { Keep } from './features/backups/retention.ts';
import type { TimeOfDay } from './features/backups/schedule.ts';
import type { MailInSettings } from './features/mail-in/mail-in.feature.ts';
import type { DatabaseLocation } from './platform/db/open.ts';
import { isLoopbackUrl } from './platform/http/client.ts';
import type { MailParty } from './platform/mail/transport.ts';
import { parseBucketUrl, type StoreLocation } from './platform/storage/object-store.ts';

const MEGABYTE = 1024 * 1024;

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
  /** Answers by mail; undefined where they are off. */
  mailIn: MailInSettings | undefined;
  /** How long whole mails that arrived are kept. */
  mailInKeepDays: number;
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
  logLevel: Environment['LOG_LEVEL'];
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
 * Reads the settings from `env` (an empty value counts as unset). All settings come from here; the result is frozen.
 * @throws ConfigError naming every fault
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { given, values, faults } = readEnvironment(env);
  if (!values || faults.length > 0) throw new ConfigError(faults);
  return toConfig(values, given);
}

function toConfig(env: Environment, given: Record<string, string>): Config {
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
    mailIn: toMailIn(env),
    mailInKeepDays: env.MAIL_IN_KEEP_DAYS,
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

function toMailIn(env: Environment): MailInSettings | undefined {
  const { MAIL_IN_ADDRESS: address, MAIL_IN_PORT: port } = env;
  if (!address) return undefined;
  const [certFile, keyFile] = [env.MAIL_IN_TLS_CERT, env.MAIL_IN_TLS_KEY];
  const tls = certFile && keyFile ? { certFile: resolve(certFile), keyFile: resolve(keyFile) } : undefined;
  return {
    address,
    smtp: port === undefined ? undefined : { host: env.MAIL_IN_HOST, port, tls },
    imap: env.MAIL_IN_IMAP_URL && { ...env.MAIL_IN_IMAP_URL, doneFolder: env.MAIL_IN_IMAP_DONE_FOLDER },
    maxBytes: env.MAIL_IN_MAX_MB * MEGABYTE,
    nameServers: env.MAIL_IN_NAME_SERVERS,
    takesReports: env.MAIL_IN_BOUNCES,
    trust: {
      isDirect: env.MAIL_IN_DIRECT,
      trustedHost: env.MAIL_IN_TRUSTED_HOST,
      relays: env.MAIL_IN_RELAYS,
    },
  };
}

function toStoreLocation(env: Environment, dataDir: string): StoreLocation {
  return toBucket(env, env.STORAGE_URL) ?? { kind: 'folder', folder: `${dataDir}/files` };
}

function toBucket(env: Environment, url: string | undefined): StoreLocation | undefined {
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
