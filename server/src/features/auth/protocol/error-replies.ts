import type { AppError } from '@atelier/domain/errors.ts';
import type { ErrorRenderer } from '../../../platform/http/errors.ts';
import { RateLimitedError } from '../../../platform/http/rate-limit.ts';
import { AuthError, parseErrorForm, presentAuthError } from './auth-error.ts';
import {
  badJson,
  bodyTooLarge,
  methodNotAllowed,
  requestLimitReached,
  requestTimedOut,
  routeNotFound,
  unexpectedFailure,
  validationFailed,
} from './error-catalogue.ts';

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
