import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
// Decision records are history: they may name what is gone.
const pages = globSync(
  ['*.md', 'docs/*.md', 'docs/how-to/*.md', '{web,server,domain,content}/**/README.md'],
  {
    cwd: root,
    exclude: ['**/node_modules/**'],
  },
);

/** A name such as `web/app/ui` or `docs/decisions/0051`; patterns and placeholders name nothing. */
const REPOSITORY_PATH = /`((?:domain|server|web|content|tools|e2e|bench|demo|docs)\/[\w./-]+)`/g;
const LINK = /\]\((?!https?:)([^)#]+)[^)]*\)/g;

const namesSomething = (path: string) =>
  existsSync(join(root, path)) || globSync(`${path}*`, { cwd: root }).length > 0;

describe('the documentation', () => {
  it.each(pages)('names only files that exist, and links to them, in %s', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const paths = [...text.matchAll(REPOSITORY_PATH)].map(([, path = '']) => path);
    const links = [...text.matchAll(LINK)].map(([, link = '']) => join(dirname(page), link));
    const missing = [...paths, ...links].filter((path) => !/NNNN/.test(path) && !namesSomething(path));
    expect(missing).toEqual([]);
  });
});
