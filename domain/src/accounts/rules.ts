/** Username: 3 to 32 letters, digits or underscores (specification section 5). */
export const USERNAME_PATTERN = /^[A-Za-z0-9_]{3,32}$/;
export const USERNAME_MESSAGE = 'Letters/numbers/_ only';
/** Wait after the last keystroke before the availability check, in ms. */
export const USERNAME_CHECK_DELAY_MS = 400;

/** The form in which usernames are compared: uniqueness ignores case. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

/** What the username field shows while it is being typed. */
export type UsernameStatus = 'idle' | 'invalid' | 'checking' | 'ok' | 'taken' | 'error';

/** The state of a name before its availability check: empty, malformed, or worth checking. */
export function usernameShape(username: string): 'idle' | 'invalid' | 'checking' {
  if (username.trim() === '') return 'idle';
  return USERNAME_PATTERN.test(username.trim()) ? 'checking' : 'invalid';
}

/**
 * The nearest username that is allowed: without accents, and with _ for what may not be in it ("Zoé" as
 * "Zoe"). Undefined where nothing near is long or short enough, or the name is fine.
 */
export function nearestUsername(username: string): string | undefined {
  const plain = username
    .trim()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[^A-Za-z0-9_]/g, '_');
  const isNear = /[A-Za-z0-9]/.test(plain) && USERNAME_PATTERN.test(plain);
  return isNear && plain !== username.trim() ? plain : undefined;
}

/** Roles of an account. Other values from an external provider count as `client`. */
export const ROLES = ['client', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Stands in for the client of a project that is kept when its client's account is deleted, because its contract was
 * accepted. It can't sign in, and it is in no list of users.
 */
export const FORMER_CLIENT_ID = '00000000-0000-7000-8000-000000000000';

/** Replaces the name in what is kept after an account is deleted. */
export const DELETED_ACCOUNT_NAME = 'Deleted account';

/** True if a role or any of a list of roles is admin, in any case (specification section 3). */
export function isAdminRole(role: string | null | undefined, roles: readonly string[] = []): boolean {
  return [role ?? '', ...roles].some((each) => each.toLowerCase() === 'admin');
}

export const SUBSCRIPTION_STATUSES = ['none', 'active', 'past_due', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** The name in a greeting: the username, else the part of the address before the @. */
export function greetingName(user: { username?: string | null; email?: string | null }): string {
  return user.username || user.email?.split('@')[0] || 'there';
}

/** From the most specific to the most general: nearly every browser also claims older ones' names. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\d/, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * The common name of the device behind a user agent: `Firefox on Windows`. Unknown parts are omitted; if
 * all are, it is an `Unknown device`. Only good for recognizing one's own devices: a client can send any
 * text.
 */
export function deviceName(userAgent: string | null): string {
  const find = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** The download's file name, by the day (ISO-8601) of the export. */
export function personalDataFileName(exportedAt: string): string {
  return `my-data-${exportedAt.slice(0, 10)}.json`;
}
