import type { AppError } from '@atelier/domain/errors.ts';
import type { ErrorRenderer } from '../../../platform/http/errors.ts';
import { RateLimitedError } from '../../../platform/http/rate-limit.ts';
import {
  AuthError,
  badJson,
  bodyTooLarge,
  methodNotAllowed,
  requestLimitReached,
  requestTimedOut,
  routeNotFound,
  unexpectedFailure,
  validationFailed,
} from './error-catalogue.ts';

/** The version of the wire's error form that today's clients ask for (`X-Supabase-Api-Version`). */
const ERROR_FORM_VERSION = '2024-01-01';

/** Which of the two error forms a reply has: `dated` since 2024-01-01, `legacy` for clients that ask for none. */
export type ErrorForm = 'dated' | 'legacy';

/** Reads `X-Supabase-Api-Version`: a date `YYYY-MM-DD` from 2024-01-01 on asks for the dated form. */
export function parseErrorForm(header: string | string[] | undefined): ErrorForm {
  const text = typeof header === 'string' ? header : '';
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  return isDate && text >= ERROR_FORM_VERSION ? 'dated' : 'legacy';
}

/** An error reply: its status, headers and JSON body. */
export interface ErrorReply {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/**
 * The reply for an error in the form that the client asked for.
 * @param requestId names the log's entry; the legacy form sends it with a 5xx
 */
export function presentAuthError(error: AuthError, form: ErrorForm, requestId: string): ErrorReply {
  const headers: Record<string, string> = { 'x-sb-error-code': error.code };
  if (error.retryAfter !== undefined) headers['retry-after'] = String(error.retryAfter);
  const weak = error.reasons ? { weak_password: { reasons: [...error.reasons] } } : {};
  if (form === 'dated') {
    headers['x-supabase-api-version'] = ERROR_FORM_VERSION;
    return { status: error.status, headers, body: { code: error.code, message: error.message, ...weak } };
  }
  const id = error.status >= 500 ? { error_id: requestId } : {};
  const body = { code: error.status, error_code: error.code, msg: error.message, ...id, ...weak };
  return { status: error.status, headers, body };
}

/** Every failure under the provider's prefix in the provider's shape, whoever noticed it. */
export const renderAuthError: ErrorRenderer = ({ error, original, request, reply }) => {
  const known = original instanceof AuthError ? original : translate(error, original);
  const form = parseErrorForm(request.headers['x-supabase-api-version']);
  const { status, headers, body } = presentAuthError(known, form, request.id);
  reply.headers(headers);
  return { status, body, outcome: known.code };
};

/** What the platform found wrong, in the protocol's words. */
function translate(error: AppError, original: unknown): AuthError {
  if (error instanceof RateLimitedError) return requestLimitReached(error.retryAfterSeconds);
  // The request had arrived and the answer took too long: the platform calls that unavailable.
  if (isTimeout(original) && error.code === 'unavailable') return requestTimedOut();
  switch (error.code) {
    case 'bad_json':
      return badJson(error.message);
    case 'validation_failed':
      return validationFailed(error.message);
    case 'not_found':
      return routeNotFound();
    case 'method_not_allowed':
      return methodNotAllowed();
    case 'payload_too_large':
      return bodyTooLarge();
    case 'internal_error':
      return unexpectedFailure(original);
    default:
      return new AuthError(error.status, error.code, error.message, { cause: error.cause });
  }
}

function isTimeout(original: unknown): boolean {
  return original instanceof Error && 'code' in original && original.code === 'FST_ERR_HANDLER_TIMEOUT';
}
