import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSources } from './import-graph.ts';

/** Every `href` of a plain link, as `file: expression`. Those of other components are their own to decide. */
function linkTargets(files: readonly { path: string; text: string }[]): string[] {
  return files.flatMap(({ path, text }) =>
    // An attribute before `href` may hold an arrow function: a tag ends at the first `>` that no `=` precedes.
    [...text.matchAll(/<(?:a|ButtonAnchor|area)\s((?:[^>]|=>)*?)(?<!=)>/g)].flatMap(([, attributes = '']) => {
      const spread = attributes.includes('{...') ? ['{...}'] : [];
      const dynamic = /\bhref=\{((?:[^{}]|\{[^{}]*\})*)\}/.exec(attributes)?.[1];
      return [...spread, ...(dynamic === undefined ? [] : [dynamic])].map((target) => `${path}: ${target}`);
    }),
  );
}

/** An address whose scheme is written in the source, or that a function writes which puts data after one. */
const WRITTEN =
  /^(`(mailto:|tel:|data:text\/plain|\/|#)|(mailLink|telLink|replyLink|webmailLink|mailboxLink)\()/;

/** Each with why it may stay. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'web/app/ui/button.tsx: {...}': 'its callers are in this list',
  'web/app/ui/safe-link.tsx: target': 'asked for http(s) first',
  'web/app/ui/safe-link.tsx: {...}': 'a name for screen readers alone, by its type',
  'web/app/shell/site-frame.tsx: url': 'social links of content/',
  'web/app/features/enquiries/studio/enquiry-detail.tsx: tel': 'made by telLink',
  'web/app/features/invoices/studio/draft-card.tsx: address': 'an object URL made by this page',
  'web/app/features/marketing/prose/mdx-components.tsx: href': 'begins with mailto: or #',
  'web/app/features/accounts/sign-up/sign-up-steps.tsx: url': 'inboxes that mailbox.ts names',
  'web/app/features/milestones/preview-card.tsx: target': 'checked by isWebLink',
  'web/app/areas/studio/overview/strip.tsx: to': 'begins with #, by its type',
};

const targets = linkTargets(
  readSources(join(import.meta.dirname, '..')).filter(({ path }) => /^web\/app\/.*\.tsx$/.test(path)),
);

it('security: links to addresses from data go through SafeLink or DownloadLink', () => {
  const unknown = targets.filter(
    (target) => !(target in EXCEPTIONS) && !WRITTEN.test(target.slice(target.indexOf(': ') + 2)),
  );
  expect(unknown).toEqual([]);
});

it('security: links has no exception that nothing needs', () => {
  expect(Object.keys(EXCEPTIONS).filter((exception) => !targets.includes(exception))).toEqual([]);
});

it('security: links finds a plain link to data, whatever stands before its address', () => {
  const text = '<a\n onClick={() => go()}\n href={file.url}>x</a> <ButtonAnchor href={x}> <a href="/">';
  expect(linkTargets([{ path: 'a.tsx', text }])).toEqual(['a.tsx: file.url', 'a.tsx: x']);
});
