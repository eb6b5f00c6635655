import { readSources } from './import-graph.ts';
import { findRegexes } from './regexes.ts';

/** Where the rule itself is. */
const RULE = 'domain/src/email-address.ts';
/** The product's own code; a migration says what a version did. */
const PRODUCT = /^(?:domain|content|server\/src|web\/app)\/(?!migrations\/)/;
const NOT_READ = /\.test\.tsx?$|\.mdx$/;

/** What looks for addresses in running text, or takes a header apart, and checks none. */
const FINDERS = new Set([
  'server/src/platform/mail-in/authenticate-sender.ts',
  'server/src/platform/mail-in/delivery-report.ts',
  'server/src/platform/mail-in/own-links.ts',
  'server/src/platform/mail-in/quote-heads.ts',
  'server/src/platform/mail-in/trim-reply.ts',
]);

/** Another library's rule, or an address folded by hand: each ends in two forms of one address. */
const SECOND_RULES: readonly (readonly [RegExp, string])[] = [
  [/\bz\s*\.email\(|\.email\(\s*\)/, 'checks an address by the validation library'],
  [
    /(?:mail|[aA]ddress|recipient|[sS]ender)\)?[?!]?\.(?:toLowerCase|toLocaleLowerCase)\(/,
    'folds an address by hand',
  ],
  [/\bdomainTo(?:ASCII|Unicode)\b|\bpunycode\b/, 'writes a domain by hand'],
  [/\binput\.validity\.typeMismatch\b/, 'has the browser check an address'],
];
const SAMPLE = 'vera@example.com';

/** Places outside the one rule for addresses that check or fold one, with what they do. */
export function findSecondRules(root: string): string[] {
  const found: string[] = [];
  for (const { path, text } of readSources(root)) {
    if (path === RULE || !PRODUCT.test(path) || NOT_READ.test(path) || path.includes('/migrations/'))
      continue;
    if (FINDERS.has(path)) continue;
    for (const [index, line] of text.split('\n').entries()) {
      for (const [form, what] of SECOND_RULES) {
        if (form.test(line)) found.push(`${path}:${index + 1}: ${what}`);
      }
    }
  }
  for (const { place, regex } of findRegexes(root).literals) {
    const [path = ''] = place.split(':');
    const isPattern =
      regex.source.includes('@') && new RegExp(regex.source, regex.flags.replace('g', '')).test(SAMPLE);
    if (isPattern && path !== RULE && !FINDERS.has(path)) found.push(`${place}: has a pattern of addresses`);
  }
  return found;
}
