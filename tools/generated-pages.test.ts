import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeErrors, describeShape } from './generated-pages.ts';

describe('describeShape', () => {
  it.each([
    [z.string(), 'string'],
    [z.uuid(), 'id'],
    [z.iso.date(), 'date'],
    [z.number().nullable(), 'number | null'],
    [z.string().nullable(), 'string | null'],
    [z.literal(true), 'true'],
    [z.enum(['a', 'b']), '"a" | "b"'],
    [z.array(z.enum(['a', 'b'])), '("a" | "b")[]'],
    [z.string().max(200), 'string ≤200'],
    [z.string().min(1).max(200), 'string 1–200'],
    [z.string().min(10), 'string ≥10'],
    [z.int(), 'integer'],
    [z.int().min(1).max(7), 'integer 1–7'],
    [z.array(z.string().max(40)).max(9), '(string ≤40)[] ≤9'],
    [z.string().meta({ contentMediaType: 'text/csv' }), 'text/csv'],
    [z.unknown(), 'anything'],
    [z.object({}), '{}'],
    [z.object({ a: z.string(), b: z.number().default(3).optional() }), '{ a: string, b?: number = 3 }'],
    [
      z.object({
        name: z.enum(['a'.repeat(60), 'b'.repeat(40)]),
        rows: z.array(z.object({ x: z.string() })),
      }),
      `{\n  name: "${'a'.repeat(60)}" | "${'b'.repeat(40)}"\n  rows: { x: string }[]\n}`,
    ],
  ])('describes schema %# as %s', (schema, text) => {
    expect(describeShape(z.toJSONSchema(schema, { io: 'input' }))).toBe(text);
  });
});

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
