import { join } from 'node:path';
import { PASSWORD_MIN_LENGTH } from '@atelier/domain/auth/rules.ts';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { backupSettings } from './backup-settings.ts';
import { backupWork } from './backup-thread.ts';
import { readInThread } from './calendar-thread.ts';
import { type Config, ConfigError } from './config.ts';
import { ClientWords } from './core/access/client-words.ts';
import { createCallGuard } from './core/access/guard.ts';
import { addLiveRoutes } from './core/access/live-reader.ts';
import type { IdentityProvider } from './core/accounts/identity-provider.ts';
import { accountTopic, createLiveEvent, STUDIO_TOPIC } from './core/projects/live-events.ts';
import { createDocuments, type Documents } from './document-thread.ts';
import { type AuthFeature, createAuthFeature } from './features/auth/auth.feature.ts';
import { type PasswordHasher, presentPasswordTag } from './features/auth/passwords/passwords.ts';
import { type FetchCalendar, fetchCalendar } from './features/bookings/remote-calendar.ts';
import { createExternalAuth, presentProviderTag } from './features/external-auth/external-auth.feature.ts';
import { readMailInThread } from './mail-thread.ts';
import { MAIL_KINDS, studioMailLook } from './mails.ts';
import { addProductMetrics } from './metrics.ts';
import { type Clock, isoIn } from './platform/clock.ts';
import { BALLAST_FILE, Ballast } from './platform/db/ballast.ts';
import { findMissingMigrations, type Migration } from './platform/db/migrate.ts';
import type { OpenDatabase } from './platform/db/open.ts';
import { LiveStreams } from './platform/events/live-streams.ts';
import { createEventBus } from './platform/events/postgres-event-bus.ts';
import { FailureLog } from './platform/failure-log.ts';
import { addApiDocument } from './platform/http/api-document.routes.ts';
import { refuseWhileFull } from './platform/http/call-rules.ts';
import { isLoopbackUrl } from './platform/http/client.ts';
import { answerErrors, renderAppError } from './platform/http/errors.ts';
import { addOperations } from './platform/http/operations.ts';
import { SIGN_IN_PREFIX } from './platform/http/places.ts';
import { renderFailurePage } from './platform/http/plain-page.ts';
import { MemoryRateLimitStore, RateLimiter } from './platform/http/rate-limit.ts';
import { createHttpServer } from './platform/http/server.ts';
import { SharedRateLimitStore } from './platform/http/shared-rate-limits.repository.ts';
import { addToHead, placeAt, type Site } from './platform/http/site.ts';
import { JobRunner } from './platform/jobs/job-runner.ts';
import { addMailboxPage } from './platform/mail/mailbox.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { deleteSentBefore } from './platform/mail/outbox.repository.ts';
import { OutboxWorker } from './platform/mail/outbox-worker.ts';
import type { MailTransport } from './platform/mail/transport.ts';
import type { MailReader } from './platform/mail-in/read-mail.ts';
import type { SmtpListener } from './platform/mail-in/smtp-listener.ts';
import type { Platform } from './platform/platform.ts';
import type { ServerSecret } from './platform/server-secret.ts';
import { addDownloadRoute } from './platform/storage/download.routes.ts';
import type { ObjectStore } from './platform/storage/object-store.ts';
import { Storage } from './platform/storage/storage.ts';
import { createProduct } from './product.ts';
import { addSecurityContact } from './security-contact.ts';

/** What the application is made of; `main.ts` makes the real parts, tests others. */
export interface AppDeps {
  config: Config;
  database: OpenDatabase;
  migrations: readonly Migration[];
  clock: Clock;
  log: FastifyBaseLogger;
  transport: MailTransport;
  store: ObjectStore;
  /** The built site; undefined while there is none. */
  site: Site | undefined;
  secret: ServerSecret;
  /** Reads mails that arrive, in place of a thread. */
  readMail?: MailReader;
  /** Who signs people in, in place of the embedded provider. */
  identities?: IdentityProvider;
  /** Hashes passwords, in place of one at the recommended cost. */
  hasher?: PasswordHasher;
  /** How the owner's own calendar is fetched, in place of https. */
  fetchCalendar?: FetchCalendar;
  /** Makes documents, with other limits. */
  documents?: Documents;
}

/** The application, built but not listening. */
export interface App {
  http: FastifyInstance;
  outbox: OutboxWorker;
  jobs: JobRunner;
  platform: Platform;
  signIn: AuthFeature;
  /** The open streams of live events. */
  streams: LiveStreams;
  /** Reserved room for a full disk; undefined when the database has a disk of its own. */
  ballast: Ballast | undefined;
  /** Takes mails; undefined where answers by mail don't come that way. */
  mailListener: SmtpListener | undefined;
  /** Resolves when what is done after replies is done. */
  whenIdle(): Promise<void>;
  /** Begins what runs by itself: the outbox, the recurring jobs and what hears of events. */
  start(): void;
  /**
   * Leaves all but the answers under way to a next process on the same socket.
   * @param ms until which the answers have to be given
   * @param onIdle called when mails and jobs are the next one's
   */
  handOver(ms: number, onIdle: () => void): Promise<void>;
  /** Answers what is under way, then stops what runs by itself. The database stays open. */
  close(): Promise<void>;
}

