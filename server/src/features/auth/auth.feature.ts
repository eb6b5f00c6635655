import { PASSWORD_MIN_LENGTH } from '@atelier/domain/auth/rules.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import type { FastifyInstance } from 'fastify';
import type { IdentityProvider } from '../../core/accounts/identity-provider.ts';
import { isoIn } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { answerErrors } from '../../platform/http/errors.ts';
import type { MailLook } from '../../platform/mail/layout.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import { deleteExpired, type Expiry } from './expired-rows.repository.ts';
import { createIdentities } from './identities.ts';
import { PRESS_AGAIN_SECONDS } from './links/link-consumption.ts';
import { LinkRequests } from './links/link-requests.flow.ts';
import { DAY_SECONDS } from './links/links.service.ts';
import { addCrossOrigin } from './links/redirects.ts';
import { addVerify } from './links/verify.flow.ts';
import { addReauthenticate } from './passwords/password-change.ts';
import { PasswordHasher } from './passwords/passwords.ts';
import { addNotOffered, addPublicFacts } from './protocol/capabilities.flow.ts';
import { renderAuthError } from './protocol/errors.ts';
import { limitRoutes } from './protocol/limits.ts';
import {
  AUTH_PREFIX,
  type AuthHooks,
  CODE_SECONDS,
  type Provider,
  type ProviderSettings,
} from './provider.ts';
import { addFactors, CHALLENGE_SECONDS, UNVERIFIED_FACTOR_SECONDS } from './second-factor/factors.flow.ts';
import { addRecoveryCodes } from './second-factor/recovery-codes.flow.ts';
import { addServiceApi } from './service-api/admin-users.flow.ts';
import { latestOver, type SessionAges } from './sessions/session-ages.ts';
import { addSignUp } from './sign-up/sign-up.flow.ts';
import { AccessTokens } from './tokens/access-token.ts';
import { readKeyFile, SigningKeys } from './tokens/signing-keys.ts';
import { addToken } from './tokens/token.flow.ts';
import { addUser } from './users/user.flow.ts';

export interface AuthFeatureDeps {
  platform: Platform;
  secret: ServerSecret;
  /** Addresses outside the site that links may lead to, and whose pages may call the provider. */
  settings: Omit<ProviderSettings, 'redirects'> & {
    redirectAllowList: readonly string[];
    /** A file with the owner's own keys; undefined for keys that the program makes. */
    signingKeyFile: string | undefined;
  };
  look: MailLook;
  /** Hashes passwords, in place of one at the recommended cost. */
  hasher?: PasswordHasher | undefined;
}

/** The embedded authentication provider, which speaks the protocol of Supabase Auth under `/auth/v1`. */
export interface AuthFeature {
  identities: IdentityProvider;
  addRoutes(app: FastifyInstance, hooks: AuthHooks): void;
  /** How old the keys are that sign-ins are signed with; undefined where none are. */
  readKeys: (() => ReturnType<SigningKeys['describe']>) | undefined;
  /** Resolves when no answered request for a link waits to be fulfilled. */
  whenIdle(): Promise<void>;
}

/** Reads or makes the signing keys, then builds the provider. The database has to be migrated. */
export async function createAuthFeature(deps: AuthFeatureDeps): Promise<AuthFeature> {
  const { jobs, log } = deps.platform;
  const provider = await createProvider(deps);
  const linkRequests = new LinkRequests(provider);
  jobs.add({ name: 'auth.delete-expired', everySeconds: 3_600, run: () => deleteExpiredRows(provider) });
  // Those that a stopped process left behind; all others are fulfilled immediately.
  jobs.add({ name: 'auth.link-requests', everySeconds: 60, run: () => linkRequests.drain() });
  if (deps.settings.passwordMinLength < PASSWORD_MIN_LENGTH) {
    log.warn(
      { length: deps.settings.passwordMinLength, recommended: PASSWORD_MIN_LENGTH },
      'AUTH_PASSWORD_MIN_LENGTH allows short passwords through the API; the pages ask for longer ones',
    );
  }
  return {
    identities: createIdentities(provider),
    addRoutes: (app, hooks) => addRoutes(app, { ...provider, ...hooks }, linkRequests),
    readKeys: () => provider.keys.describe(),
    whenIdle: () => linkRequests.whenIdle(),
  };
}

async function createProvider(deps: AuthFeatureDeps): Promise<Provider> {
  const { platform, secret, settings, look, hasher = new PasswordHasher() } = deps;
  const { db, clock, log, mailer, sharedLimiter: limiter, publicUrl } = platform;
  const { redirectAllowList, signingKeyFile, ...others } = settings;
  const issuer = `${publicUrl}${AUTH_PREFIX}`;
  const ownKeys = signingKeyFile ? await readKeyFile(signingKeyFile) : undefined;
  const keys = new SigningKeys(db, secret, clock, ownKeys);
  await keys.load();
  return {
    db,
    clock,
    log,
    mailer,
    limiter,
    settings: { ...others, redirects: { siteUrl: publicUrl, allowList: redirectAllowList } },
    issuer,
    signInUrl: `${publicUrl}${PAGES.login}`,
    passwordUrl: `${publicUrl}${PAGES.forgot}`,
    look,
    secret,
    keys,
    tokens: new AccessTokens(keys, issuer, clock),
    hasher,
    userDeleting: async () => {},
    userEmailChanged: async () => {},
  };
}

function addRoutes(app: FastifyInstance, provider: Provider, linkRequests: LinkRequests): void {
  app.register(
    async (scope) => {
      answerErrors(scope, renderAuthError);
      limitRoutes(scope);
      addCrossOrigin(scope, provider.settings.redirects);
      addPublicFacts(scope, provider);
      addSignUp(scope, provider);
      addVerify(scope, provider);
      linkRequests.addRoutes(scope);
      addToken(scope, provider);
      addUser(scope, provider);
      addReauthenticate(scope, provider);
      addRecoveryCodes(scope, provider);
      addFactors(scope, provider);
      addServiceApi(scope, provider);
      addNotOffered(scope);
    },
    { prefix: AUTH_PREFIX },
  );
}

/** Until the last token of a key that no longer signs has expired, and every copy of the keys has the new one. */
const OLD_KEYS_KEPT_SECONDS = 2 * 3_600;

/** Deletes expired links, codes, sessions, unconfirmed sign-ups, old keys and audit rows. */
export async function deleteExpiredRows(provider: Pick<Provider, 'db'> & SessionAges): Promise<void> {
  const { db, clock } = provider;
  const expiry: Expiry = {
    now: isoIn(clock, 0),
    nowMs: clock.now().getTime(),
    code: isoIn(clock, -CODE_SECONDS),
    codeTry: isoIn(clock, -DAY_SECONDS),
    press: isoIn(clock, -PRESS_AGAIN_SECONDS),
    unverifiedFactor: isoIn(clock, -UNVERIFIED_FACTOR_SECONDS),
    challenge: isoIn(clock, -CHALLENGE_SECONDS),
    signUp: isoIn(clock, -KEPT_DAYS.signUps * DAY_SECONDS),
    oldKey: isoIn(clock, -OLD_KEYS_KEPT_SECONDS),
    audit: isoIn(clock, -KEPT_DAYS.securityEvents * DAY_SECONDS),
    session: latestOver(provider),
  };
  await transaction(db, (trx) => deleteExpired(trx, expiry));
}
