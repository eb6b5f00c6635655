import type { z } from 'zod';

/**
 * Every error a program may tell apart, with the HTTP status it travels under. The type of the table makes
 * it complete: a code without a status does not compile. Codes are public API and are never renamed.
 */
export const errorStatus = {
  /** The body or the query is not what the endpoint takes; `issues` says which parts. */
  validation_failed: 400,
  /** The body is not JSON. */
  bad_json: 400,
  /** No token, or one that is expired, forged, revoked or of an ended session. */
  unauthenticated: 401,
  /** Signed in, but the role does not allow it. */
  forbidden: 403,
  /** Signed in by password alone, and the account has a second factor: it has to be shown first. */
  second_factor_required: 403,
  /** An admin has no second factor, and the studio's settings ask for one. */
  second_factor_setup_required: 403,
  /** What cannot be undone is done only within ten minutes of signing in. */
  recent_sign_in_required: 403,
  /** The studio has closed the account. */
  account_disabled: 403,
  /** Missing, or somebody else's: the two are answered alike, so that nothing is learned about others. */
  not_found: 404,
  /** The address does not take this method; `Allow` says which it takes. */
  method_not_allowed: 405,
  /** The request took too long to arrive. */
  request_timeout: 408,
  /** Somebody changed the same thing meanwhile. */
  conflict: 409,
  /** The draft was changed, deleted or begun in another tab or on another device. */
  draft_conflict: 409,
  /** The onboarding was submitted before; a submitted brief is not changed by a late save. */
  already_submitted: 409,
  /** The state does not allow this step, or not to this role. */
  invalid_transition: 409,
  /** The client already has the mail, or the time for an undo is over. */
  undo_too_late: 409,
  /** The project is a draft or archived: nothing is done in its portal. */
  project_closed: 409,
  /** There are as many of these as there can be; one has to go before another comes. */
  limit_reached: 409,
  /** The username belongs to somebody, in any spelling of upper and lower case. */
  username_taken: 409,
  /** The last admin cannot be demoted, disabled or deleted. */
  last_admin: 409,
  /** People’s sign-ins are kept by another provider: it has to be done there. */
  kept_elsewhere: 409,
  /** The contract was accepted: it is terminal. */
  contract_accepted: 409,
  /** The contract was not sent yet. */
  contract_not_sent: 409,
  /** The contract's version is not the one that the page showed. */
  contract_changed: 409,
  /** The file has nothing in it. */
  file_empty: 400,
  /** The project's files are as many, or as large together, as they can be. */
  quota_exceeded: 409,
  /** The file is a program, or not what its name says. */
  file_type_refused: 415,
  /** The link to a file was good, and has run out. */
  link_expired: 410,
  /** The body, or the file in it, is larger than the endpoint takes. */
  payload_too_large: 413,
  /** The address is longer than the server reads. */
  uri_too_long: 414,
  /** The body is not plain JSON in UTF-8, where it has to be. */
  unsupported_media_type: 415,
  /** The headers are larger than the server reads. */
  headers_too_large: 431,
  /** Too many calls; `Retry-After` says how many seconds to wait. */
  rate_limited: 429,
  /** A mistake of the server's own; its log says more under the request's id. */
  internal_error: 500,
  /** Something that the server needs is out of reach for the moment; trying again is safe. */
  unavailable: 503,
  /** The server's disk is full; nothing was saved. */
  insufficient_storage: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** Whether a value is one of the codes; a newer server may send others. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value);
}

/** One thing wrong with the input: where it is (dotted path) and a sentence for people. */
export interface Issue {
  path: string;
  message: string;
}

/**
 * The body of every error reply. `error` and `message` are the same sentence for people (clients show
 * either, specification section 8); programs read `code`.
 */
export interface ErrorReply {
  error: string;
  message: string;
  code: ErrorCode;
  issues?: Issue[] | undefined;
}

/**
 * An expected failure with a sentence that is safe to show. `cause` is for the log and never leaves the
 * server.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly Issue[] | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; issues?: readonly Issue[] } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorStatus[code];
    this.issues = options.issues;
  }

  /** The reply body this error is answered with. */
  toReply(): ErrorReply {
    const reply: ErrorReply = { error: this.message, message: this.message, code: this.code };
    if (this.issues?.length) reply.issues = [...this.issues];
    return reply;
  }
}

/** The issues of a Zod error in the wire's form. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
}