const SENT_MAILS_KEPT_SECONDS = KEPT_DAYS.sentMails * 24 * 3600;

/** Puts the parts together: the platform, then the features in order. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, database, clock, log } = deps;
  const site = deps.site && placeAt(deps.site, config.publicUrl);
  const { db, engine } = database;
  let reportsTo: string | undefined;
  const outbox = new OutboxWorker({
    db,
    transport: deps.transport,
    from: config.mail.from,
    reportsTo: () => reportsTo,
    clock,
    log,
  });
  // A SQLite file has one process.
  const sharedLimits = engine === 'postgres' ? new SharedRateLimitStore(db) : new MemoryRateLimitStore();
  const platform: Platform = {
    db,
    engine,
    clock,
    log,
    mailer: createMailer({
      clock,
      messageIdDomain: new URL(config.publicUrl).hostname,
      rules: MAIL_KINDS,
      scale: config.rateLimitScale,
      lineKey: deps.secret.deriveKey('mail.lines'),
      onEnqueued: () => outbox.wake(),
    }),
    storage: new Storage({
      db,
      clock,
      log,
      store: deps.store,
      spoolDir: config.spoolDir,
      reserveBytes: () => config.diskReserveBytes,
      secret: deps.secret,
      publicUrl: config.publicUrl,
    }),
    limiter: new RateLimiter(new MemoryRateLimitStore(), clock, config.rateLimitScale),
    sharedLimiter: new RateLimiter(sharedLimits, clock, config.rateLimitScale),
    jobs: new JobRunner({ db, clock, log }),
    events: createEventBus(database.location, log),
    publicUrl: config.publicUrl,
  };
  const look = studioMailLook(config.publicUrl);
  const failures = new FailureLog({ folder: config.failureLogDir, clock, log });
  const foreign =
    deps.identities ?? (config.externalAuth && createExternalAuth(config.externalAuth, platform));
  if (foreign?.confirmsByItself && config.ownerEmail) {
    await refuseSelfConfirming(foreign.confirmsByItself, log);
  }
  const signIn = foreign
    ? foreignSignIn(foreign)
    : await createAuthFeature({
        ...{ platform, look },
        secret: deps.secret,
        settings: config.auth,
        hasher: deps.hasher,
      });
  const product = createProduct({
    platform,
    identities: signIn.identities,
    look,
    secret: deps.secret,
    ownerEmail: config.ownerEmail,
    stripe: config.stripe,
    documents: deps.documents ?? createDocuments(),
    calendarReader: { fetch: deps.fetchCalendar ?? fetchCalendar, read: readInThread },
    adminsNeedSecondFactor: config.auth.adminsNeedSecondFactor,
    uploads: config.uploads,
    auditKeepDays: config.auditKeepDays,
    mailIn: {
      settings: config.mailIn,
      keepDays: config.mailInKeepDays,
      read: deps.readMail ?? readMailInThread,
      ownHost: new URL(config.publicUrl).hostname,
      from: [comparableEmail(config.mail.from.address), comparableEmail(look.studioEmail)],
    },
    backups: { settings: backupSettings(config, database.location, deps.secret), work: backupWork },
    health: {
      settings: config,
      migrations: deps.migrations,
      hasSite: site !== undefined,
      wakeOutbox: () => outbox.wake(),
      readKeys: signIn.readKeys,
    },
    isLooking: (viewer) =>
      streams.isOpenFor(viewer === 'studio' ? STUDIO_TOPIC : accountTopic(viewer.accountId)),
  });
  reportsTo = product.reportsTo;
  const signInTag = presentSignInTag(config);
  const http = await createHttpServer({
    log,
    guard: createCallGuard(product.access, product.audit, new ClientWords(platform)),
    limiter: platform.limiter,
    trustedProxies: config.trustedProxies,
    https: config.publicUrl.startsWith('https:'),
    hstsSubdomains: config.hstsSubdomains,
    site: site && signInTag ? addToHead(site, signInTag) : site,
    failures,
    failurePage: (requestId) => renderFailurePage(look, requestId),
    connectTo: config.externalAuth ? [new URL(config.externalAuth.url).origin] : [],
  });

  const ballast = engine === 'sqlite' ? new Ballast(join(config.dataDir, BALLAST_FILE), log) : undefined;
  if (ballast) {
    database.onFull(() => ballast.release());
    refuseWhileFull(http, () => ballast.isFull);
  }
  addOperations(http, {
    metricsToken: config.metricsToken,
    measuresLocally: isForThisMachine(config),
    checkReady: async () => {
      const missing = await findMissingMigrations(db, deps.migrations);
      if (missing.length > 0) throw new Error(`Not migrated: ${missing.join(', ')}`);
    },
  });
  addApiDocument(http);
  addSecurityContact(http, { publicUrl: config.publicUrl, look, clock });
  if (hasMailboxPage(config)) addMailboxPage(http, config.mailboxDir);
  signIn.addRoutes(http, {
    userDeleting: product.forgetAccount,
    userEmailChanged: product.userEmailChanged,
  });
  addDownloadRoute(http, { storage: platform.storage, look });
  product.addRoutes(http);
  const streams = new LiveStreams({
    bus: platform.events,
    clock,
    log,
    createResync: () => createLiveEvent('resync'),
  });
  addProductMetrics(http.metrics, { platform, database, streams });
  addLiveRoutes(http, streams, product.streamAccess);
  addPlatformJobs(platform);
  if (sharedLimits instanceof SharedRateLimitStore) {
    const run = () => sharedLimits.sweep(clock.now().getTime());
    platform.jobs.add({ name: 'limits.delete-paid', everySeconds: 3600, run });
  }

  const whenIdle = async () => {
    await signIn.whenIdle();
    await product.whenIdle();
    await failures.whenIdle();
  };

  return {
    http,
    outbox,
    jobs: platform.jobs,
    platform,
    signIn,
    streams,
    ballast,
    mailListener: product.mailListener,
    whenIdle,
    start() {
      failures.start();
      ballast?.start(() => platform.storage.sweep());
      outbox.start();
      product.start();
      void product.mailListener?.start();
      platform.jobs.start();
      // Not only with the first stream: the start should log what is wrong with it.
      void platform.events.start();
    },
    async handOver(ms, onIdle) {
      ballast?.stop();
      product.stop();
      // The next process takes its port as soon as it is free.
      void product.mailListener?.stop();
      streams.moveOn();
      const stopped = Promise.all([outbox.stop(), platform.jobs.stop()]).then(onIdle);
      const isDrained = await http.drain(ms);
      if (!isDrained) log.warn('some connections didn’t end in time');
      await stopped;
    },
    async close() {
      ballast?.stop();
      await http.close();
      product.stop();
      await product.mailListener?.stop();
      await whenIdle();
      await Promise.all([outbox.stop(), platform.jobs.stop(), platform.events.stop()]);
      await deps.transport.close();
      await platform.storage.close();
      await failures.close();
    },
  };
}

/** Another provider in the place of the embedded one: the product serves nothing of it, and its address says so. */
function foreignSignIn(identities: IdentityProvider): AuthFeature {
  return {
    identities,
    addRoutes(app) {
      app.register(async (scope) => answerErrors(scope, renderAppError), { prefix: SIGN_IN_PREFIX });
    },
    readKeys: undefined,
    whenIdle: async () => {},
  };
}

