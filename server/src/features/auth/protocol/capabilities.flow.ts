import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { Provider } from '../provider.ts';
import { AuthError, otpDisabled, phoneDisabled, validationFailed } from './errors.ts';
import { parseEmail, RequestBody } from './request-body.ts';

/** Seconds that others may keep our public keys. */
const KEYS_MAX_AGE = 600;

/** The provider's public endpoints: its keys, its health and its capabilities. */
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

/** What the protocol knows and this provider doesn't offer, with the protocol's own refusal. */
const NOT_OFFERED: readonly [HTTPMethods, string, (request: FastifyRequest) => AuthError][] = [
  ['POST', '/otp', refuseCode],
  ['POST', '/magiclink', refuseCode],
  ['GET', '/authorize', providerDisabled],
  ['GET', '/callback', providerDisabled],
  ['POST', '/callback', providerDisabled],
  ['GET', '/user/identities/authorize', linkingDisabled],
  ['DELETE', '/user/identities/:identity', linkingDisabled],
  ['POST', '/sso', () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')],
  ['GET', '/passkeys', passkeysDisabled],
  ['PATCH', '/passkeys/:passkey', passkeysDisabled],
  ['DELETE', '/passkeys/:passkey', passkeysDisabled],
  ['POST', '/passkeys/authentication/options', passkeysDisabled],
  ['POST', '/passkeys/authentication/verify', passkeysDisabled],
  ['POST', '/passkeys/registration/options', passkeysDisabled],
  ['POST', '/passkeys/registration/verify', passkeysDisabled],
  ['GET', '/admin/users/:user/passkeys', passkeysDisabled],
  ['DELETE', '/admin/users/:user/passkeys/:passkey', passkeysDisabled],
  ['GET', '/admin/oauth/clients', oauthServerDisabled],
  ['POST', '/admin/oauth/clients', oauthServerDisabled],
  ['GET', '/admin/oauth/clients/:client', oauthServerDisabled],
  ['PUT', '/admin/oauth/clients/:client', oauthServerDisabled],
  ['DELETE', '/admin/oauth/clients/:client', oauthServerDisabled],
  ['POST', '/admin/oauth/clients/:client/regenerate_secret', oauthServerDisabled],
];

/** Refuses unsupported calls, so that a client can distinguish them from a mistyped address. */
export function addNotOffered(scope: FastifyInstance): void {
  for (const [method, url, error] of NOT_OFFERED) {
    scope.route({
      method,
      url,
      handler: async (request) => {
        throw error(request);
      },
    });
  }
}

/**
 * Why a sign-in by a mailed code or link is refused: an error in the request, or the feature isn't
 * offered.
 */
function refuseCode({ body }: FastifyRequest): AuthError {
  const asked = new RequestBody(body);
  const [email, phone] = [asked.text('email'), asked.text('phone')];
  if (email !== '' && phone !== '') {
    return validationFailed('Only an email address or phone number should be provided');
  }
  if (phone !== '') return phoneDisabled(400, 'Unsupported phone provider');
  if (email === '') return validationFailed('One of email or phone must be set');
  parseEmail(email);
  return otpDisabled();
}

function oauthServerDisabled(): AuthError {
  return new AuthError(404, 'feature_disabled', 'OAuth 2.1 server is disabled');
}

function providerDisabled(): AuthError {
  return new AuthError(400, 'validation_failed', 'Unsupported provider: provider is not enabled');
}

function passkeysDisabled(): AuthError {
  return new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');
}

function linkingDisabled(): AuthError {
  return new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
}
