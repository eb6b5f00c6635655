import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What the table in docs/security.md names: a file of tests, and a test in it. */
function namedTests(): { file: string; name: string }[] {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| P[01]: /.test(line));
  return rows.flatMap((row) => {
    const shown = row.split(' | ')[1]?.replace(/ \|$/, '') ?? '';
    return shown.split('<br>').map((cell) => {
      const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(cell) ?? [];
      return { file: `server/src/${file.includes('/') ? file : `features/auth/${file}`}.test.ts`, name };
    });
  });
}

it('has a test for every promise of the security page, by its name', () => {
  const named = namedTests();
  expect(named.length).toBeGreaterThan(40);
  const missing = named.filter(({ file, name }) => {
    // A long call has its first argument on a line of its own.
    const source = readFileSync(join(root, file), 'utf8').replaceAll(/\(\s+'/g, "('");
    return name === '' || !source.includes(`('${name}'`);
  });
  expect(missing).toEqual([]);
});
