import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeRefreshToken, isSignedWith, newRefreshKey, parseRefreshToken } from './refresh-token.ts';

const key = Buffer.alloc(32, 7);
const SESSION = '0b8e8f0c-2f43-4c0e-9d3a-7c1d6f5e4a3b';

it('encodeRefreshToken writes the protocol’s layout', () => {
  const bytes = Buffer.from(encodeRefreshToken(SESSION, 300, key), 'base64url');
  expect(bytes[0]).toBe(0);
  expect(bytes.subarray(1, 17).toString('hex')).toBe(SESSION.replaceAll('-', ''));
  expect([...bytes.subarray(17, 19)]).toEqual([0xac, 0x02]);
  expect(bytes).toHaveLength(1 + 16 + 2 + 16 + 4);
});

it('parseRefreshToken reads what was encoded, and isSignedWith accepts only its key', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 2 ** 49 - 1 }), (sessionId, counter) => {
      const own = newRefreshKey();
      const text = encodeRefreshToken(sessionId, counter, own);
      expect(text).toBe(encodeRefreshToken(sessionId, counter, own));
      const token = parseRefreshToken(text);
      expect(token).toMatchObject({ sessionId, counter });
      expect(token && isSignedWith(token, own)).toBe(true);
      expect(token && isSignedWith(token, newRefreshKey())).toBe(false);
    }),
  );
});

it('parseRefreshToken returns undefined for arbitrary text and never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => parseRefreshToken(text) === undefined));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(parseRefreshToken(Buffer.from(bytes).toString('base64url'))).toBeUndefined();
    }),
  );
});

it('parseRefreshToken returns undefined when any character is changed', () => {
  const text = encodeRefreshToken(randomUUID(), 5, key);
  for (const [index, letter] of [...text].entries()) {
    const changed = `${text.slice(0, index)}${letter === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
    expect(parseRefreshToken(changed), changed).toBeUndefined();
  }
  for (const odd of [`${text}=`, `${text}A`, ` ${text}`, text.slice(1), text.toUpperCase(), '']) {
    expect(parseRefreshToken(odd), odd).toBeUndefined();
  }
});
