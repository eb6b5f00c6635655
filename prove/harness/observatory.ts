/** A reply's headers, with names in lower case. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** What a rule of the Observatory gave to a page, and why. */
interface Points {
  rule: string;
  points: number;
}

/** What a site starts with. */
const BASELINE = 100;
/** Bonuses count only from here. */
const EXTRA_CREDIT_FROM = 90;
const HALF_A_YEAR = 15_768_000;
const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];

/**
 * Scores one HTML reply by the rules that Mozilla's HTTP Observatory publishes (github.com/mdn/mdn-http-observatory, the score
 * table and the tests of 2026), for a site that is reached by https, redirects to it, and loads scripts from itself alone.
 */
export function scorePage(
  headers: Headers,
  cookies: readonly string[] = [],
): { score: number; points: Points[] } {
  const policy = parsePolicy(headers['content-security-policy']);
  const points = [
    { rule: 'content-security-policy', points: policyPoints(policy) },
    { rule: 'x-frame-options', points: framePoints(policy, headers['x-frame-options']) },
    { rule: 'referrer-policy', points: referrerPoints(headers['referrer-policy']) },
    { rule: 'cross-origin-resource-policy', points: resourcePoints(headers['cross-origin-resource-policy']) },
    { rule: 'strict-transport-security', points: hstsPoints(headers['strict-transport-security']) },
    { rule: 'x-content-type-options', points: headers['x-content-type-options'] === 'nosniff' ? 0 : -5 },
    { rule: 'cross-origin-resource-sharing', points: sharingPoints(headers) },
    { rule: 'cookies', points: cookiePoints(cookies) },
  ];
  const sum = (list: readonly Points[]) => list.reduce((total, { points }) => total + points, BASELINE);
  const plain = sum(points.filter(({ points }) => points < 0));
  return { score: plain < EXTRA_CREDIT_FROM ? plain : sum(points), points };
}

type Policy = ReadonlyMap<string, readonly string[]>;

function parsePolicy(header = ''): Policy {
  const directives = header.split(';').map((directive) => directive.trim().split(/ +/));
  return new Map(directives.map(([name = '', ...sources]) => [name.toLowerCase(), sources]));
}

function policyPoints(policy: Policy): number {
  const fallback = policy.get('default-src') ?? ['*'];
  const of = (name: string) => withoutIgnored(policy.get(name) ?? fallback);
  const [script, style, object] = [of('script-src'), of('style-src'), of('object-src')];
  const has = (sources: readonly string[], bad: readonly string[]) =>
    sources.some((each) => bad.includes(each));
  if (![...policy.keys()].some((name) => name !== '')) return -25;
  if (has(script, [...BROAD, "'unsafe-inline'", 'data:']) || has(object, BROAD)) return -20;
  if ([...policy.values()].flat().some((source) => /^(?:http|ftp):/.test(source))) return -20;
  if (has([...script, ...style], ["'unsafe-eval'"])) return -10;
  if (has(style, [...BROAD, "'unsafe-inline'", 'data:'])) return 0;
  return fallback.join(' ') === "'none'" ? 10 : 5;
}

/** Browsers ignore 'unsafe-inline' beside a hash or a nonce. */
function withoutIgnored(sources: readonly string[]): readonly string[] {
  const isStrict = sources.some((source) => /^'(?:sha(?:256|384|512)|nonce)-/.test(source));
  return isStrict ? sources.filter((source) => source !== "'unsafe-inline'") : sources;
}

function framePoints(policy: Policy, frameOptions: string | undefined): number {
  const ancestors = policy.get('frame-ancestors');
  if (ancestors && !ancestors.some((source) => BROAD.includes(source))) return 5;
  return /^(?:deny|sameorigin)$/i.test(frameOptions ?? '') ? 0 : -20;
}

function referrerPoints(header: string | undefined): number {
  if (header === undefined) return 0;
  const kept = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
  return kept.includes(header) ? 5 : -5;
}

function resourcePoints(header: string | undefined): number {
  if (header === 'same-origin' || header === 'same-site') return 10;
  return header === undefined || header === 'cross-origin' ? 0 : -5;
}

function hstsPoints(header: string | undefined): number {
  const seconds = /^max-age=(\d+)\b/.exec(header ?? '')?.[1];
  if (seconds === undefined) return -20;
  return Number(seconds) >= HALF_A_YEAR ? 0 : -10;
}

function sharingPoints(headers: Headers): number {
  const isOpen = headers['access-control-allow-origin'] === '*';
  return isOpen && headers['access-control-allow-credentials'] === 'true' ? -50 : 0;
}

function cookiePoints(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0;
  if (cookies.some((cookie) => !/;\s*secure\b/i.test(cookie))) return -20;
  if (cookies.some((cookie) => !/;\s*httponly\b/i.test(cookie))) return -30;
  return cookies.every((cookie) => /;\s*samesite=(?:lax|strict)\b/i.test(cookie)) ? 5 : 0;
}
