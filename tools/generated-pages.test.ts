import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeErrors } from './generated-pages.ts';

const source = readFileSync(`${import.meta.dirname}/../domain/src/errors.ts`, 'utf8');

it('says what each code means, in the words of the table', () => {
  expect(describeErrors(source)).toContain(
    '| 409 | `username_taken` | The username belongs to somebody, in any spelling of upper and lower case. |',
  );
});

it('refuses a code that nobody has explained', () => {
  const silent = source.replace(/\/\*\* The server's disk is full[^*]*\*\//, '');
  expect(() => describeErrors(silent)).toThrow('insufficient_storage has no comment');
});
