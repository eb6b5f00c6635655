import { PASSWORD_MIN_LENGTH } from '@atelier/domain/auth/rules.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import type { FastifyInstance } from 'fastify';
import { answerErrors } from '../../platform/http/errors.ts';
import type { MailLook } from '../../platform/mail/layout.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import { deleteExpiredRows } from './expired-rows.ts';
import { LinkRequests } from './links/link-requests.ts';
import { addResend } from './links/resend.flow.ts';
import { addVerify } from './links/verify.flow.ts';
import { PasswordHasher } from './passwords/password-hasher.ts';
import { addReauthenticate } from './passwords/reauthenticate.flow.ts';
import { addRecover } from './passwords/recover.flow.ts';
import { addCrossOrigin } from './protocol/cross-origin.ts';
import { AuthError } from './protocol/error-catalogue.ts';
import { renderAuthError } from './protocol/error-replies.ts';
import { limitRoutes } from './protocol/limits.ts';
import { addNotOffered } from './protocol/not-offered.flow.ts';
import { addPublicFacts } from './protocol/public-facts.flow.ts';
import type { Metadata } from './protocol/request-body.ts';
import { parseAppMetadata, parseUserMetadata } from './protocol/user.presenter.ts';
import { AUTH_PREFIX, type Provider, type ProviderSettings, type UserEmailChanged } from './provider.ts';
import {
  addFactorChallenge,
  addFactorEnrolment,
  addFactorRemoval,
  addFactorVerification,
} from './second-factor/factors.flow.ts';
import { addRecoveryCodes } from './second-factor/recovery-codes.flow.ts';
import { addAdminLinks } from './service-api/admin-links.flow.ts';
import { addAdminUsers, type UserDeleting } from './service-api/admin-users.flow.ts';
import { addSignOut } from './sessions/sign-out.flow.ts';
import { addSignUp } from './sign-up/sign-up.flow.ts';
import { AccessTokens } from './tokens/access-token.ts';
import { requireSession } from './tokens/bearer.ts';
import { readKeyFile } from './tokens/json-web-keys.ts';
import { SigningKeys } from './tokens/signing-keys.ts';
import { addToken } from './tokens/token.flow.ts';
import { addCurrentUser, addUserUpdate } from './users/user.flow.ts';
import { readRoles } from './users/user-administration.ts';
import { findUser } from './users/users.repository.ts';

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
}

/** What a verified token stands for, as the database has it now. */
interface VerifiedToken {
  /** Id of the user. */
  sub: string;
  email: string;
  /** There is no session of an address that is not confirmed. */
  emailConfirmed: true;
  sessionId: string;
  /** When the session was begun, ISO-8601. */
  signedInAt: string;
  /** Roles that were given by the server, in lower case. */
  appRoles: string[];
  userMetadata: Metadata;
  /** Whether a second factor belongs to the account, and whether this session has shown it. */
  secondFactor: 'none' | 'due' | 'given';
}

/** What the provider asks of those who build on it. */
export interface AuthHooks {
  userDeleting: UserDeleting;
  userEmailChanged: UserEmailChanged;
}

/** The embedded authentication provider, which speaks the protocol of Supabase Auth under `/auth/v1`. */
export interface AuthFeature {
  addRoutes(app: FastifyInstance, hooks: AuthHooks): void;
  /** Whom a token stands for; undefined when it is expired, forged, of an ended session or of an account that is disabled. */
  verifyAccessToken(token: string): Promise<VerifiedToken | undefined>;
  /** The confirmed address of a user, undefined where there is none. */
  findConfirmedEmail(userId: string): Promise<string | undefined>;
  /** Resolves when the requests for links that were answered have been looked into. */
  settled(): Promise<void>;
}

/** Reads or makes the signing keys, then builds the provider. The database has to be migrated. */
export async function createAuthFeature(deps: AuthFeatureDeps): Promise<AuthFeature> {
  const provider = await createProvider(deps);
  addJobs(deps.platform, provider);
  if (deps.settings.passwordMinLength < PASSWORD_MIN_LENGTH) {
    deps.platform.log.warn(
      { length: deps.settings.passwordMinLength, recommended: PASSWORD_MIN_LENGTH },
      'AUTH_PASSWORD_MIN_LENGTH allows short passwords through the API; the pages ask for longer ones',
    );
  }
  return {
    addRoutes: (app, hooks) => addRoutes(app, provider, hooks),
    verifyAccessToken: (token) => verifyAccessToken(provider, token),
    findConfirmedEmail: async (userId) => {
      const user = await findUser(provider.db, userId);
      return user && user.email_confirmed_at !== null ? user.email : undefined;
    },
    settled: () => provider.linkRequests.settled(),
  };
}

async function createProvider({ platform, secret, settings, look }: AuthFeatureDeps): Promise<Provider> {
  const { db, clock, log, mailer, sharedLimiter: limiter, publicUrl } = platform;
  const { redirectAllowList, signingKeyFile, ...others } = settings;
  const issuer = `${publicUrl}${AUTH_PREFIX}`;
  const keys = new SigningKeys(
    db,
    secret,
    clock,
    signingKeyFile ? await readKeyFile(signingKeyFile) : undefined,
  );
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
    hasher: new PasswordHasher(),
    linkRequests: new LinkRequests({ db, clock, log }),
    userEmailChanged: async () => {},
  };
}

function addRoutes(
  app: FastifyInstance,
  bare: Provider,
  { userDeleting, userEmailChanged }: AuthHooks,
): void {
  const provider: Provider = { ...bare, userEmailChanged };
  app.register(
    async (scope) => {
      answerErrors(scope, renderAuthError);
      limitRoutes(scope);
      addCrossOrigin(scope, provider.settings.redirects);
      addPublicFacts(scope, provider);
      addSignUp(scope, provider);
      addVerify(scope, provider);
      addResend(scope, provider);
      addToken(scope, provider);
      addRecover(scope, provider);
      addCurrentUser(scope, provider);
      addUserUpdate(scope, provider);
      addReauthenticate(scope, provider);
      addSignOut(scope, provider);
      addRecoveryCodes(scope, provider);
      addFactorEnrolment(scope, provider);
      addFactorChallenge(scope, provider);
      addFactorVerification(scope, provider);
      addFactorRemoval(scope, provider);
      addAdminUsers(scope, provider, userDeleting);
      addAdminLinks(scope, provider);
      addNotOffered(scope);
    },
    { prefix: AUTH_PREFIX },
  );
}

function addJobs({ jobs }: Platform, provider: Provider): void {
  jobs.add({ name: 'auth.delete-expired', everySeconds: 3_600, run: () => deleteExpiredRows(provider) });
  // Those that a stopped process left behind; all others are looked into at once.
  jobs.add({ name: 'auth.link-requests', everySeconds: 60, run: () => provider.linkRequests.drain() });
}

async function verifyAccessToken(provider: Provider, token: string): Promise<VerifiedToken | undefined> {
  try {
    const { user, sessionId, session, hasSecondFactor } = await requireSession(provider, token);
    if (user.email_confirmed_at === null) return undefined;
    return {
      sub: user.id,
      email: user.email,
      emailConfirmed: true,
      sessionId,
      signedInAt: session.createdAt,
      appRoles: readRoles(parseAppMetadata(user)),
      userMetadata: parseUserMetadata(user),
      secondFactor: !hasSecondFactor ? 'none' : session.level === 'aal2' ? 'given' : 'due',
    };
  } catch (error) {
    if (error instanceof AuthError) return undefined;
    throw error;
  }
}
