import { PAGES } from '@atelier/domain/pages.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type {
  IdentityProvider,
  PeopleDirectory,
  SessionDirectory,
} from './core/accounts/identity-provider.ts';
import type { PersonalData } from './core/accounts/personal-data.ts';
import { type AuditRow, listAudit } from './features/auth/audit.repository.ts';
import { type AuthHooks, createAuthFeature } from './features/auth/auth.feature.ts';
import { resetSecondFactor } from './features/auth/second-factor/second-factor.service.ts';
import { listSessionFacts, type OwnSessionFacts } from './features/auth/sessions/sessions.repository.ts';
import { endOwnSession, listOwnSessions } from './features/auth/sessions/sessions.service.ts';
import {
  endSessionsOfUser,
  listAdminUsers,
  lockUserAmongAdmins,
  rolesOfUsers,
  setUserAdmin,
  setUserDisabled,
} from './features/auth/users/user-administration.ts';
import { deleteUserWithTrace, findOwnUser } from './features/auth/users/user-data.ts';
import { lockUser } from './features/auth/users/users.repository.ts';
import { readInPages } from './platform/db/read-in-pages.ts';
import { SIGN_IN_PREFIX } from './platform/http/call-rules.ts';
import { answerErrors, renderAppError } from './platform/http/errors.ts';
import type { MailLook } from './platform/mail/layout.ts';
import type { Platform } from './platform/platform.ts';
import type { ServerSecret } from './platform/server-secret.ts';

export interface SignInDeps {
  platform: Platform;
  config: Config;
  secret: ServerSecret;
  look: MailLook;
}

/** The sign-in, as the product sees it. */
export interface SignIn {
  identities: IdentityProvider;
  addRoutes(app: FastifyInstance, hooks: AuthHooks): void;
  /** Resolves when what it does after its replies is done. */
  settled(): Promise<void>;
}

/** The embedded provider in the place of the product's identity provider. */
export async function createEmbeddedSignIn(deps: SignInDeps): Promise<SignIn> {
  const auth = await createAuthFeature({
    platform: deps.platform,
    secret: deps.secret,
    look: deps.look,
    settings: deps.config.auth,
  });
  return {
    identities: {
      async identify(token) {
        const verified = await auth.verifyAccessToken(token);
        return (
          verified && {
            accountId: verified.sub,
            email: verified.email,
            sessionId: verified.sessionId,
            signedInAt: verified.signedInAt,
            roles: verified.appRoles,
            wantedUsername: verified.userMetadata.username,
            secondFactor: verified.secondFactor,
          }
        );
      },
      findConfirmedEmail: (accountId) => auth.findConfirmedEmail(accountId),
      sessions: embeddedSessions(deps.platform),
      people: embeddedPeople(deps),
      personalData: embeddedPersonalData(deps.platform),
      lockUser: async (trx, accountId) => (await lockUser(trx, accountId)) !== undefined,
      deleteUser: async (trx, accountId, client) => {
        await deleteUserWithTrace(
          trx,
          { ...deps.platform, secret: deps.secret },
          accountId,
          'user_deleted',
          client,
        );
      },
    },
    addRoutes: (app, hooks) => auth.addRoutes(app, hooks),
    settled: () => auth.settled(),
  };
}

function embeddedSessions({ db, clock }: Platform): SessionDirectory {
  return {
    async list(accountId) {
      const rows = await listOwnSessions(db, accountId);
      return rows.map((row) => ({
        id: row.id,
        userAgent: row.user_agent,
        address: row.address,
        beganAt: row.created_at,
        lastUsedAt: row.refreshed_at ?? row.created_at,
      }));
    },
    end: (accountId, sessionId, client) => endOwnSession({ db, clock }, accountId, sessionId, client),
  };
}

/** What the embedded provider keeps about an account. */
function embeddedPersonalData({ db }: Platform): PersonalData[] {
  return [
    { name: 'signIn', read: ({ accountId }) => findOwnUser(db, accountId) },
    {
      name: 'sessions',
      read: ({ accountId }) =>
        readInPages<OwnSessionFacts>((after, limit) => listSessionFacts(db, accountId, after?.id, limit)),
    },
    {
      name: 'securityEvents',
      read: ({ accountId }) =>
        readInPages<AuditRow>((after, limit) => listAudit(db, accountId, after, limit)),
    },
  ];
}

function embeddedPeople({ platform, look }: SignInDeps): PeopleDirectory {
  const { db, clock, mailer, publicUrl } = platform;
  const resetDeps = { clock, mailer, look, signInUrl: `${publicUrl}${PAGES.login}` };
  return {
    rolesOf: (accountIds) => rolesOfUsers(db, accountIds),
    listAdmins: () => listAdminUsers(db, { clock }),
    lockAmongAdmins: (trx, accountId) => lockUserAmongAdmins({ clock }, trx, accountId),
    setAdmin: (trx, accountId, isAdmin) => setUserAdmin({ clock }, trx, accountId, isAdmin),
    setShut: (trx, accountId, isShut) => setUserDisabled({ clock }, trx, accountId, isShut),
    endSessions: (trx, accountId, client) => endSessionsOfUser({ clock }, trx, accountId, client),
    removeSecondFactor: (trx, accountId, client) =>
      resetSecondFactor(trx, resetDeps, accountId, { who: 'admin', client }),
  };
}

/** Another provider: the product serves nothing of it, and its address says so. */
export function foreignSignIn(identities: IdentityProvider): SignIn {
  return {
    identities,
    addRoutes(app) {
      app.register(async (scope) => answerErrors(scope, renderAppError), { prefix: SIGN_IN_PREFIX });
    },
    settled: async () => {},
  };
}
