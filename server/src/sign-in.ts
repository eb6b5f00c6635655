import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { IdentityProvider, SessionDirectory } from './core/accounts/identity-provider.ts';
import { createAuthFeature } from './features/auth/auth.feature.ts';
import { endOwnSession, listOwnSessions } from './features/auth/own-sessions.ts';
import type { MailLook } from './platform/mail/layout.ts';
import type { Platform } from './platform/platform.ts';
import type { ServerSecret } from './platform/server-secret.ts';

export interface SignInDeps {
  platform: Platform;
  config: Config;
  secret: ServerSecret;
  look: MailLook;
}

/** Whoever signs people in, as the product sees it. */
export interface SignIn {
  identities: IdentityProvider;
  addRoutes(app: FastifyInstance): void;
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
            roles: verified.appRoles,
            wantedUsername: verified.userMetadata.username,
            secondFactor: verified.secondFactor,
          }
        );
      },
      findConfirmedEmail: (accountId) => auth.findConfirmedEmail(accountId),
      sessions: embeddedSessions(deps.platform),
    },
    addRoutes: (app) => auth.addRoutes(app),
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

/** Somebody else's provider: nothing of it is served here. */
export function foreignSignIn(identities: IdentityProvider): SignIn {
  return { identities, addRoutes: () => {}, settled: async () => {} };
}
