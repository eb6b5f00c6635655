import {
  type AuthErrorCode,
  parseAuthErrorCode,
  RESEND_COOLDOWN_SECONDS,
  type SignInFailure,
  TOO_MANY_ATTEMPTS,
} from '@atelier/domain/auth/rules.ts';

/**
 * The parts of the authentication client's errors used here; its own types would load its heavy
 * file.
 */
interface AuthFailure extends Error {
  status?: unknown;
  code?: unknown;
}

const NO_NETWORK = 'Network error. Please check your connection and try again.';

/** Errors with the client library's own sentence, about an unreadable reply. */
const OF_THE_CLIENT = ['AuthUnknownError', 'AuthInvalidTokenResponseError'];

/**
 * What older providers send without a code, by the code of newer ones. The one place that decides by a message's text
 * (docs/decisions/0013).
 */
const SENTENCES_WITHOUT_CODE: Readonly<Record<string, AuthErrorCode>> = {
  'Invalid login credentials': 'invalid_credentials',
  'Email not confirmed': 'email_not_confirmed',
};

const codeOf = ({ code, message }: AuthFailure) =>
  typeof code === 'string' ? parseAuthErrorCode(code) : SENTENCES_WITHOUT_CODE[message.trim()];

/** Describes a failed call to the authentication provider, or a client that did not load. */
export function toSignInFailure(error: unknown): SignInFailure {
  if (!(error instanceof Error)) return {};
  const { status, message, name }: AuthFailure = error;
  const isAnswered = typeof status === 'number' && status > 0;
  return {
    code: codeOf(error),
    status: isAnswered ? status : undefined,
    // Without a reply the client sets status 0; a script that failed to load has none.
    network: !isAnswered && (name === 'AuthRetryableFetchError' || error instanceof TypeError),
    message: !OF_THE_CLIENT.includes(name) && isSentence(message) ? message : undefined,
  };
}

/**
 * Whether a failure's text is a sentence for users. Without one in the reply, the client library
 * puts other text in its place: the reply's JSON, the parser's complaint about its HTML (an
 * `AuthUnknownError`), or a status text, whose words all begin with a capital.
 */
function isSentence(text: string): boolean {
  return !/^\s*[[{<]/.test(text) && /\s\p{Ll}/u.test(text);
}

/** The message for a failed call to the provider: its own sentence, or else the one for too many calls, or `fallback`. */
export function authFailureMessage(error: unknown, fallback: string): string {
  const { network, message, status } = toSignInFailure(error);
  return network ? NO_NETWORK : message || (status === 429 ? TOO_MANY_ATTEMPTS : fallback);
}

/** The message for a mail that could not be sent again: `failed`, unless a proxy refused too many calls. */
export function resendFailureMessage(error: unknown, failed: string): string {
  const { message, status } = toSignInFailure(error);
  return status === 429 && !message ? TOO_MANY_ATTEMPTS : failed;
}

/**
 * The seconds to wait after a throttled request; undefined for any other failure. Only the
 * provider's sentence holds the number; without it, the usual wait between mails applies.
 */
export function secondsToWait(error: unknown): number | undefined {
  const { status, message } = toSignInFailure(error);
  if (status !== 429) return undefined;
  return Number(message?.match(/\b(\d{1,4}) seconds?\b/)?.[1] ?? RESEND_COOLDOWN_SECONDS);
}
