import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeErrors } from './generated-pages.ts';

const source = readFileSync(`${import.meta.dirname}/../domain/src/errors.ts`, 'utf8');

describe('describeErrors', () => {
  it('describes each code in the words of the table', () => {
    expect(describeErrors(source)).toContain(
      '| 409 | `username_taken` | The username is taken, in some spelling of upper and lower case. |',
    );
  });

  it('throws for a code without a comment', () => {
    const silent = source.replace(/\/\*\* The server's disk is full[^*]*\*\//, '');
    expect(() => describeErrors(silent)).toThrow('insufficient_storage has no comment');
  });
});
