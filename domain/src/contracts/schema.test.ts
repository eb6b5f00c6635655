import { expect, test } from 'vitest';
import { acceptContractSchema, requestContractChangeSchema, saveContractSchema } from './schema.ts';

test.each([
  [undefined, {}],
  [null, {}],
  [{}, {}],
  [{ version: 3 }, { version: 3 }],
  [
    { version: 1, name: ' Ada\u0000 ' },
    { version: 1, name: 'Ada' },
  ],
])('acceptContractSchema parses %j as %j', (body, read) => {
  expect(acceptContractSchema.parse(body)).toEqual(read);
});

test.each([
  ['', false],
  ['   ', false],
  ['\u0000', false],
  ['The total, please.', true],
])('requestContractChangeSchema accepts %j: %s', (message, taken) => {
  expect(requestContractChangeSchema.safeParse({ message }).success).toBe(taken);
});

test.each([
  [{ total: 9_400, source: 'link', link: ' https://studio.example/c ', revision: 0 }, true],
  [{ total: null, source: 'made', revision: 3 }, true],
  [{ total: 0, source: 'upload', link: '', revision: 1 }, true],
  [{ total: 9_400.5, source: 'made', revision: 0 }, false],
  [{ total: -1, source: 'made', revision: 0 }, false],
  [{ total: 10_000_001, source: 'made', revision: 0 }, false],
  [{ total: '9400', source: 'made', revision: 0 }, false],
  [{ source: 'made', revision: 0 }, false],
  [{ total: 1, source: 'mail', revision: 0 }, false],
  [{ total: 1, source: 'link', link: 'javascript:alert(1)', revision: 0 }, false],
  [{ total: 1, source: 'made' }, false],
])('saveContractSchema accepts %j: %s', (body, taken) => {
  expect(saveContractSchema.safeParse(body).success).toBe(taken);
});
