import { expect, test } from 'vitest';
import { idSchema } from './ids.ts';

const id = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';

test.each([
  [id, id],
  [id.toUpperCase(), id],
  [` ${id} `, id],
  ['6f1f8a9e-0a51-4c8f-9d7e-5b0f1c9a7d11', '6f1f8a9e-0a51-4c8f-9d7e-5b0f1c9a7d11'],
])('idSchema accepts %j', (given, read) => {
  expect(idSchema.parse(given)).toBe(read);
});

test.each([
  [''],
  ['undefined'],
  ['1'],
  [id.slice(1)],
  [`${id}0`],
  [`${id}' or '1'='1`],
  ['../../etc/passwd'],
  [id.replaceAll('-', '')],
  [null],
  [7],
])('idSchema rejects %j', (given) => {
  const parsed = idSchema.safeParse(given);
  expect(parsed.success).toBe(false);
});
