import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeShape, type Shape } from './json-shape.ts';

test.each([
  [z.string(), 'string'],
  [z.uuid(), 'id'],
  [z.iso.date(), 'date'],
  [z.number().nullable(), 'number | null'],
  [z.string().nullable(), 'string | null'],
  [z.literal(true), 'true'],
  [z.enum(['a', 'b']), '"a" | "b"'],
  [z.array(z.enum(['a', 'b'])), '("a" | "b")[]'],
  [z.unknown(), 'anything'],
  [z.object({}), '{}'],
  [z.object({ a: z.string(), b: z.number().default(3).optional() }), '{ a: string, b?: number = 3 }'],
  [
    z.object({ name: z.enum(['a'.repeat(60), 'b'.repeat(40)]), rows: z.array(z.object({ x: z.string() })) }),
    `{\n  name: "${'a'.repeat(60)}" | "${'b'.repeat(40)}"\n  rows: { x: string }[]\n}`,
  ],
])('schema %# is told as %s', (schema, told) => {
  expect(describeShape(z.toJSONSchema(schema, { io: 'input' }) as Shape)).toBe(told);
});
