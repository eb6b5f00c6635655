import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const testFiles = globSync('server/{src,test}/**/*.test.ts', { cwd: root });

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

it('has a test for every promise of the security page, by its name', () => {
  const named = namedTests();
  expect(named.length).toBeGreaterThan(40);
  const missing = named.filter(({ file, name }) => {
    const paths = testFiles.filter((path) => basename(path) === `${file}.test.ts`);
    // A long call has its first argument on a line of its own.
    const texts = paths.map((path) => readFileSync(join(root, path), 'utf8').replaceAll(/\(\s+'/g, "('"));
    return name === '' || !texts.some((text) => text.includes(`('${name}'`));
  });
  expect(missing).toEqual([]);
});