/** Its links sign users in: only for the operator at this machine, and only without a mail server. */
export function hasMailboxPage(config: Config): boolean {
  return !config.mail.smtpUrl && isForThisMachine(config);
}

/**
 * Whether a call from this machine comes from its operator. With a public address the product
 * stands behind a proxy, whose calls can look local.
 */
function isForThisMachine({ production, publicUrl }: Config): boolean {
  return !production && isLoopbackUrl(publicUrl);
}

/**
 * Refuses to start where the owner's address proves nothing. While the provider doesn't answer, no
 * account becomes the owner.
 * @throws ConfigError
 */
async function refuseSelfConfirming(
  confirmsByItself: () => Promise<boolean>,
  log: FastifyBaseLogger,
): Promise<void> {
  const isRefused = await confirmsByItself().catch((error: unknown) => {
    log.warn({ err: error }, 'the provider of AUTH_URL does not say whether it confirms addresses by mail');
    return false;
  });
  if (!isRefused) return;
  throw new ConfigError([
    'AUTH_URL must be a provider that confirms addresses by mail where OWNER_EMAIL is set and PUBLIC_URL is not ' +
      'this machine: the first to sign up with that address would be admin',
  ]);
}

function addPlatformJobs({ jobs, db, clock, log, storage }: Platform): void {
  jobs.add({ name: 'storage.sweep', everySeconds: 600, run: () => storage.sweep() });
  jobs.add({
    name: 'mail.delete-old',
    everySeconds: 24 * 3600,
    run: async () => {
      const deleted = await deleteSentBefore(db, isoIn(clock, -SENT_MAILS_KEPT_SECONDS));
      log.info({ deleted, days: KEPT_DAYS.sentMails }, 'sent mails that were kept long enough are deleted');
    },
  });
}

/** What pages have to know of signing in that they were built without; undefined where that is nothing. */
function presentSignInTag({ externalAuth, auth }: Config): string | undefined {
  if (externalAuth) return presentProviderTag(externalAuth);
  const { passwordMinLength } = auth;
  // The pages ask for at least as much.
  return passwordMinLength <= PASSWORD_MIN_LENGTH ? undefined : presentPasswordTag(passwordMinLength);
}
