import type { AuthErrorCode } from '@atelier/domain/auth/rules.ts';
import type { AppError, ErrorCode } from '@atelier/domain/errors.ts';
import { LateError } from '../../../platform/http/deadlines.ts';
import type { ErrorRenderer } from '../../../platform/http/errors.ts';
import { RateLimitedError } from '../../../platform/http/rate-limit.ts';

export type WeakPasswordReason = 'length' | 'pwned';

interface AuthErrorOptions {
  /** Why a password was refused; only with `weak_password`. */
  reasons?: readonly WeakPasswordReason[];
  /** Whole seconds until the same request may succeed: the Retry-After header. */
  retryAfter?: number;
  cause?: unknown;
}

/** An expected failure of the provider, with a sentence that is safe to send. `cause` is for the log only. */
export class AuthError extends Error {
  readonly status: number;
  /** The protocol's, or the product's own if the request failed before it reached the provider. */
  readonly code: AuthErrorCode | ErrorCode;
  readonly reasons: readonly WeakPasswordReason[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: AuthErrorCode | ErrorCode,
    message: string,
    options: AuthErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
    this.reasons = options.reasons;
    this.retryAfter = options.retryAfter;
  }
}

/*
 * Every error that the provider answers with, named by its cause. Statuses, codes and sentences are the
 * protocol's: the official client and its users' programs distinguish them.
 */

export const validationFailed = (message: string) => new AuthError(400, 'validation_failed', message);
export const badJson = (reason: string) =>
  new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);

// Sign-up
export const anonymousDisabled = () =>
  new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
export const phoneDisabled = (status: 400 | 422, message = 'Phone logins are disabled') =>
  new AuthError(status, 'phone_provider_disabled', message);
export const userAlreadyExists = () => new AuthError(422, 'user_already_exists', 'User already registered');

// Sign-in and tokens
export const invalidCredentials = () =>
  new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
export const unsupportedGrantType = () => new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
export const emailNotConfirmed = (status: 400 | 422) =>
  new AuthError(status, 'email_not_confirmed', 'Email not confirmed');
export const userBanned = (status: 400 | 403) => new AuthError(status, 'user_banned', 'User is banned');

export const refreshTokenMalformed = () => validationFailed('Refresh token is not valid');
export const refreshTokenForeign = () => validationFailed('Invalid Refresh Token: Not Issued By This Server');
export const refreshTokenNotFound = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
export const refreshTokenUsed = () =>
  new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
export const sessionExpired = () =>
  new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
export const refreshUserBanned = () =>
  new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');

export const flowStateNotFound = () =>
  new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
export const flowStateExpired = () =>
  new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
export const badCodeVerifier = () =>
  new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');

// Bearer tokens
export const noAuthorization = () =>
  new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
export const badJwt = (reason: string) =>
  new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`);
export const badSubject = () => new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
export const userNotFound = () =>
  new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

// Links
export const linkExpired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
export const otpExpired = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
export const otpDisabled = () => new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');

// Changes to an account
export const notAdmin = () =>
  new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
export const samePassword = () =>
  new AuthError(422, 'same_password', 'New password should be different from the old password.');
export const currentPasswordRequired = () =>
  new AuthError(400, 'current_password_required', 'Current password required when setting new password.');
export const currentPasswordInvalid = () =>
  new AuthError(400, 'current_password_invalid', 'The current password is not right.');
export const reauthenticationNeeded = () =>
  new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
export const reauthenticationNotValid = () =>
  new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');

// Second factors
export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
export const factorTypeUnknown = () => validationFailed('factor_type needs to be totp, phone, or webauthn');
export const factorTypeDisabled = (type: 'phone' | 'webauthn') =>
  new AuthError(
    422,
    `mfa_${type}_enroll_not_enabled`,
    `MFA enroll is disabled for ${type === 'phone' ? 'Phone' : 'WebAuthn'}`,
  );
export const factorNameTaken = (name: string) =>
  new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  );
export const tooManyFactors = () =>
  new AuthError(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  );
export const challengeNotFound = () =>
  new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
export const challengeExpired = (id: string) =>
  new AuthError(
    422,
    'mfa_challenge_expired',
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  );
export const totpCodeWrong = () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
export const recoveryCodeWrong = () =>
  new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered');
export const recoveryCodesLocked = (seconds: number) =>
  new AuthError(429, 'mfa_recovery_codes_locked', 'Too many failed verification attempts, try again later', {
    retryAfter: seconds,
  });
export const recoveryCodesExist = () =>
  new AuthError(
    422,
    'mfa_verified_factor_exists',
    'A verified recovery codes factor already exists, regenerate the codes instead',
  );
export const recoveryCodesAlone = () =>
  new AuthError(
    422,
    'mfa_recovery_codes_sole_factor',
    'Recovery codes cannot be the only factor, verify another factor first',
  );
export const enrollNeedsSecondFactor = () =>
  new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
export const unenrollNeedsRecentSignIn = () =>
  new AuthError(403, 'reauthentication_needed', 'Please sign in again to remove a second factor.');
export const enrollNeedsRecentSignIn = () =>
  new AuthError(403, 'reauthentication_needed', 'Please sign in again to add a second factor.');
export const unenrollNeedsSecondFactor = () =>
  new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
export const recoveryCodesNeedSecondFactor = () =>
  new AuthError(403, 'insufficient_aal', 'AAL2 required to manage recovery codes');
export const updateNeedsSecondFactor = () =>
  new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  );

// Services
export const serviceOnly = () => new AuthError(403, 'not_admin', 'User not allowed');
export const managedUserNotFound = () => new AuthError(404, 'user_not_found', 'User not found');

// Limits
export const mailTooSoon = (seconds: number) =>
  new AuthError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} second${seconds === 1 ? '' : 's'}.`,
    { retryAfter: seconds },
  );
export const mailLimitReached = (seconds: number) =>
  new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded', { retryAfter: seconds });
export const requestLimitReached = (seconds: number) =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: seconds });

// The server itself
export const hashingBusy = () =>
  new AuthError(503, 'unavailable', 'The server is busy with other sign-ins. Please try again in a moment.', {
    retryAfter: 2,
  });
const routeNotFound = () => new AuthError(404, 'not_found', 'The requested path does not exist');
const methodNotAllowed = () =>
  new AuthError(405, 'method_not_allowed', 'This path does not take requests of this method');
const bodyTooLarge = () =>
  new AuthError(413, 'request_entity_too_large', 'The request body is larger than 1 MiB');
const requestTimedOut = () =>
  new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry after a moment.');
export const unexpectedFailure = (cause: unknown) =>
  new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    { cause },
  );

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

/** Every failure under the provider's prefix in the provider's shape, also those that the platform found. */
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
  if (original instanceof LateError && error.code === 'unavailable') return requestTimedOut();
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
