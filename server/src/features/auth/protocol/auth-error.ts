import type { AuthErrorCode } from '@atelier/domain/auth/rules.ts';
import type { ErrorCode } from '@atelier/domain/errors.ts';

/** The version of the wire's error form that today's clients ask for (`X-Supabase-Api-Version`). */
const ERROR_FORM_VERSION = '2024-01-01';

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
  /** The protocol's, or the product's own where the request failed before it reached the provider. */
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
