import { expect, test } from 'vitest';
import { formatKilobytes } from './files.ts';

test.each([
  [0, '0 KB'],
  [511, '0 KB'],
  [512, '1 KB'],
  [1024, '1 KB'],
  [1536, '2 KB'],
  [10_485_760, '10240 KB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatKilobytes(bytes)).toBe(text);
});
