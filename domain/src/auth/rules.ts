export const PASSWORD_MIN_LENGTH = 8;
/** The longest password that is hashed, in bytes of UTF-8: enough for any passphrase, bounded for Argon2. */
export const PASSWORD_MAX_BYTES = 128;

/** What a password may not be made of, besides what the site's and the user's own names add. */
const PLACE_WORDS = [
  'atelier',
  'studio',
  'client',
  'portal',
  'admin',
  'owner',
  'login',
  'welcome',
  'password',
];
const SHORTEST_WORD = 3;
/** Letters that make a password more than such words with something behind them. */
const OWN_LETTERS = 4;

/** Whom a password is for, and where it's used. */
export interface PasswordContext {
  studioName: string;
  /** Host of the site. */
  host: string;
  email: string;
  username?: string | undefined;
}

/**
 * Whether a password is little more than words that anyone would try here: the studio's and the site's names, the user's
 * own name and address (ASVS 6.2.11). What is left without them is what counts.
 */
export function isGuessableFrom(password: string, context: PasswordContext): boolean {
  let rest = password.toLowerCase();
  for (const word of contextWords(context)) rest = rest.replaceAll(word, ' ');
  if (rest === password.toLowerCase()) return false;
  const signs = [...rest].filter((sign) => sign !== ' ');
  return signs.length < PASSWORD_MIN_LENGTH && signs.filter(isLetter).length < OWN_LETTERS;
}

/** The longest first, so that a word within another doesn't tear it. */
function contextWords({ studioName, host, email, username = '' }: PasswordContext): string[] {
  const [local = '', domain = ''] = email.split('@');
  const labels = [host, domain].flatMap((name) => name.split('.').slice(0, -1));
  const names = [studioName, local, username, ...labels].map((name) => name.toLowerCase());
  const parts = names.flatMap((name) => [
    name,
    ...name.split(/[^\p{L}\p{N}]+/u),
    name.replace(/\P{L}/gu, ''),
  ]);
  const words = new Set([...PLACE_WORDS, ...parts].filter((word) => word.length >= SHORTEST_WORD));
  return [...words].sort((a, b) => b.length - a.length);
}

const isLetter = (sign: string) => /\p{L}/u.test(sign);

/** Wait before a mail may be requested again, in seconds (specification section 9). */
export const RESEND_COOLDOWN_SECONDS = 30;
/** Lifetime of a link in a mail, in seconds. */
export const LINK_SECONDS = 3_600;
/** How long after signing in a user may do what can't be undone, in seconds. */
export const RECENT_SIGN_IN_SECONDS = 600;
/** The confirmation page's search for a session: attempts, and the pause between them in ms. */
export const SESSION_POLL = { attempts: 10, intervalMs: 400 } as const;
/** Pauses before a redirect, in ms (specification section 9). */
export const REDIRECT_AFTER_MS = {
  signUpConfirmed: 500,
  callbackFailed: 1200,
  emailCallbackDone: 1200,
  passwordUpdated: 800,
} as const;

/** Where the browser keeps the username between sign-up and the first confirmed session. */
export const PENDING_USERNAME_KEY = 'pendingUsername';

export const PASSWORD_STRENGTH_LABELS = ['Too weak', 'Weak', 'Okay', 'Strong', 'Very strong'] as const;

export interface PasswordStrength {
  score: 0 | 1 | 2 | 3 | 4;
  label: (typeof PASSWORD_STRENGTH_LABELS)[number];
  hints: string[];
}

/**
 * How strong a password looks, 0 to 4: a point each for 8 characters, for 12, for both cases, and for a digit
 * with a symbol (specification section 5). It advises; only the length is a rule.
 */
export function passwordStrength(password: string): PasswordStrength {
  const long = password.length >= 12;
  const bothCases = /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password);
  const digitAndSymbol = /\p{N}/u.test(password) && /[^\p{L}\p{N}\s]/u.test(password);
  const score = [password.length >= PASSWORD_MIN_LENGTH, long, bothCases, digitAndSymbol].filter(Boolean)
    .length as PasswordStrength['score'];
  const hints: string[] = [];
  if (!long) hints.push('Use 12+ characters');
  if (!bothCases || !digitAndSymbol) hints.push('Mix cases, numbers and symbols');
  return { score, label: PASSWORD_STRENGTH_LABELS[score], hints };
}

/**
 * Every error code of the authentication provider. They are the protocol's: an external provider may send
 * others.
 */
const AUTH_ERROR_CODES = [
  'anonymous_provider_disabled',
  'bad_code_verifier',
  'bad_json',
  'bad_jwt',
  'current_password_invalid',
  'current_password_required',
  'email_exists',
  'email_not_confirmed',
  'feature_disabled',
  'flow_state_expired',
  'flow_state_not_found',
  'insufficient_aal',
  'invalid_credentials',
  'manual_linking_disabled',
  'method_not_allowed',
  'mfa_challenge_expired',
  'mfa_factor_name_conflict',
  'mfa_factor_not_found',
  'mfa_phone_enroll_not_enabled',
  'mfa_recovery_codes_locked',
  'mfa_recovery_codes_sole_factor',
  'mfa_verification_failed',
  'mfa_verified_factor_exists',
  'mfa_webauthn_enroll_not_enabled',
  'no_authorization',
  'not_admin',
  'not_found',
  'otp_disabled',
  'otp_expired',
  'over_email_send_rate_limit',
  'over_request_rate_limit',
  'passkey_disabled',
  'phone_provider_disabled',
  'provider_disabled',
  'reauthentication_needed',
  'reauthentication_not_valid',
  'refresh_token_already_used',
  'refresh_token_not_found',
  'request_entity_too_large',
  'request_timeout',
  'same_password',
  'saml_provider_disabled',
  'session_expired',
  'session_not_found',
  'too_many_enrolled_mfa_factors',
  'unavailable',
  'unexpected_failure',
  'user_already_exists',
  'user_banned',
  'user_not_found',
  'validation_failed',
  'weak_password',
  'web3_provider_disabled',
] as const;
export type AuthErrorCode = (typeof AUTH_ERROR_CODES)[number];

/** A provider's code as programs distinguish it: `other` if it isn't in the table. */
export function parseAuthErrorCode(code: string): AuthErrorCode | 'other' {
  return AUTH_ERROR_CODES.find((known) => known === code) ?? 'other';
}

/** The facts of a failed sign-in, from any library. */
export interface SignInFailure {
  code?: AuthErrorCode | 'other' | undefined;
  status?: number | undefined;
  /** The request got no reply. */
  network?: boolean | undefined;
  message?: string | undefined;
}

export interface SignInProblem {
  kind: 'unverified' | 'credentials' | 'throttled' | 'network' | 'other';
  message: string;
}

/** Said after status 429, which proxies send without a sentence of their own (specification section 8). */
export const TOO_MANY_ATTEMPTS = 'Too many attempts. Please wait a minute and try again.';

/** The sentence for a failed sign-in (specification section 8). */
export function describeSignInFailure(failure: SignInFailure): SignInProblem {
  if (failure.code === 'email_not_confirmed') {
    return {
      kind: 'unverified',
      message: 'Please verify your email before signing in. We can resend the verification link below.',
    };
  }
  if (failure.code === 'invalid_credentials') {
    return { kind: 'credentials', message: 'Wrong email or password.' };
  }
  if (failure.status === 429) {
    return { kind: 'throttled', message: TOO_MANY_ATTEMPTS };
  }
  if (failure.network) {
    return { kind: 'network', message: 'Network error. Please check your connection and try again.' };
  }
  return { kind: 'other', message: failure.message || 'Unable to sign in.' };
}
