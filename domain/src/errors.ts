import type { z } from 'zod';

/**
 * Every error a program may distinguish, with its HTTP status. The table's type makes it complete: a code
 * without a status doesn't compile. Codes are public API: from 1.0.0 on, they are never renamed.
 */
export const errorStatus = {
  /** The body or the query doesn't match the endpoint; `issues` names the wrong parts. */
  validation_failed: 400,
  /** The body is not JSON. */
  bad_json: 400,
  /** No token, or one that is expired, forged, revoked or of an ended session. */
  unauthenticated: 401,
  /** Signed in, but without the required role. */
  forbidden: 403,
  /** Signed in with a password alone, but the account has a second factor, which must be verified first. */
  second_factor_required: 403,
  /** An admin has no second factor, and the studio's settings require one. */
  second_factor_setup_required: 403,
  /** The session is too old: this needs a sign-in within the last ten minutes. */
  recent_sign_in_required: 403,
  /** A link in an email isn't enough for this: its person has to sign in. */
  sign_in_required: 403,
  /** The studio has disabled the account. */
  account_disabled: 403,
  /** Missing, or another user's: both get the same reply, so that it reveals nothing about others. */
  not_found: 404,
  /** The address doesn't support this method; `Allow` lists those it does. */
  method_not_allowed: 405,
  /** The request took too long to arrive, or an upload had to make room for others. */
  request_timeout: 408,
  /** The same thing was changed by another request in the meantime. */
  conflict: 409,
  /** Something else was already sent under this idempotency key. */
  other_key: 409,
  /** A part that the request names, such as an attached file, no longer exists. */
  gone: 409,
  /** The card provider refuses this; the sentence says why. */
  provider_refused: 409,
  /** The draft was changed, deleted or created in another tab or on another device. */
  draft_conflict: 409,
  /** The brief was already submitted; a late save doesn't change it. */
  already_submitted: 409,
  /** The state doesn't allow this step, or not for this role. */
  invalid_transition: 409,
  /** The client already has the mail, or the time for an undo is over. */
  undo_too_late: 409,
  /** The project is a draft or archived, so its portal can't be changed. */
  project_closed: 409,
  /** The call's time isn't free any more: another has to be chosen. */
  time_taken: 409,
  /** The limit is reached; one has to be deleted before another is added. */
  limit_reached: 409,
  /** The username is taken, in some spelling of upper and lower case. */
  username_taken: 409,
  /** The last admin can't be demoted, disabled or deleted. */
  last_admin: 409,
  /** Sign-ins are managed by an external provider: it has to be done there. */
  kept_elsewhere: 409,
  /** The contract is accepted, which is final. */
  contract_accepted: 409,
  /** The contract hasn't been sent yet. */
  contract_not_sent: 409,
  /** The contract's current version isn't the one that the page showed. */
  contract_changed: 409,
  /** The file is empty. */
  file_empty: 400,
  /** The project's files have reached their limit in number or total size. */
  quota_exceeded: 409,
  /** The file is a program, or its content doesn't match its name. */
  file_type_refused: 415,
  /** The document has letters that no typeface of documents has; the sentence names them. Nothing was issued. */
  letters_not_supported: 422,
  /** Making the document would take too long or too much memory. Nothing was issued, and no number used. */
  document_over_limits: 422,
  /** `content/billing.ts` still has values of the sample, which the sentence names, and others can reach the server. Nothing was sent. */
  sample_billing: 422,
  /** The link was valid but has expired. */
  link_expired: 410,
  /** The link works once, and has been used. */
  link_used: 410,
  /** The body, or the file in it, is larger than the endpoint accepts. */
  payload_too_large: 413,
  /** The address is longer than the server accepts. */
  uri_too_long: 414,
  /** The body isn't plain JSON in UTF-8, which the endpoint requires. */
  unsupported_media_type: 415,
  /** The headers are larger than the server accepts. */
  headers_too_large: 431,
  /** Too many calls; `Retry-After` gives the seconds to wait. */
  rate_limited: 429,
  /** A bug in the server; its log has the details under the request's id. */
  internal_error: 500,
  /** A service that the server needs is unavailable for the moment; retrying is safe. */
  unavailable: 503,
  /** The server's disk is full; nothing was saved. */
  insufficient_storage: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** True if a value is one of the codes; a newer server may send others. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value);
}

/** One problem of the input: its dotted path and a sentence for people. */
export interface Issue {
  path: string;
  message: string;
  /** What exactly is wrong, where it can be named: for a line below the message. */
  detail?: string | undefined;
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

  /** The reply's body for this error. */
  toReply(): ErrorReply {
    const reply: ErrorReply = { error: this.message, message: this.message, code: this.code };
    if (this.issues?.length) reply.issues = [...this.issues];
    return reply;
  }
}

/** The same for everything that the caller may not see or that isn't there. */
export const notFound = () => new AppError('not_found', 'Not found.');

/** Without a session, or with one that is over: its account may have gone while the call was on its way. */
export const signedOut = () => new AppError('unauthenticated', 'Please sign in to continue.');

/** The issues of a Zod error in the wire's form. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => {
    const detail = issue.code === 'custom' ? issue.params?.detail : undefined;
    return {
      path: issue.path.map(String).join('.'),
      message: issue.message,
      ...(typeof detail === 'string' && { detail }),
    };
  });
}

/** An issue as a field shows it: its message, and its detail on a line of its own. */
export function issueText({ message, detail }: Issue): string {
  return detail === undefined ? message : `${message}\n${detail}`;
}

/** What people are shown of a failed request's id, to tell the studio: its end, which is random. */
export function referenceOf(requestId: string): string {
  return requestId.slice(-8);
}
