import { type ErrorCode, isErrorCode, referenceOf } from '@atelier/domain/errors.ts';

/** A reply of the API that is not a success, or no reply at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly url: string;
  /** The reply's body: parsed if it is JSON, else its text. */
  readonly payload: unknown;
  /** The server's error code; programs decide by this. Undefined where it sent none, or one that this page is too old to know. */
  readonly code: ErrorCode | undefined;
  /** What finds the request in the studio's log. Undefined where the reply names none. */
  readonly reference: string | undefined;

  constructor(
    message: string,
    reply: {
      status: number;
      url: string;
      payload: unknown;
      code?: ErrorCode | undefined;
      requestId?: string | null;
    },
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = reply.status;
    this.url = reply.url;
    this.payload = reply.payload;
    this.code = reply.code;
    this.reference = reply.requestId ? referenceOf(reply.requestId) : undefined;
  }
}

/** Shown for a failed reply without a message of its own (specification section 8). */
const NO_MESSAGE = 'Request failed';
const TEXT_LENGTH = 160;

interface FailedReply {
  status: number;
  statusText: string;
  contentType: string | null;
  text: string;
}

interface FailedCall extends FailedReply {
  url: string;
  /** The reply's `x-request-id`. */
  requestId: string | null;
}

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textField = (body: unknown, field: string): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

const isHtml = ({ contentType, text }: FailedReply) =>
  /\bhtml\b/i.test(contentType ?? '') || /^\s*<(!doctype html|html)\b/i.test(text);

/**
 * The message of a failed reply (specification section 8): the `error` or `message` of a JSON body, else the first 160
 * characters of a text body, else status and status text when the body is an HTML page, else "Request failed".
 */
export function messageOfReply(reply: FailedReply, body = parseJson(reply.text)): string {
  const message = textField(body, 'error') ?? textField(body, 'message');
  if (message) return message;
  if (isHtml(reply)) return `${reply.status} ${reply.statusText}`.trim();
  if (typeof body === 'object' && body !== null) return NO_MESSAGE;
  return reply.text.trim().slice(0, TEXT_LENGTH) || NO_MESSAGE;
}

/** The error of a failed reply. */
export function errorOfReply(reply: FailedCall): ApiError {
  const body = parseJson(reply.text);
  const code = textField(body, 'code');
  return new ApiError(messageOfReply(reply, body), {
    status: reply.status,
    url: reply.url,
    requestId: reply.requestId,
    payload: body ?? reply.text,
    code: isErrorCode(code) ? code : undefined,
  });
}

/** The error of a success whose body is another than agreed. It has no sentence, so that the call's own is shown. */
export function unreadableReply({ status, url }: Response, payload: string): ApiError {
  return new ApiError(NO_MESSAGE, { status, url, payload });
}

/**
 * What to show for any failure: the server's own sentence, or `fallback` where there is none. Where the server itself failed, the
 * reference that finds the request follows.
 */
export function failureMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.status === 0) return fallback;
  const message = error.message === NO_MESSAGE ? fallback : error.message;
  const { status, reference } = error;
  return status >= 500 && reference ? `${message} If you report this, mention ${reference}.` : message;
}

/** Whether the server understood and refused: repeating the same request can't help. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Whether a call was cancelled on purpose (its signal was aborted); then nothing is shown. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
