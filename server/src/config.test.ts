import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../test/harness/setting-faults.ts';
import { loadConfig } from './config.ts';
import { environmentSchema } from './environment.ts';

describe('loadConfig', () => {
  it('needs no variable', () => {
    expect(loadConfig({})).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 4000,
      publicUrl: 'http://localhost:4000',
      hstsSubdomains: false,
      dataDir: resolve('data'),
      mailboxDir: resolve('data/mailbox'),
      failureLogDir: resolve('data/log'),
      database: { engine: 'sqlite', file: resolve('data/atelier.sqlite') },
      store: { kind: 'folder', folder: resolve('data/files') },
      spoolDir: resolve('data/spool'),
      uploads: {
        maxBytes: 104_857_600,
        projectMaxBytes: 2_097_152_000,
        accountMaxBytes: 5_242_880_000,
      },
      diskReserveBytes: 524_288_000,
      backups: undefined,
      mail: { smtpUrl: undefined, mayBePlain: false, from: { address: 'studio@localhost' } },
      mailIn: undefined,
      mailInKeepDays: 30,
      ownerEmail: undefined,
      auth: {
        signingKeyFile: undefined,
        autoconfirm: false,
        passwordMinLength: 8,
        emailIntervalSeconds: 30,
        passwordChange: 'current-password',
        adminsNeedSecondFactor: false,
        sessionDays: { client: { idle: 30, total: 90 }, admin: { idle: 7, total: 30 } },
        redirectAllowList: [],
      },
      externalAuth: undefined,
      rateLimitScale: 1,
      trustedProxies: [],
      auditKeepDays: 730,
      logLevel: 'info',
      metricsToken: undefined,
      given: {},
    });
  });

  it('selects a bucket when STORAGE_URL names one', () => {
    const access = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    const address = 's3://files/studio/a/?endpoint=https://s3.example&region=eu-west-1';
    expect(loadConfig({ STORAGE_URL: address, ...access }).store).toEqual({
      kind: 's3',
      bucket: 'files',
      prefix: 'studio/a/',
      endpoint: 'https://s3.example',
      region: 'eu-west-1',
      isPathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: undefined },
    });
    expect(loadConfig({ STORAGE_URL: 's3://files', AWS_REGION: 'eu-north-1' }).store).toMatchObject({
      prefix: '',
      endpoint: undefined,
      region: 'eu-north-1',
      isPathStyle: false,
      credentials: undefined,
    });
  });

  it.each([
    'https://files',
    's3:files',
    's3://F',
    's3://u:p@files',
    's3://files?endpoint=ftp://a',
    's3://files?endpont=https://s3.example',
    's3://files?pathStyle=maybe',
  ])('refuses %s as the address of a bucket', (address) => {
    expect(faultsOf({ STORAGE_URL: address })).toEqual([expect.stringMatching(/^STORAGE_URL must be/)]);
  });

  it('reads where, when and how long backups are kept', () => {
    const { backups } = loadConfig({ BACKUP_TO: '/mnt/backups', BACKUP_AT: '3:05', BACKUP_KEEP: '14d 6m' });
    expect(backups).toEqual({
      to: { kind: 'folder', folder: '/mnt/backups' },
      at: { hour: 3, minute: 5 },
      keep: { days: 14, weeks: 0, months: 6 },
    });
    expect(loadConfig({ BACKUP_TO: '/mnt/backups' }).backups).toMatchObject({
      at: { hour: 2, minute: 30 },
      keep: { days: 7, weeks: 5, months: 12 },
    });
    expect(faultsOf({ BACKUP_TO: '/data-of-old', DATA_DIR: '/data' })).toEqual([]);
  });

  it('reads whom backups are encrypted to, and refuses that without a place for them', () => {
    const keys = [
      'age1xpspryv2xhdq24l5aculrezmla46xh80tzxm5t44mvk8qm64cfpsh974w4',
      'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    ];
    const env = { BACKUP_TO: '/mnt/backups', BACKUP_ENCRYPT_TO: `${keys[0]}, ${keys[1]} ${keys[0]}` };
    expect(loadConfig(env).backups?.encryptTo).toEqual(keys);
    expect(faultsOf({ BACKUP_ENCRYPT_TO: keys[0] ?? '' })).toEqual([
      expect.stringMatching(/BACKUP_TO: set that/),
    ]);
  });

  it('security: repeats nothing of a private key that stands in the place of the public one', () => {
    const key = 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX';
    const [fault] = faultsOf({ BACKUP_TO: '/mnt/backups', BACKUP_ENCRYPT_TO: key });
    expect(fault).toContain('the private key doesn’t belong here');
    expect(fault).not.toContain('GFPYY');
  });

  it('requires both halves of a key to a bucket', () => {
    expect(faultsOf({ AWS_ACCESS_KEY_ID: 'id' })).toEqual([expect.stringMatching(/belong together/)]);
  });

  it('reads the environment, trimmed and parsed', () => {
    const config = loadConfig({
      NODE_ENV: 'production',
      PORT: ' 8080 ',
      PUBLIC_URL: 'https://Studio.Example/',
      DATABASE_URL: 'postgres://u:p@db/atelier',
      SMTP_URL: 'smtps://u:p@mail.example',
      MAIL_FROM: '"Our Studio" <hello@studio.example>',
      OWNER_EMAIL: 'Owner@Studio.Example',
      AUTH_ADMIN_MFA: 'required',
      TRUST_PROXY: '10.0.0.1, fd00::/8,loopback',
      RATE_LIMIT_SCALE: '2.5',
    });
    expect(config).toMatchObject({
      production: true,
      port: 8080,
      publicUrl: 'https://studio.example',
      database: { engine: 'postgres', url: 'postgres://u:p@db/atelier' },
      mail: { from: { name: 'Our Studio', address: 'hello@studio.example' } },
      ownerEmail: 'owner@studio.example',
      auth: { adminsNeedSecondFactor: true },
      trustedProxies: ['10.0.0.1', 'fd00::/8', 'loopback'],
      rateLimitScale: 2.5,
    });
  });

  it.each([
    ['smtp://mail.example', undefined, false],
    ['smtp://192.168.1.5:25', undefined, false],
    ['smtp://localhost.mail.example', undefined, false],
    ['smtp://mail.example', 'optional', true],
    ['smtp://localhost:1025', undefined, true],
    ['smtp://127.0.0.1', 'required', true],
  ])('with SMTP_URL=%s and SMTP_TLS=%s, lets mails go unencrypted: %s', (SMTP_URL, SMTP_TLS, mayBePlain) => {
    const env = { SMTP_URL, SMTP_TLS, MAIL_FROM: 'hello@studio.example' };
    expect(loadConfig(env).mail.mayBePlain).toBe(mayBePlain);
  });

  it.each(['12#34', '12/34', '12?34', '50%of', '#', '/'])(
    'refuses SMTP_URL when the password has a special character as it is: %s',
    (password) => {
      const env = { SMTP_URL: `smtps://user:${password}@mail.example`, MAIL_FROM: 'hello@studio.example' };
      expect(faultsOf(env)).toEqual([expect.stringMatching(/^SMTP_URL must be an address like/)]);
      const encoded = `smtps://user:${encodeURIComponent(password)}@mail.example`;
      expect(faultsOf({ ...env, SMTP_URL: encoded })).toEqual([]);
    },
  );

  it('refuses a mail server with a path, which no mail server has', () => {
    const env = { SMTP_URL: 'smtps://mail.example/inbox', MAIL_FROM: 'hello@studio.example' };
    expect(faultsOf(env)).toEqual([expect.stringMatching(/^SMTP_URL must name a mail server/)]);
    expect(faultsOf({ ...env, SMTP_URL: 'smtps://me@mail.example:p@ss@mail.example/?pool=true' })).toEqual(
      [],
    );
  });

  it('treats an empty value as unset', () => {
    expect(loadConfig({ PORT: '', SMTP_URL: '  ', OWNER_EMAIL: '' })).toEqual(loadConfig({}));
  });

  it('returns frozen settings', () => {
    const config = loadConfig({});
    expect(() => Object.assign(config.auth, { autoconfirm: true })).toThrow(TypeError);
  });

  it('throws with every fault at once, one a line', () => {
    const env = { PORT: '70000', NODE_ENV: 'prod', SMTP_URL: 'mail.example', TRUST_PROXY: 'everybody' };
    expect(faultsOf(env).map((fault) => fault.split(' ')[0])).toEqual([
      'NODE_ENV',
      'PORT',
      'SMTP_URL',
      'TRUST_PROXY',
      'MAIL_FROM',
    ]);
    expect(() => loadConfig(env)).toThrow(/^The configuration has faults:\n(?: {2}[A-Z_]+ .+\n?){5}$/);
  });

  it.each([
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'studio.example'],
    ['PUBLIC_URL', 'https://studio.example/path'],
    ['PUBLIC_URL', 'https://studio.example/?a=b'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'https://studio.example\\path'],
    ['PUBLIC_URL', 'https:studio.example'],
    ['PUBLIC_URL', 'https://me:word@studio.example'],
    ['DATABASE_URL', 'mysql://db/atelier'],
    ['DATABASE_URL', 'postgres://user:12#34@db/atelier'],
    ['DATABASE_URL', 'postgres://user:12/34@db/atelier'],
    ['DATABASE_URL', 'postgres://user:50%of@db/atelier'],
    ['DATA_DIR', '~/studio'],
    ['DATA_DIR', '$HOME/studio'],
    ['DATA_DIR', '%USERPROFILE%\\studio'],
    ['DATA_DIR', '/var/lib/studio\u200B'],
    ['BACKUP_TO', '~/backups'],
    ['AUTH_SIGNING_KEYS', '$HOME/keys.json'],
    ['METRICS_TOKEN', '"a token of many letters"'],
    ['METRICS_TOKEN', 'a token of\u00A0many letters'],
    ['MAIL_FROM', 'Studio <hello@studio.example>, other@studio.example'],
    ['MAIL_FROM', 'Studio <hello>\nBcc: other@studio.example'],
    ['BACKUP_TO', 's4://bucket'],
    ['BACKUP_TO', 'data/backups'],
    ['BACKUP_TO', 's3://bucket?endpont=https://s3.example'],
    ['BACKUP_ENCRYPT_TO', 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q'],
    ['BACKUP_AT', '24:00'],
    ['BACKUP_KEEP', '0d 5w'],
    ['BACKUP_KEEP', '12m 7d'],
    ['OWNER_EMAIL', 'owner'],
    ['MAIL_IN_ADDRESS', 'reply+x@studio.example'],
    ['MAIL_IN_ADDRESS', `${'r'.repeat(26)}@studio.example`],
    ['MAIL_IN_ADDRESS', '*@'],
    ['MAIL_IN_NAME_SERVERS', 'dns.example'],
    ['MAIL_IN_IMAP_URL', 'https://imap.example'],
    ['MAIL_IN_IMAP_URL', 'imaps://imap.example/INBOX'],
    ['MAIL_IN_IMAP_URL', 'imaps://a:%E0%A4@imap.example/INBOX'],
    ['MAIL_IN_IMAP_URL', 'imaps://a:p@ss/w#rd@imap.example/INBOX'],
    ['MAIL_IN_IMAP_URL', 'imaps://a:p@ss?rd@imap.example/INBOX'],
    ['MAIL_IN_KEEP_DAYS', '0'],
    ['SMTP_TLS', 'never'],
    ['HSTS_SUBDOMAINS', 'all'],
    ['AUTH_AUTOCONFIRM', 'maybe'],
    ['AUTH_PASSWORD_MIN_LENGTH', '5'],
    ['AUTH_SESSION_IDLE_DAYS', '0'],
    ['AUTH_ADMIN_SESSION_DAYS', 'never'],
    ['RATE_LIMIT_SCALE', '0'],
    ['RATE_LIMIT_SCALE', 'Infinity'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0/0'],
    ['AUDIT_KEEP_DAYS', '7'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_TOKEN', 'short'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must `))]);
  });
});

describe('OWNER_EMAIL with sign-ups that confirm themselves', () => {
  const env = { OWNER_EMAIL: 'owner@studio.example', AUTH_AUTOCONFIRM: 'on' };

  it.each([
    'https://studio.example',
    'http://192.168.1.10:4000',
    'http://localhost.evil.example',
    'http://127.0.0.1.nip.example',
  ])('security: is refused at %s, where the first caller would be admin', (PUBLIC_URL) => {
    expect(faultsOf({ ...env, PUBLIC_URL })).toEqual([
      expect.stringMatching(/^AUTH_AUTOCONFIRM must be off where OWNER_EMAIL is set/),
    ]);
    expect(faultsOf({ ...env, PUBLIC_URL, OWNER_EMAIL: '' })).toEqual([]);
    expect(faultsOf({ ...env, PUBLIC_URL, AUTH_AUTOCONFIRM: 'off' })).toEqual([]);
  });

  it.each(['', 'http://localhost:5173', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
    'starts on this machine alone (%s)',
    (PUBLIC_URL) => expect(faultsOf({ ...env, PUBLIC_URL })).toEqual([]),
  );
});

describe('another provider', () => {
  it('needs its address alone', () => {
    const url = 'https://project.supabase.co/auth/v1';
    expect(loadConfig({ AUTH_URL: `${url}/`, AUTH_API_KEY: 'sb_publishable_x' }).externalAuth).toEqual({
      url,
      issuer: url,
      jwksUrl: `${url}/.well-known/jwks.json`,
      jwtSecret: undefined,
      apiKey: 'sb_publishable_x',
    });
  });

  it.each([
    [{ AUTH_URL: 'project.supabase.co' }, 'AUTH_URL must be an address'],
    [{ AUTH_URL: 'https://user:word@project.supabase.co' }, 'AUTH_URL must not have a query or a password'],
    [{ AUTH_URL: 'https://p.example', AUTH_JWT_SECRET: 'short' }, 'AUTH_JWT_SECRET must have 32 characters'],
    [
      { AUTH_JWT_SECRET: 'a secret of more than thirty-two letters' },
      'AUTH_JWT_SECRET is about another provider',
    ],
    [{ AUTH_API_KEY: 'x' }, 'AUTH_API_KEY is about another provider'],
    [
      { AUTH_URL: 'http://p.example', PUBLIC_URL: 'https://studio.example' },
      'AUTH_URL must be https where PUBLIC_URL is',
    ],
  ])('is refused as %j', (env, fault) => {
    expect(faultsOf(env)).toEqual([expect.stringContaining(fault)]);
  });
});

describe('.env.example', () => {
  const lines = readFileSync(`${import.meta.dirname}/../../.env.example`, 'utf8').split('\n');
  const variables = lines.flatMap((line, i) => {
    const name = /^#([A-Z_]+)=/.exec(line)?.[1];
    return name ? [{ name, value: line.slice(name.length + 2), above: lines[i - 1] ?? '' }] : [];
  });

  it('lists every variable that the program reads, and no other', () => {
    expect(variables.map(({ name }) => name)).toEqual(Object.keys(environmentSchema.shape));
  });

  it('explains each variable or its group', () => {
    expect(variables.filter(({ above }) => !above.startsWith('#'))).toEqual([]);
  });

  it('shows valid values', () => {
    const env = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
    expect(faultsOf(env)).toEqual([]);
  });
});
