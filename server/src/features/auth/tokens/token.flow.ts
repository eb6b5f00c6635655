import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PasswordWeakness } from '../passwords/password-policy.ts';
import { AuthError } from '../protocol/auth-error.ts';
import { unsupportedGrantType } from '../protocol/error-catalogue.ts';
import { limitRequests } from '../protocol/limits.ts';
import { queryText, RequestBody } from '../protocol/request-body.ts';
import type { Provider } from '../provider.ts';
import { rememberDevice } from '../sessions/known-device.ts';
import { type GrantedSession, presentSession } from '../sessions/sessions.service.ts';
import { grantByPassword } from './password-grant.ts';
import { grantByCode } from './pkce-grant.ts';
import { grantByRefreshToken } from './refresh-grant.ts';

type Grant = (
  provider: Provider,
  body: RequestBody,
  request: FastifyRequest,
) => Promise<GrantedSession & { weakness?: PasswordWeakness }>;

const GRANTS: Record<string, Grant> = {
  password: grantByPassword,
  refresh_token: grantByRefreshToken,
  pkce: grantByCode,
};

/** Ways that the protocol knows and this provider does not offer, with the protocol's own words. */
const NOT_OFFERED: Record<string, () => AuthError> = {
  id_token: () => new AuthError(400, 'provider_disabled', 'Provider is not enabled'),
  web3: () => new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
};

/** `POST /token?grant_type=`: every way to get a session but a link in a mail. */
export function addToken(scope: FastifyInstance, provider: Provider): void {
  scope.post('/token', async (request, reply) => {
    await limitRequests(provider, 'token', request.ip);
    const type = queryText(request, 'grant_type');
    const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined;
    if (Object.hasOwn(NOT_OFFERED, type)) throw NOT_OFFERED[type]?.();
    if (!grant) throw unsupportedGrantType();
    const { weakness, ...granted } = await grant(provider, new RequestBody(request.body), request);
    rememberDevice(provider, request, reply, granted.user);
    const session = await presentSession(provider, granted);
    return weakness ? { ...session, weak_password: weakness } : session;
  });
}
