import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const PAGE = 'docs/security-asvs.md';
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** How many requirements of level 1 or 2 each section of ASVS 5.0.0 has; they are its first ones. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};
const NUMBERS = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, section) =>
    Array.from({ length: count }, (_, at) => `${chapter}.${section + 1}.${at + 1}`),
  ),
);

/** The table's rows: a number, and what shows it. */
const rows = read(PAGE)
  .split('\n')
  .flatMap((line) => {
    const [, number, shown] = /^\| (\d+\.\d+\.\d+) \| [^|]+ \| (.+) \|$/.exec(line) ?? [];
    return number && shown ? [{ number, cells: shown.split('<br>') }] : [];
  });

const TEST = /^`([^`]+)`: (.+)$/;
const LINK = /^\[[^\]]+\]\(([^)#]*)(?:#([^)]+))?\)$/;
const REASON = /^(?:Exception \(20\d\d-\d\d-\d\d\)|Doesn’t apply): .{8,}$/;

const testFiles = globSync(
  ['{domain,server,web,tools}/**/*.test.{ts,tsx}', 'e2e/journeys/**/*.spec.ts', 'prove/*.proof.ts'],
  { cwd: root, exclude: ['{**/node_modules,web/build,web/.react-router}/**'] },
);

/** Whether a file of that name, without its ending, has a test of that title. */
function hasTest(file: string, title: string): boolean {
  const paths = testFiles.filter(
    (path) => basename(path).replace(/\.(?:test|spec|proof)\.tsx?$/, '') === file,
  );
  // A long call has its first argument on a line of its own.
  const texts = paths.map((path) => read(path).replaceAll(/\(\s+(?=['"`])/g, '('));
  return texts.some((text) => ["'", '"', '`'].some((quote) => text.includes(`(${quote}${title}${quote},`)));
}

function hasHeading(path: string, heading: string): boolean {
  const page = join(root, dirname(PAGE), path || basename(PAGE));
  if (!existsSync(page)) return false;
  const slug = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-');
  const headings = [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => slug(text));
  return heading === '' || headings.includes(heading);
}

describe('the page about ASVS', () => {
  it('has each requirement of levels 1 and 2 once', () => {
    expect(NUMBERS).toHaveLength(253);
    expect(rows.map(({ number }) => number)).toEqual(NUMBERS);
  });

  it('says of each what shows it, and names only tests and headings that exist', () => {
    const faults = rows.flatMap(({ number, cells }) =>
      cells
        .filter((cell) => {
          const [, file, title] = TEST.exec(cell) ?? [];
          if (file && title) return !hasTest(file, title);
          const link = LINK.exec(cell);
          if (link) return !hasHeading(link[1] ?? '', link[2] ?? '');
          return !REASON.test(cell);
        })
        .map((cell) => `${number}: ${cell}`),
    );
    expect(faults).toEqual([]);
  });

  it('dates no exception in the future', () => {
    const today = new Date().toISOString().slice(0, 10);
    const dates = [...read(PAGE).matchAll(/Exception \((\d{4}-\d\d-\d\d)\)/g)].map(([, date = '']) => date);
    expect(dates.length).toBeGreaterThan(10);
    expect(dates.filter((date) => date > today)).toEqual([]);
  });
});

/** The server's own sources by path, without comments. */
const sources = globSync('server/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).map((path) => ({
  path,
  text: read(path).replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''),
}));
const sourcesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path.replace('server/src/', ''))
    .sort();

describe('the sources', () => {
  it('security: the server starts nothing but its own next process and evaluates no text', () => {
    expect(sourcesWith(/child_process|node:vm|\beval\(|new Function\(/)).toEqual([
      // Asks V8 for its collector, by a constant.
      'platform/http/upload-gc.ts',
      // The same program again, and a constant notice to systemd.
      'platform/process/next-process.ts',
      'platform/process/previous-process.ts',
    ]);
  });

  it('security: the server calls only what the settings name', () => {
    expect(
      sourcesWith(/(?<![.#\w])fetch\(|from 'nodemailer'|import\('nodemailer'\)|\bhttps?\.(?:get|request)\(/),
    ).toEqual([
      'features/external-auth/remote-json.ts',
      // Writes mails into a folder.
      'platform/mail/mailbox.ts',
      'platform/mail/smtp.ts',
      // The time of the store of STORAGE_URL or BACKUP_TO.
      'platform/storage/store-time.ts',
    ]);
    expect(sourcesWith(/@aws-sdk\/|flydrive\/drivers\/s3/)).toEqual(['platform/storage/object-store.ts']);
    expect(sourcesWith(/new pg\.(?:Pool|Client)\(/)).not.toEqual([]);
  });

  it('security: the server names no weak hash or cipher', () => {
    expect(sourcesWith(/['"](?:md5|sha1|rc4|des|des-ede3|aes-\d+-(?:ecb|cbc))['"]/i)).toEqual([
      // The classic checksum of a transfer, for stores that know no other: what is sent is compared by SHA-256 before.
      'platform/storage/object-store.ts',
    ]);
  });

  it('security: nothing on the server that must not be guessed comes from Math.random', () => {
    expect(sourcesWith(/Math\.random/)).toEqual([]);
  });

  it('security: password fields can be pasted into and filled in by password managers', () => {
    const screens = globSync('web/app/**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] });
    const fields = screens.flatMap((path) =>
      [...read(path).matchAll(/<PasswordInput\b[^>]*>/g)].map(([field]) => `${path}: ${field}`),
    );
    expect(fields.length).toBeGreaterThan(3);
    expect(fields.filter((field) => !/autoComplete="(?:current|new)-password"/.test(field))).toEqual([]);
    expect(screens.filter((path) => /onPaste=\{[^}]*preventDefault/.test(read(path)))).toEqual([]);
  });
});
