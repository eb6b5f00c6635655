import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
// Decision records are history: they may name what is gone.
const pages = globSync(
  ['*.md', 'docs/*.md', 'docs/how-to/*.md', '{web,server,domain,content,prove}/**/README.md'],
  {
    cwd: root,
    exclude: ['**/node_modules/**'],
  },
);

/** A name such as `web/app/ui` or `docs/decisions/0051`; patterns and placeholders name nothing. */
const REPOSITORY_PATH = /`((?:domain|server|web|content|tools|e2e|bench|demo|prove|docs)\/[\w./-]+)`/g;
/** A source by its name alone, such as `api.test.ts`. */
const FILE_NAME = /`(\w[\w.-]*\.tsx?)`/g;
const LINK = /\]\((?!https?:)([^)#]+)[^)]*\)/g;

const sources = new Set(
  globSync('{domain,server,web,content,tools,e2e,bench,demo,prove}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['{**/node_modules,web/build,web/.react-router}/**'],
  }).map((path) => basename(path)),
);

const namesSomething = (path: string) =>
  existsSync(join(root, path)) || globSync(`${path}*`, { cwd: root }).length > 0;

describe('the documentation', () => {
  it.each(pages)('names only files that exist, and links to them, in %s', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const paths = [...text.matchAll(REPOSITORY_PATH)].map(([, path = '']) => path);
    const links = [...text.matchAll(LINK)].map(([, link = '']) => join(dirname(page), link));
    const missing = [...paths, ...links].filter((path) => !/NNNN/.test(path) && !namesSomething(path));
    const names = [...text.matchAll(FILE_NAME)].map(([, name = '']) => name);
    expect([...missing, ...names.filter((name) => !sources.has(name))]).toEqual([]);
  });
});

const DECISIONS = join(root, 'docs/decisions');
const records = globSync('[0-9]*.md', { cwd: DECISIONS }).sort();
const readDecision = (name: string) => readFileSync(join(DECISIONS, name), 'utf8');

/** The file name of a title: `12. Totals are counters` is `0012-totals-are-counters.md`. */
function decisionFile(heading: string): string {
  const [, number = '', title = ''] = /^(\d+)\. (.+)$/.exec(heading) ?? [];
  const words =
    title
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[a-z0-9]+/g) ?? [];
  return `${[number.padStart(4, '0'), ...words].join('-')}.md`;
}

describe('decision records', () => {
  it('are all in the index, each once and under its own title', () => {
    const index = [...readDecision('README.md').matchAll(/^- (\d+)\. \[(.+?)\]\(([^)]+)\)/gm)];
    expect(index.map(([, number, title, file]) => `${file}: ${number}. ${title}`).sort()).toEqual(
      records.map((file) => `${file}: ${readDecision(file).split('\n')[0]?.slice(2)}`),
    );
  });

  it.each(records)('%s is named after its title', (file) => {
    expect(decisionFile(readDecision(file).split('\n')[0]?.slice(2) ?? '')).toBe(file);
  });

  it.each(records)('%s says why and what was decided, and links only to existing files', (file) => {
    const text = readDecision(file);
    expect(text).toMatch(/^\*\*Why\.\*\*/m);
    expect(text).toMatch(/^\*\*Decided[.*]/m);
    const links = [...text.matchAll(LINK)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(DECISIONS, link)))).toEqual([]);
  });
});

const COLUMNS = 110;
// `npm run docs` writes these.
const generated = ['docs/errors.md', 'docs/queries.md', 'docs/reliability.md'];

/** The lines of a page that are too long. Tables, code and the targets of links can't be wrapped. */
function longLines(text: string): string[] {
  return text
    .replaceAll(/^ *```.*?^ *```$/gms, '')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('|'))
    .filter((line) => line.replaceAll(/\]\([^)]*\)/g, ']').length > COLUMNS);
}

describe('prose', () => {
  it.each([...pages, ...globSync(['docs/decisions/*.md', 'deploy/*.md'], { cwd: root })])(
    `of %s has lines of at most ${COLUMNS} columns`,
    (page) => {
      const lines = generated.includes(page) ? [] : longLines(readFileSync(join(root, page), 'utf8'));
      expect(lines).toEqual([]);
    },
  );

  it('is too long past the limit, and a table, code or a link target isn’t', () => {
    const long = 'x'.repeat(COLUMNS + 1);
    expect(longLines(`${long}\n| ${long} |\n\`\`\`sh\n${long}\n\`\`\`\n[a](${long})\n`)).toEqual([long]);
  });
});

/** A comment, or a line of one. */
const COMMENT = /^\s*(?:\/\/|\/?\*|#).*$|\s\/\/\s.*$/gm;
/** A file with its folder, as a comment names it: from the root, or from any folder below. */
const NAMED_FILE = /(?<![\w@*.<>$}/-])\w[\w./-]*\/[\w.-]+\.(?:tsx?|css)\b/g;

const commented = globSync('{domain,server,web,content,tools,e2e,bench,demo,prove}/**/*.{ts,tsx,css,mdx}', {
  cwd: root,
  exclude: ['{**/node_modules,web/build,web/.react-router}/**'],
});

describe('comments', () => {
  it('name only files that exist', () => {
    const missing = commented.flatMap((file) =>
      (readFileSync(join(root, file), 'utf8').match(COMMENT) ?? [])
        .flatMap((comment) => comment.match(NAMED_FILE) ?? [])
        // An example's `x.ts` names nothing.
        .filter((name) => !basename(name).startsWith('x.'))
        .filter((name) => !commented.some((path) => path === name || path.endsWith(`/${name}`)))
        .map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

const testFiles = globSync(['server/{src,test}/**/*.test.ts', 'prove/*.proof.ts'], { cwd: root });

/** What the table in docs/security.md names: a file of tests, without its folder and ending, and a test in it. */
function namedTests(): { file: string; name: string }[] {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| P[01]: /.test(line));
  return rows.flatMap((row) => {
    const cells = row.split(' | ')[1]?.replace(/ \|$/, '').split('<br>') ?? [];
    return cells.map((cell) => {
      const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(cell) ?? [];
      return { file, name };
    });
  });
}

describe('the security page', () => {
  it('names only tests that exist', () => {
    const named = namedTests();
    expect(named.length).toBeGreaterThan(40);
    const missing = named.filter(({ file, name }) => {
      const paths = testFiles.filter((path) =>
        [`${file}.test.ts`, `${file}.proof.ts`].includes(basename(path)),
      );
      // A long call has its first argument on a line of its own.
      const texts = paths.map((path) => readFileSync(join(root, path), 'utf8').replaceAll(/\(\s+'/g, "('"));
      return name === '' || !texts.some((text) => text.includes(`('${name}'`));
    });
    expect(missing).toEqual([]);
  });
});
