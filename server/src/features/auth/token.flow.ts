import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unsupportedGrantType } from './error-catalogue.ts';
import { limitRequests } from './limits.ts';
import { grantByPassword } from './password-grant.ts';
import { grantByCode } from './pkce-grant.ts';
import type { Provider } from './provider.ts';
import { grantByRefreshToken } from './refresh-grant.ts';
import { queryText, RequestBody } from './request-body.ts';
import type { PresentedSession } from './sessions.service.ts';

type Grant = (provider: Provider, body: RequestBody, request: FastifyRequest) => Promise<PresentedSession>;

const GRANTS: Record<string, Grant> = {
  password: grantByPassword,
  refresh_token: grantByRefreshToken,
  pkce: grantByCode,
};

/** `POST /token?grant_type=`: every way to get a session but a link in a mail. */
export function addToken(scope: FastifyInstance, provider: Provider): void {
  scope.post('/token', async (request) => {
    await limitRequests(provider, 'token', request.ip);
    const type = queryText(request, 'grant_type');
    const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined;
    if (!grant) throw unsupportedGrantType();
    return grant(provider, new RequestBody(request.body), request);
  });
}
