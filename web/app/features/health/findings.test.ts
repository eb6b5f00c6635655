import type { Finding } from '@atelier/domain/health/rules.ts';
import { expect, it } from 'vitest';
import { summaryOf } from './findings.tsx';

const found = (...levels: Finding['level'][]) => summaryOf(levels.map((level) => ({ level }) as Finding));

it.each([
  [['ok', 'ok'], 'Nothing needs you.'],
  [['ok', 'notice'], 'Nothing is broken. 1 note below.'],
  [['notice', 'notice'], 'Nothing is broken. 2 notes below.'],
  [['notice', 'problem'], '1 thing needs you.'],
] as const)('summaryOf says of %j “%s”', (levels, sentence) => {
  expect(found(...levels)).toBe(sentence);
});
