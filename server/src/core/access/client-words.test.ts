import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../test/harness/clock.ts';
import { MemoryRateLimitStore, RateLimiter } from '../../platform/http/rate-limit.ts';
import { ClientWords } from './client-words.ts';

const MEGABYTE = 1_000_000;

function createWords() {
  const clock = createTestClock();
  const limiter = new RateLimiter(new MemoryRateLimitStore(), clock, 1);
  const words = new ClientWords({ limiter, storage: { assertRoom: async () => {} } });
  const write = async (
    accountId: string,
    projectId: string | undefined,
    bytes = MEGABYTE,
    isAdded = true,
  ) => {
    try {
      await words.take({ accountId, projectId, bytes, isAdded });
      return 'taken';
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };
  return { clock, words, write };
}

describe('ClientWords', () => {
  it('takes five megabytes a day for all people of a project together', async () => {
    const { clock, write } = createWords();
    for (const person of ['ada', 'ada', 'ben', 'ben', 'eve'])
      expect(await write(person, 'bakery')).toBe('taken');
    // Eve has words left, and the project has none.
    expect(await write('eve', 'bakery')).toMatch(/^That’s more text than one day takes\. .* in 5 hours,/);
    expect(await write('eve', 'joinery')).toBe('taken');
    clock.advance(24 * 3_600);
    expect(await write('eve', 'bakery')).toBe('taken');
  });

  it('counts nothing for the account when the project has no words left', async () => {
    const { write } = createWords();
    for (const person of ['ada', 'ada', 'ben', 'ben', 'eve']) await write(person, 'bakery');
    for (let n = 0; n < 5; n++) expect(await write('fay', 'bakery')).not.toBe('taken');
    for (let n = 0; n < 2; n++) expect(await write('fay', undefined)).toBe('taken');
  });

  it('counts nothing that replaces earlier words', async () => {
    const { write } = createWords();
    for (let n = 0; n < 9; n++) expect(await write('ada', 'bakery', MEGABYTE, false)).toBe('taken');
  });
});
