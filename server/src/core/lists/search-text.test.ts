import { expect, test } from 'vitest';
import { searchText } from './search-text.ts';

test.each([
  [['Éclair & Söhne'], 'eclair & sohne'],
  [['  Two\n lines '], 'two lines'],
  [['ADA', 'ada@example.com'], 'ada ada@example.com'],
  [['ＦＵＬＬ ﬁ'], 'full fi'],
  [[''], ''],
])('%j is searched as %j', (parts, folded) => {
  expect(searchText(...parts)).toBe(folded);
});
