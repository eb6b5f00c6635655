import type { AuthError } from '../protocol/error-catalogue.ts';
import type { PresentedSession } from '../sessions/sessions.service.ts';
import { withFragment, withQuery } from './redirect-target.ts';

/*
 * What a link ends in, as parameters of the address that the browser is sent to. A flow that began with a
 * code challenge reads them from the query, one without from the fragment, which no server sees.
 */

export type LinkFlow = 'pkce' | 'implicit';

/** Says which server answered; clients know it as a parameter without a value. */
const MARK = { sb: '' };

const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Names of OAuth for the statuses that have one (RFC 6749, 4.1.2.1). */
const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** The link was used: its code is exchanged by the browser that has the verifier. */
export function codeTarget(target: string, code: string): string {
  return withQuery(target, { code });
}

/** The link is still unused: the page that it leads to uses it. */
export function landingTarget(target: string, link: { tokenHash: string; type: string }): string {
  return withQuery(target, { token_hash: link.tokenHash, type: link.type });
}

/** The link was used, and the session is handed over at once. */
export function sessionTarget(target: string, type: string, session: PresentedSession): string {
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    ...MARK,
    token_type: session.token_type,
    type,
  });
}

/** One of two links was used. */
export function halfConfirmedTarget(target: string, flow: LinkFlow): string {
  const parameters = { message: HALF_CONFIRMED };
  return withFragment(flow === 'pkce' ? withQuery(target, parameters) : target, { ...parameters, ...MARK });
}

/** The answer to the same when the client asked by a call. */
export function presentHalfConfirmed(): { msg: string; code: string } {
  return { msg: HALF_CONFIRMED, code: '200' };
}

/** The link could not be used. */
export function errorTarget(target: string, flow: LinkFlow, error: AuthError): string {
  const name = OAUTH_ERRORS[error.status];
  const parameters = {
    ...(name ? { error: name } : {}),
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(flow === 'pkce' ? withQuery(target, parameters) : target, { ...parameters, ...MARK });
}
