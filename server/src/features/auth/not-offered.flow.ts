import type { FastifyInstance, HTTPMethods } from 'fastify';
import { AuthError } from './auth-error.ts';
import { otpDisabled } from './error-catalogue.ts';

/** What the protocol knows and this provider does not offer, with the protocol's own way to say so. */
const NOT_OFFERED: readonly [HTTPMethods, string, () => AuthError][] = [
  ['POST', '/otp', otpDisabled],
  ['POST', '/magiclink', otpDisabled],
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
];

/** Answers honestly for what is not offered, so that a client can tell it from a mistyped address. */
export function addNotOffered(scope: FastifyInstance): void {
  for (const [method, url, error] of NOT_OFFERED) {
    scope.route({
      method,
      url,
      handler: async () => {
        throw error();
      },
    });
  }
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
