import type { FastifyInstance } from 'fastify';
import type { Provider } from '../provider.ts';

/** Seconds that others may keep our public keys. */
const KEYS_MAX_AGE = 600;

/** What anybody may know of the provider: its public keys, that it is there, and what it offers. */
export function addPublicFacts(scope: FastifyInstance, provider: Provider): void {
  scope.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${KEYS_MAX_AGE}`);
    return { keys: await provider.keys.publicKeys() };
  });

  // Tools know the protocol by this name.
  scope.get('/health', async () => ({
    version: 'v2',
    name: 'GoTrue',
    description: 'An embedded provider that speaks the GoTrue protocol',
  }));

  scope.get('/settings', async () => ({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: provider.settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  }));
}
